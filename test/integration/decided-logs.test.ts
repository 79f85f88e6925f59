import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, igcFileVersions, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { type FlownOptions, flownFile, place } from "~test/support/flown";
import { elementsIn, textsIn } from "~test/support/html";
import { storedIgc, uploadBody } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

/* What organisers decide about a log stays; what no glider flies, and what two cannot have flown, waits for them (rules 43 to 45). */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;
const later = createApp({ clock: "2025-07-15T18:30:00Z" });

let admin: { id: string };
let entry: { id: string; userId: string };
let other: { id: string; userId: string };

beforeEach(async () => {
	await db.delete(auditLog);
	await scored.publish(scoredTask);
	admin = await createAdmin();
	entry = await scored.pilot("Žižková", "7K");
	other = await scored.pilot("Malá", "AB");
});

async function send(options: Partial<FlownOptions>, as: { id: string }, on = app, pilot = entry) {
	const log = flownFile({ hops: home, ...options });
	const response = await on.post("/igc", uploadBody(pilot.id, scored.day.id, log), { as });
	return { status: response.status, receipt: response.headers.get("Location") ?? "" };
}

const own = () => ({ id: entry.userId });

/** The version that counts. */
async function counting() {
	const { flights, versions } = await storedIgc();
	const flight = flights.find((one) => one.registrationId === entry.id);
	const version = versions.find(({ id }) => id === flight?.currentVersionId);
	return { flight, version, versions };
}

async function row(name = "Žižková"): Promise<string> {
	const rows = elementsIn(await scored.daily(), "tbody tr");
	return rows.find((one) => one.textContent.includes(name))?.textContent ?? "";
}

const decide = async (intent: string, versionId: string, reason?: string) =>
	app.post(
		`/igc/${(await counting()).flight?.id}`,
		{ intent, versionId, ...(reason === undefined ? {} : { reason }) },
		{ as: admin },
	);

const idOf = (receipt: string) => receipt.split("?")[0]?.split("/").at(-1) ?? "";

describe("what an organiser has decided", () => {
	test("is replaced by no later log of the pilot, which stands beside it as newer", async () => {
		await send({ pressureAtField: 460 }, admin);
		const newer = await send({}, own(), later);
		expect((await counting()).version?.sender).toBe("organiser");
		const receipt = await (await later.get(newer.receipt, { language: "en" })).text();
		expect(textsIn(receipt, ".verdict-warning h1")).toEqual([
			"The organisers have decided that another log of this flight counts.",
		]);
		const list = await later.get(`/igc?day=${scored.day.id}`, { as: admin, language: "en" });
		expect(textsIn((await list.text()).replaceAll("\u00a0", " "), ".chip-warning").join()).toContain(
			"1 newer log",
		);
	});

	test("holds for a log that they chose and for one that they confirmed", async () => {
		await send({}, own());
		const first = (await counting()).version?.id ?? "";
		await decide("confirm", first);
		await send({ pressureAtField: 460 }, own(), later);
		expect((await counting()).version?.id).toBe(first);
		await decide("unconfirm", first);
		await send({ pressureAtField: 470 }, own(), later);
		expect((await counting()).version?.id).not.toBe(first);
	});
});

describe("a log that organisers discard", () => {
	test("scores no more, with the reason in the audit log, and all of it is taken back", async () => {
		await send({}, own());
		const id = (await counting()).version?.id ?? "";
		expect(await row()).not.toContain("being checked");
		expect((await decide("discard", id)).status).toBe(303);
		expect((await counting()).flight?.standing).toBe("scores");
		await decide("discard", id, "Another glider");
		expect((await counting()).flight?.standing).toBe("discarded");
		const [audited] = await db.select().from(auditLog).where(eq(auditLog.action, "igc.discard"));
		expect(audited?.after).toMatchObject({ versionId: id, reason: "Another glider" });
		expect((await send({}, own(), later)).status).toBe(303);
		expect((await counting()).flight?.standing).toBe("discarded");
		await decide("take-back", id);
		expect((await counting()).flight?.standing).toBe("scores");
		expect(await row()).not.toContain("being checked");
	});

	test("gives way to the one before it", async () => {
		const first = await send({}, own());
		const second = await send({ pressureAtField: 460 }, own(), later);
		await decide("discard", idOf(second.receipt), "Broken recorder");
		expect((await counting()).version?.id).toBe(idOf(first.receipt));
		await decide("take-back", idOf(second.receipt));
		expect((await counting()).version?.id).toBe(idOf(second.receipt));
	});
});

