import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { competitorStatuses, igcFileVersions, registrations, users } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { airfield, type FlownOptions, flownFile, place } from "~test/support/flown";
import { elementsIn, textsIn } from "~test/support/html";
import { deleteLogs, type IgcJson, runScheduleAt, storedIgc, uploadBody } from "~test/support/igc";
import { createSheet, resultOf } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";

/* Who may score (docs/security.md, rule 42): anybody may upload a log for anybody, and only some of them score by themselves. */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;

/** Degrees from the airfield of the made flights to that of the edition. */
const moved = {
	latitude: testEdition.airfield.latitude - airfield.latitude,
	longitude: testEdition.airfield.longitude - airfield.longitude,
};
const taskHere = {
	...scoredTask,
	points: scoredTask.points.map((point) => ({
		...point,
		latitude: point.latitude + moved.latitude,
		longitude: point.longitude + moved.longitude,
	})),
};

let pilot: { id: string; email: string };
let entry: { id: string };

beforeEach(async () => {
	await scored.publish(taskHere);
	const created = await scored.pilot("Žižková", "7K");
	entry = created;
	const [user] = await db.select().from(users).where(eq(users.id, created.userId));
	if (!user) throw new Error("no pilot");
	pilot = user;
	const other = await scored.pilot("Malá", "AB");
	await scored.fly(other, { hops: home, change: movedHere });
});

/** A B record at the airfield of the edition. */
function movedHere(line: string): string {
	const shifted = (text: string, by: number, digits: number) => {
		const minutes = Number(text.slice(0, digits)) * 60 + Number(text.slice(digits)) / 1000 + by * 60;
		const degrees = Math.floor(minutes / 60);
		const rest = String(Math.round((minutes - degrees * 60) * 1000)).padStart(5, "0");
		return `${String(degrees).padStart(digits, "0")}${rest}`;
	};
	const latitude = shifted(line.slice(7, 14), moved.latitude, 2);
	const longitude = shifted(line.slice(15, 23), moved.longitude, 3);
	return `${line.slice(0, 7)}${latitude}N${longitude}E${line.slice(24)}`;
}

/** The finisher's flight, with what a stranger can know in its header. */
function flight(headers: readonly string[] = [], options: Partial<FlownOptions> = {}): string {
	const text = new TextDecoder().decode(flownFile({ hops: home, change: movedHere, ...options }));
	const [maker, ...rest] = text.split("\r\n");
	return [maker, ...headers, ...rest].join("\r\n");
}

const body = (log: string) => uploadBody(entry.id, scored.day.id, log);

async function send(log: string, init: Parameters<typeof app.post>[2] = {}, on = app): Promise<string> {
	const response = await on.post("/igc", body(log), init);
	expect(response.status).toBe(303);
	return response.headers.get("Location")?.split("?")[0] ?? "";
}

/** The row of the pilot in the daily results. */
async function row(): Promise<string | undefined> {
	const html = await scored.daily();
	return elementsIn(html, "tbody tr").find((one) => one.textContent.includes("Žižková"))?.textContent;
}

const standing = async () =>
	(await storedIgc()).flights.find((one) => one.registrationId === entry.id)?.standing;

async function deviceOfPilot(email = pilot.email): Promise<string> {
	const password = "lucerna stoji v trave";
	await app.post("/signup", { name: "Eva", surname: "Nová", email: `x${email}`, password });
	const login = await app.post("/login", { email: `x${email}`, password });
	const cookies = login.headers.getSetCookie().filter((cookie) => cookie.startsWith("device="));
	expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual(["/login", "/igc"]);
	return cookies[0]?.split(";")[0] ?? "";
}

test("the pilot's own log scores at once", async () => {
	await send(flight(), { as: pilot });
	expect(await standing()).toBe("scores");
	expect(await row()).not.toContain("unconfirmed");
});

test("an organiser's log scores at once", async () => {
	await send(flight(), { as: await createAdmin() });
	expect(await standing()).toBe("scores");
});

test("a log from a browser in which the pilot has logged in scores at once", async () => {
	const device = await deviceOfPilot();
	await db
		.update(users)
		.set({ email: "old@example.com" })
		.where(eq(users.email, `x${pilot.email}`));
	await db
		.update(users)
		.set({ email: `x${pilot.email}` })
		.where(eq(users.id, pilot.id));
	await send(flight(), { headers: { Cookie: device } });
	expect(await standing()).toBe("scores");
	const { versions } = await storedIgc();
	expect(versions.map(({ sender }) => sender).toSorted()).toEqual(["device", "pilot"]);
});

test("the device of another account makes a log nobody's own", async () => {
	const device = await deviceOfPilot();
	await send(flight(), { headers: { Cookie: device } });
	expect(await standing()).toBe("kept");
});

describe("a log of somebody else", () => {
	test.each([
		["a visitor", async () => undefined],
		["another account", () => createUser()],
	])("without a second sign is kept and stands in no table (%s)", async (_, sender) => {
		const before = await scored.daily();
		const receipt = await send(flight(), { as: await sender() });
		expect(await standing()).toBe("kept");
		expect((await row()) ?? "").not.toContain("unconfirmed");
		expect(textsIn(await scored.daily(), "tbody tr")).toEqual(textsIn(before, "tbody tr"));
		const page = await (await app.get(receipt, { language: "en" })).text();
		expect(textsIn(page, ".verdict-warning h1")).toEqual(["The log is stored and waits to be confirmed."]);
	});

	test("says in the API why it does not score, beside what it said before", async () => {
		const response = await app.api("POST", "/api/igc", body(flight()));
		const json = await response.json<IgcJson>();
		expect(response.status).toBe(201);
		expect(json.warnings.map(({ reason }) => reason)).toContain("sentBySomebodyElse");
	});

	test("is listed for organisers with who has sent it", async () => {
		await send(flight());
		const html = await (
			await app.get(`/igc?day=${scored.day.id}`, { as: await createAdmin(), language: "en" })
		).text();
		expect(textsIn(html, ".chip-warning").join()).toContain("does not score");
		expect(html).toContain("Sent by somebody else");
	});

	test("scores when the pilot confirms it by the link of the mail, which changes nothing by itself", async () => {
		await send(flight());
		const [mail] = await mailsTo(pilot.email);
		const link = /\/igc\/mine\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
		const page = await app.get(link, { language: "en" });
		expect(page.status).toBe(200);
		expect(textsIn(await page.text(), "main form button")).toEqual(["This is mine"]);
		expect(await standing()).toBe("kept");
		const confirmed = await app.post(link, {});
		expect([confirmed.status, await standing()]).toEqual([303, "scores"]);
		expect(await row()).not.toContain("unconfirmed");
		expect((await app.post(link, {})).status).toBe(303);
	});

	test("is confirmed by nobody else: the address of the receipt is no right", async () => {
		const receipt = await send(flight());
		const path = receipt.replace("/receipt/", "/mine/");
		for (const as of [undefined, await createUser()]) {
			expect((await app.get(path, { as })).status).toBe(403);
			expect((await app.post(path, {}, { as })).status).toBe(403);
		}
		expect(await standing()).toBe("kept");
		expect((await app.post(path, {}, { as: pilot })).status).toBe(303);
		expect(await standing()).toBe("scores");
	});

	test("says on its link that an own log of the day scores already", async () => {
		const own = "Your own log of this day scores already.";
		const receipt = await send(flight());
		const page = () => app.get(receipt.replace("/receipt/", "/mine/"), { as: pilot, language: "en" });
		expect(await (await page()).text()).not.toContain(own);
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-4000), height: 0 }] }), { as: pilot });
		expect(await (await page()).text()).toContain(own);
	});

	test("counts nothing beside an own log of the day, overlapping or not", async () => {
		await send(flight(), { as: pilot });
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-400), height: 0 }] }));
		const { flights } = await storedIgc();
		const own = flights.filter((one) => one.registrationId === entry.id);
		expect(own.map((one) => one.standing).toSorted()).toEqual(["kept", "scores"]);
	});

	test("stops counting when an own log comes, also of another flight", async () => {
		await send(flight());
		await db.update(igcFileVersions).set({ hasSecondSign: true });
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-4000), height: 0 }] }), { as: pilot });
		const { flights } = await storedIgc();
		const own = flights.filter((one) => one.registrationId === entry.id);
		expect(own.map((one) => one.standing).toSorted()).toEqual(["kept", "scores"]);
	});
});