describe("a flight that organisers discard", () => {
	const decideFlight = async (fields: Record<string, string>) =>
		app.post(`/igc/${(await counting()).flight?.id}`, fields, { as: admin });
	const page = async () => {
		const response = await app.get(`/igc/${(await counting()).flight?.id}`, { as: admin, language: "en" });
		return response.text();
	};
	const reasons = async () =>
		(await counting()).versions.map(({ discardReason }) => discardReason).toSorted();

	test("scores no more with any of its logs, and comes back as it was, by one press each", async () => {
		await send({}, own());
		expect(await page()).not.toContain('value="discard-flight"');
		const second = await send({ pressureAtField: 460 }, own(), later);
		const third = await send({ pressureAtField: 470 }, own(), later);
		await decide("discard", idOf(third.receipt), "Broken recorder");
		expect(
			elementsIn(await page(), 'form:has([value="discard-flight"]) [name="reason"][required]'),
		).toHaveLength(1);

		expect((await decideFlight({ intent: "discard-flight" })).headers.get("Set-Cookie")).toContain(
			"invalid-fields",
		);
		expect((await decideFlight({ intent: "discard-flight", reason: "Another glider" })).status).toBe(303);
		expect((await counting()).flight?.standing).toBe("discarded");
		expect(await reasons()).toEqual(["Another glider", "Another glider", "Broken recorder"]);
		const audited = await db.select().from(auditLog).where(eq(auditLog.action, "igc.discard"));
		expect(audited.map(({ after }) => after)).toContainEqual({
			versions: expect.arrayContaining([idOf(second.receipt)]),
			reason: "Another glider",
		});
		expect(
			(await decideFlight({ intent: "discard-flight", reason: "Again" })).headers.get("Set-Cookie"),
		).toContain("stale");

		expect(elementsIn(await page(), '[value="take-back-flight"]')).toHaveLength(1);
		await decideFlight({ intent: "take-back-flight" });
		expect(await reasons()).toEqual(["Broken recorder", null, null]);
		expect((await counting()).version?.id).toBe(idOf(second.receipt));
		expect((await counting()).flight?.standing).toBe("scores");
	});
});

test("a log with fixes later than five minutes from now is refused", async () => {
	const [early, inTime] = ["2025-07-15T12:00:00Z", "2025-07-15T12:20:00Z"].map((clock) =>
		createApp({ clock }),
	);
	const log = uploadBody(entry.id, scored.day.id, flownFile({ hops: home }));
	const refused = await early?.api("POST", "/api/igc", log);
	expect([refused?.status, await refused?.json()]).toEqual([
		400,
		{
			msg: expect.stringContaining("fixes later than now"),
			errors: { igc: "igc.refused.future" },
		},
	]);
	expect((await inTime?.api("POST", "/api/igc", log))?.status).toBe(201);
});