describe("a log of somebody else with a second sign", () => {
	const marks = ["HFGIDGLIDERID:ok 4321", "HFCIDCOMPETITIONID:7K"];

	beforeEach(async () => {
		await db
			.update(registrations)
			.set({ registrationNumber: "OK-4321", logger: "LX" })
			.where(eq(registrations.id, entry.id));
	});

	test("stands in the table as unconfirmed, outside ranks and day factors", async () => {
		const before = await scored.daily();
		await send(flight(marks));
		expect(await standing()).toBe("unconfirmed");
		expect(await row()).toContain("unconfirmed");
		const scores = await app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
		const { day, logs, rows } = await scores.json<ScoringJson>();
		expect([day.n, logs]).toEqual([1, 1]);
		const own = rows.find(({ startNumber }) => startNumber === "7K");
		expect([own?.status, own?.points, own?.distanceM, own?.start]).toEqual(["dnf", 0, null, null]);
		expect(before).toContain("Malá");
		const page = await app.get(`/scores/${scored.day.id}/${entry.id}`, { language: "en" });
		expect(textsIn(await page.text(), ".score-verdict").join()).toContain("unconfirmed");
	});

	test.each(["FLYING", "OUTLANDING", "HOME", "DNF", null] as const)(
		"moves no number of the class, whatever is known of its competitor: %s",
		async (status) => {
			const updatedAt = new Date("2025-07-15T14:00:00Z");
			const of = { dayId: scored.day.id, registrationId: entry.id };
			if (status) await db.insert(competitorStatuses).values({ id: "7K", ...of, status, updatedAt });
			await runScheduleAt("2025-07-15T17:59:00Z");
			const before = await numbers();
			await send(flight(marks));
			expect(await standing()).toBe("unconfirmed");
			expect(await numbers()).toEqual(before);
			expect(await row()).toContain("unconfirmed");
			const page = await app.get(`/days/${scored.day.date}`, { language: "en" });
			expect(await page.text()).not.toContain("day.note");
		},
	);

	test("takes no points from a log that its pilot has confirmed", async () => {
		const recorder = "ALXVQQQ";
		await send(flight(marks, { recorder }));
		const crewed = await scored.pilot("Malíková", "CD");
		const sent = await app.post(
			"/igc",
			uploadBody(crewed.id, scored.day.id, flight([], { recorder, pressureAtField: 460 })),
		);
		const receipt = sent.headers.get("Location")?.split("?")[0] ?? "";
		const { userId } = crewed;
		expect((await app.post(receipt.replace("/receipt/", "/mine/"), {}, { as: { id: userId } })).status).toBe(
			303,
		);
		const own = (await numbers()).rows.find(({ startNumber }) => startNumber === "CD");
		expect(own?.points).toBeGreaterThan(0);
		expect(own?.findings).toEqual([]);
	});

	test("is confirmed by nobody once its competitor's account is erased", async () => {
		const receipt = await send(flight(marks));
		const link = receipt.replace("/receipt/", "/mine/");
		await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, pilot.id));
		const [mail] = await mailsTo(pilot.email);
		const signed = /\/igc\/mine\/\S+/.exec(mail?.text ?? "")?.[0] ?? link;
		expect(signed).toContain("?");
		expect((await app.post(signed, {})).status).toBe(403);
		expect(await standing()).toBe("unconfirmed");
	});

	test("is not the log that home thanks its competitor for", async () => {
		const updatedAt = new Date("2025-07-15T14:00:00Z");
		const of = { dayId: scored.day.id, registrationId: entry.id };
		await db.insert(competitorStatuses).values({ id: "7K", ...of, status: "HOME", updatedAt });
		const home = async () => (await app.get("/", { as: pilot, language: "en" })).text();
		await send(flight(marks));
		expect(await home()).not.toContain("Log received");
		await send(flight(marks, { pressureAtField: 460 }), { as: pilot });
		expect(await home()).toContain("Log received");
	});

	test("leaves its competitor among those whose log is missing", async () => {
		const updatedAt = new Date("2025-07-15T14:00:00Z");
		const of = { dayId: scored.day.id, registrationId: entry.id };
		await db.insert(competitorStatuses).values({ id: "7K", ...of, status: "OUTLANDING", updatedAt });
		const as = await createAdmin();
		const listed = async () => {
			const [missing, logs] = await Promise.all(
				["/admin/missing", `/igc?day=${scored.day.id}`].map((path) => app.get(path, { as, language: "en" })),
			);
			return [
				(await missing?.text())?.includes("Žižková"),
				// The last count is of the logs that wait for an organiser.
				...textsIn((await logs?.text()) ?? "", ".counts .count").slice(0, 3),
			];
		};
		const before = await listed();
		await send(flight(marks));
		expect(await listed()).toEqual(before);
		expect(before[0]).toBe(true);
	});

	test("shows nothing of its flight in official results", async () => {
		const where = { dayId: scored.day.id, competitionClassId: scored.club };
		await createSheet(where, [resultOf("7K", { registrationId: entry.id, name: "Eva Žižková", points: 0 })]);
		const before = await row();
		await send(flight(marks));
		expect(await row()).toBe(before);
	});

	test("scores when an organiser confirms it, and no more when that is taken back", async () => {
		await send(flight(marks));
		const admin = await createAdmin();
		const { flights, versions } = await storedIgc();
		const own = flights.find((one) => one.registrationId === entry.id);
		const versionId = own?.currentVersionId ?? "";
		expect(versions.find(({ id }) => id === versionId)?.confirmation).toBeNull();
		const decide = (intent: string) => app.post(`/igc/${own?.id}`, { intent, versionId }, { as: admin });
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect(await desk.text()).toContain("Sent by somebody else");
		expect((await decide("confirm")).status).toBe(303);
		expect([await standing(), (await row())?.includes("unconfirmed")]).toEqual(["scores", false]);
		await decide("unconfirm");
		expect([await standing(), (await row())?.includes("unconfirmed")]).toEqual(["unconfirmed", true]);
	});

	test("has it by a recorder that the entry names", async () => {
		await db.update(registrations).set({ logger: "LXNAV 6MS" }).where(eq(registrations.id, entry.id));
		await send(flight());
		expect(await standing()).toBe("unconfirmed");
	});

	test.each([
		["begins elsewhere", flight(marks, { change: (line) => line })],
		["is of another day", flight(marks, { date: "2025-07-14" })],
		["has one mark only", flight(marks.slice(0, 1))],
	])("has none when it %s", async (_, log) => {
		await send(log);
		expect(await standing()).toBe("kept");
	});

	test("brings the pilot its mail, however many without one came before", async () => {
		for (let number = 0; number < 5; number++) await send(flight([], { pressureAtField: 460 + number }));
		expect(await mailsTo(pilot.email)).toHaveLength(3);
		const sign = await send(flight(marks));
		const mails = await mailsTo(pilot.email);
		expect(mails.filter(({ text }) => text.includes(`/igc/mine/${idOf(sign)}?`))).toHaveLength(1);
	});

	test("is not replaced by one without, and takes the place of one without", async () => {
		const without = await send(flight());
		const sign = await send(flight(marks));
		expect([await counting(), await standing()]).toEqual([idOf(sign), "unconfirmed"]);
		await send(flight([], { pressureAtField: 460 }));
		expect(await counting()).toBe(idOf(sign));
		const page = await app.get(without, { language: "en" });
		expect(textsIn(await page.text(), ".verdict-warning h1")).toEqual([
			"Another log of this flight waits to be confirmed, too.",
		]);
	});
});

const idOf = (receipt: string) => receipt.split("/").at(-1);

/** The version of the pilot's flight that stands for it. */
const counting = async () =>
	(await storedIgc()).flights.find((one) => one.registrationId === entry.id)?.currentVersionId;

describe("a second log of somebody else, of the same flight and with no better sign", () => {
	const second = () => flight([], { pressureAtField: 460 });
	let first: string;

	beforeEach(async () => {
		first = await send(flight());
	});

	test("stands beside the first one, and says so on the page, to its script and in the API", async () => {
		const receipt = await send(second());
		expect(await counting()).toBe(idOf(first));
		const page = await app.get(receipt, { language: "en" });
		expect(textsIn(await page.text(), ".verdict-warning h1")).toEqual([
			"Another log of this flight waits to be confirmed, too.",
		]);
		const third = body(flight([], { pressureAtField: 470 }));
		const script = await app.post("/igc/upload", third, { language: "en" });
		expect([script.status, await script.json()]).toMatchObject([201, { fine: false }]);
		const answer = await app.api("POST", "/api/igc", body(flight([], { pressureAtField: 480 })));
		const { warnings } = await answer.json<IgcJson>();
		expect([answer.status, warnings.map(({ reason }) => reason)]).toEqual([
			201,
			expect.arrayContaining(["sentBySomebodyElse"]),
		]);
		expect(await counting()).toBe(idOf(first));
	});

	test("scores when the pilot confirms it by the mail that it brings, or an organiser chooses it", async () => {
		const receipt = await send(second());
		const mails = await mailsTo(pilot.email);
		const links = mails.map(({ text }) => /\/igc\/mine\/\S+/.exec(text)?.[0] ?? "");
		const link = links.find((one) => one.includes(idOf(receipt) ?? "?")) ?? "";
		expect((await app.post(link, {})).status).toBe(303);
		expect([await counting(), await standing()]).toEqual([idOf(receipt), "scores"]);
	});

	test("takes its place when the same browser sends it within the hour, and nobody has confirmed the first one", async () => {
		const cookieOf = (response: Response) =>
			response.headers
				.getSetCookie()
				.find((one) => one.startsWith("igc-sent="))
				?.split(";")[0] ?? "";
		const again = await app.post("/igc", body(flight()));
		expect(cookieOf(again)).toBe("");
		await deleteLogs();
		const sent = await app.post("/igc", body(flight()));
		const headers = { Cookie: cookieOf(sent) };
		await send(second(), { headers }, createApp({ clock: "2025-07-15T19:01:00Z" }));
		expect(await counting()).toBe(idOf(sent.headers.get("Location") ?? ""));
		const third = () => flight([], { pressureAtField: 470 });
		const script = await app.post("/igc/upload", body(third()), { headers });
		expect(await script.json()).toMatchObject({ msg: expect.stringContaining("nahradil") });
		const { receipt } = await (await app.post("/igc/upload", body(third()))).json<{ receipt: string }>();
		expect(await counting()).toBe(idOf(receipt.split("?")[0] ?? ""));
		await app.post(`/igc/mine/${await counting()}`, {}, { as: pilot });
		await send(flight([], { pressureAtField: 480 }), { headers: { Cookie: cookieOf(script) } });
		expect(await counting()).toBe(idOf(receipt.split("?")[0] ?? ""));
	});

	test("takes the place of the first one when that is discarded, and gives it back", async () => {
		const receipt = await send(second(), {}, createApp({ clock: "2025-07-15T18:30:00Z" }));
		const admin = await createAdmin();
		const { flights } = await storedIgc();
		const path = `/igc/${flights.find((one) => one.registrationId === entry.id)?.id}`;
		const versionId = idOf(first) ?? "";
		await app.post(path, { intent: "discard", reason: "Another glider", versionId }, { as: admin });
		expect(await counting()).toBe(idOf(receipt));
		await app.post(path, { intent: "take-back", versionId }, { as: admin });
		expect(await counting()).toBe(idOf(first));
	});
});