describe("what no glider flies", () => {
	const fast = [
		{ to: place(-400), height: 0 },
		{ to: place(-5000) },
		{ to: place(100_000) },
		{ to: place(0), speed: 125, height: 100 },
		{ to: place(-300), height: 0, stay: 120 },
	];

	test("shows no points before an organiser has let it score", async () => {
		await scored.fly(other, { hops: home });
		await send({ hops: fast }, own());
		expect(await row()).toContain("being checked");
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect((await desk.text()).replaceAll("\u00a0", " ")).toContain("faster than any glider");
		await decide("confirm", (await counting()).version?.id ?? "");
		expect(await row()).not.toContain("being checked");
	});

	test.each([
		[378, false],
		[450, true],
	])("is measured by one limit over the whole task: %i km/h", async (kmh, isHeld) => {
		const speed = kmh / 3.6;
		const whole = [
			{ to: place(-400), height: 0 },
			{ to: place(-5000) },
			{ to: place(100_000), speed },
			{ to: place(0), speed, height: 100 },
			{ to: place(-300), height: 0, stay: 120 },
		];
		await scored.fly(other, { hops: home });
		await send({ hops: whole }, own());
		const found = await row();
		expect(found.includes("being checked")).toBe(isHeld);
		expect(found.includes("378.0")).toBe(!isHeld);
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect((await desk.text()).includes("faster than any glider")).toBe(isHeld);
	});

	test("is not forgotten beside a flight that counts for less", async () => {
		const desk = async () =>
			(
				await (await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" })).text()
			).replaceAll("\u00a0", " ");
		await scored.fly(other, { hops: home });
		await send({ begins: "13:00:00", hops: short }, own());
		expect(await desk()).not.toContain("a better flight");
		const first = (await counting()).version?.id ?? "";
		await send({ hops: fast }, own(), later);
		expect(await row()).not.toContain("being checked");
		expect(await row()).toContain("86");
		expect(await desk()).toContain("a better flight is being checked");
		expect(textsIn(await desk(), "#hindrances").join()).toContain(
			"1 flight has a finding that is not decided (7K)",
		);
		const better = (await storedIgc()).versions.find(
			({ id, uploadedBy }) => id !== first && uploadedBy === own().id,
		);
		await app.post(
			`/igc/${better?.igcFileId}`,
			{ intent: "confirm", versionId: better?.id ?? "" },
			{ as: admin },
		);
		expect(await desk()).not.toContain("a better flight");
		expect(await row()).not.toContain("86");
	});

	test("is a jump of a clock, too", async () => {
		await scored.fly(other, { hops: home });
		const change = (line: string, elapsed: number) => (elapsed > 2000 && elapsed < 5000 ? null : line);
		const hour = (line: string, elapsed: number) =>
			elapsed < 5000
				? change(line, elapsed)
				: `B${String(Number(line.slice(1, 3)) - 1).padStart(2, "0")}${line.slice(3)}`;
		await send({ change: hour }, own());
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect((await desk.text()).replaceAll("\u00a0", " ")).toContain("as from a broken clock");
		expect(await row()).toContain("being checked");
	});
});

test("a log of another date scores only when an organiser has looked", async () => {
	await scored.fly(other, { hops: home });
	const sent = await send({ date: "2025-07-14" }, own());
	expect(await row()).toContain("being checked");
	const receipt = await (await app.get(sent.receipt, { language: "en" })).text();
	expect(receipt).toContain("the log is of another date");
	await decide("confirm", (await counting()).version?.id ?? "");
	expect(await row()).not.toContain("being checked");
});

describe("the same log of two competitors", () => {
	const headed = (text: string) => {
		const [maker, ...rest] = new TextDecoder().decode(flownFile({ hops: home })).split("\r\n");
		return [maker, text, ...rest].join("\r\n");
	};

	test.each([
		["equal bytes", headed("HFPLTPILOT:A"), headed("HFPLTPILOT:A")],
		["the same fixes below another header", headed("HFPLTPILOT:A"), headed("HFPLTPILOT:B")],
	])("the later one shows no points: %s", async (_, first, second) => {
		await app.post("/igc", uploadBody(other.id, scored.day.id, first), { as: { id: other.userId } });
		await later.post("/igc", uploadBody(entry.id, scored.day.id, second), { as: own() });
		expect(await row("Malá")).not.toContain("being checked");
		expect(await row()).toContain("being checked");
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect((await desk.text()).replaceAll("\u00a0", " ")).toContain("the same log as that of AB");
	});

	test("the pilot's own shows none beside the organiser's, though it came first", async () => {
		await app.post("/igc", uploadBody(entry.id, scored.day.id, headed("HFPLTPILOT:A")), { as: own() });
		await later.post("/igc", uploadBody(other.id, scored.day.id, headed("HFPLTPILOT:A")), { as: admin });
		expect(await row()).toContain("being checked");
		expect(await row("Malá")).not.toContain("being checked");
	});
});

describe("two competitors with one recorder on one day", () => {
	const recorder = "ALXVK4H";
	const lent = { hops: home, recorder, begins: "10:20:00" };
	const pageOf = async (path: string, on = app) =>
		(await (await on.get(path, { as: admin, language: "en" })).text()).replaceAll("\u00a0", " ");
	const list = () => pageOf(`/igc?day=${scored.day.id}`);

	test("both score, and receipt, list and desk say it of both until the scorer has looked", async () => {
		await scored.fly(other, { hops: home, recorder });
		const { receipt } = await send(lent, own(), later);
		for (const surname of ["Malá", "Žižková"]) expect(await row(surname)).not.toContain("being checked");
		const finding = "a recorder of which AB has a log, too";
		expect(await pageOf(receipt, later)).toContain(finding);
		expect(await pageOf(`/admin/scoring/${scored.day.date}/club`)).toContain(finding);
		const chips = () => list().then((html) => textsIn(html, "td .chip-warning"));
		for (const number of ["AB", "7K"]) expect((await chips()).join()).toContain(`same recorder as ${number}`);
		await decide("confirm", (await counting()).version?.id ?? "");
		expect((await chips()).join()).not.toContain("same recorder as AB");
	});

	test("the pilot's own shows none beside the organiser's, though it came first", async () => {
		await send(lent, own());
		await later.post("/igc", uploadBody(other.id, scored.day.id, flownFile({ hops: home, recorder })), {
			as: admin,
		});
		expect(await row()).toContain("being checked");
		expect(await row("Malá")).not.toContain("being checked");
	});

	test("a serial that a program writes for everybody names no recorder", async () => {
		await scored.fly(other, { hops: home, recorder: "AXCSAAA" });
		await send({ ...lent, recorder: "AXCSAAA" }, own(), later);
		expect(await row()).not.toContain("being checked");
		expect(await list()).not.toContain("same recorder");
	});

	test("without a task the receipt says it all the same", async () => {
		await db.delete(tasks);
		await scored.fly(other, { hops: home, recorder });
		const { receipt } = await send(lent, own(), later);
		expect(await pageOf(receipt, later)).toContain("a recorder of which AB has a log, too");
	});
});

test("a deadline counts from the version that counts, not from the first upload of the flight", async () => {
	await db.update(tasks).set({ rules: { ...scoredTask.rules, logDeadlineS: 3600 } });
	const soon = createApp({ clock: "2025-07-15T12:30:00Z" });
	await send({}, own(), soon);
	const findings = async () => {
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		return (await desk.text()).includes("after its deadline");
	};
	expect(await findings()).toBe(false);
	await send({ pressureAtField: 460 }, own(), later);
	expect(await findings()).toBe(true);
	expect(await db.$count(igcFileVersions)).toBe(2);
});