/** What the API says of the scores of the class. */
async function numbers() {
	const scores = await app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	const { computedAt: _, ...said } = await scores.json<ScoringJson>();
	return said;
}

interface ScoringJson {
	readonly computedAt: string;
	readonly day: { readonly n: number };
	readonly logs: number;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly status: string;
		readonly findings: readonly object[];
		readonly start: string | null;
		readonly points: number | null;
		readonly rank: number | null;
		readonly distanceM: number | null;
	}[];
}

test("a log that waited in the browser is the pilot's own by the ticket of its form for 72 hours", async () => {
	const page = await (await app.get("/igc", { as: pilot })).text();
	const ticket = elementsIn(page, 'input[name="ticket"]')[0]?.getAttribute("value") ?? "";
	const withTicket = (log: string) => {
		const form = body(log);
		form.set("ticket", ticket);
		return form;
	};
	const nextDays = createApp({ clock: "2025-07-18T17:00:00Z" });
	expect((await nextDays.post("/igc/upload", withTicket(flight()))).status).toBe(201);
	expect(await standing()).toBe("scores");
	expect((await storedIgc()).versions.find(({ uploadedBy }) => uploadedBy === pilot.id)?.sender).toBe(
		"pilot",
	);
	const tooLate = createApp({ clock: "2025-07-18T18:01:00Z" });
	await tooLate.post("/igc/upload", withTicket(flight([], { begins: "16:00:00" })));
	expect((await storedIgc()).versions.map(({ sender }) => sender).toSorted()).toEqual([
		"other",
		"pilot",
		"pilot",
	]);
});
