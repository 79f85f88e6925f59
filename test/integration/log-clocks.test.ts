import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dayScores, flightResults, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, sourceOf } from "~test/support/html";
import { storedIgc, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { unsettledLogs } from "~test/support/unsettled-logs";
import { withClock } from "~test/support/wrong-logs";

/* Flights leave the ground at 10:01 UTC, 12:01 local time; it is eight in the evening. */

const db = databaseOf();
const { scored, world, flight, post, send, launch, row, act, press, score, flights, audited } =
	unsettledLogs();
const { app } = scored;

const hour = 3600;
const fast = (hours: number, minutes = 0) => withClock(flight(minutes), hours * hour);
const plain = (html: string) => html.replaceAll("\u00a0", " ");
const clockIn = async (entry = world.zizkova) => {
	const found = (await score(entry))?.findings.find(({ kind }) => kind === "clock");
	return plain(found?.text ?? "");
};
const kindsOf = async (entry = world.zizkova) => (await score(entry))?.findings.map(({ kind }) => kind) ?? [];
const pageOf = async (path: string, as?: { readonly id: string }, on = app) =>
	plain(await sourceOf(await on.get(path, { as, language: "en" })));

describe("a clock that is wrong by whole hours", () => {
	beforeEach(() => launch(world.zizkova, "10:01:00"));

	test.each([
		[-5, "all times are 5 h early: the launch would be at 07:01"],
		[-1, "all times are 1 h early: the launch would be at 11:01"],
		[-2, "all times are 2 h early: the launch would be at 10:01"],
		[-14, "all times are 14 h early: the launch would be at 22:01"],
		[2, "all times are 2 h late: the launch would be at 14:01"],
		[5, "all times are 5 h late: the launch would be at 17:01"],
	])("by %i shows no points, and the desk says what the launch would be", async (hours, text) => {
		await send(world.zizkova, fast(hours));
		expect((await score(world.zizkova))?.points).toBeNull();
		expect(await clockIn()).toContain(text);
		expect(await kindsOf()).not.toContain("otherDay");
		expect((await row(world.zizkova))?.textContent).toContain(text);
		expect((await row(world.zizkova))?.textContent).toContain(
			`Shift by ${hours < 0 ? "+" : "−"}${Math.abs(hours)} h`,
		);
	});

	test.each([0, -15, -1.5, -0.5])("is no matter by %d", async (hours) => {
		await send(world.zizkova, fast(hours));
		expect(await kindsOf()).not.toContain("clock");
		expect((await row(world.zizkova))?.textContent).not.toContain("Shift by");
	});

	test("is said in Czech, too", async () => {
		await send(world.zizkova, fast(-5));
		const text = (await row(world.zizkova, { language: "cs" }))?.textContent;
		expect(text).toContain("všechny časy jsou o 5 h dřívější, než mají být: vzlet by byl v 07:01");
		expect(text).toContain("Posunout o +5 h");
	});
});

describe("one press shifts a log", () => {
	const right = async () => {
		const log = await score(world.mala);
		return { start: log?.start, points: log?.points };
	};
	let path = "";

	beforeEach(async () => {
		await launch(world.zizkova, "10:01:00");
		path = await send(world.zizkova, fast(-5));
		// The same flight in another glider, by a right clock.
		await send(world.mala, flight(0, { recorder: "ALXVABC", pressureAtField: 452 }));
		await press(world.zizkova, "Shift by +5 h");
	});

	test("so that it scores as one whose clock was right", async () => {
		expect((await score(world.zizkova))?.points).toBe((await right()).points);
		expect((await score(world.zizkova))?.start).toBe((await right()).start);
		expect(await kindsOf()).toEqual([]);
		expect((await row(world.zizkova))?.textContent).toContain("all times are shifted by +5 h");
	});

	test("and the press is audited with its reason", async () => {
		expect((await audited("igc.set-clock")).at(-1)).toMatchObject({
			before: { clockShift: 0 },
			after: { clockShift: 18_000, reason: expect.stringContaining("5\u00a0h early") },
			actorId: world.admin.id,
		});
	});

	test("and its bytes stay as they were sent", async () => {
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		expect([version.clockShift, flown.flownAs]).toEqual([18_000, `${version.sha256}@18000`]);
		const file = await app.api("GET", `/api/igc/file/${version.id}`, undefined, { as: world.admin });
		expect(new Uint8Array(await file.arrayBuffer())).toEqual(fast(-5));
	});

	test("and its figures, picture, page and receipt follow, and say so", async () => {
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		const [{ version: other } = {} as never] = await flights(world.mala);
		expect(version.receipt.figures.takeOff).toBe(other.receipt.figures.takeOff);
		expect(version.receipt.trace?.times).toEqual(other.receipt.trace?.times);
		const said =
			"The organisers have shifted all times of this log by +5 h, as its clock was wrong: by its own times the launch would have been on 15 July 2025, 07:01.";
		const page = await pageOf(`/igc/${flown.id}`);
		expect(page).toContain(said);
		expect(page).toContain("12:01");
		expect(await pageOf(path, { id: world.zizkova.userId })).toContain(said);
		expect(await pageOf(`/igc/${(await flights(world.mala))[0]?.flight.id}`)).not.toContain("shifted");
	});

	test("and one press takes it back", async () => {
		await press(world.zizkova, "Take the shift back");
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		expect([version.clockShift, flown.flownAs]).toEqual([0, null]);
		expect(await clockIn()).toContain("5 h early");
		expect((await audited("igc.set-clock")).at(-1)?.after).toMatchObject({ clockShift: 0 });
	});

	test("and so does one press on the page of the flight, once", async () => {
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		const undo = (seen: string) =>
			app.post(
				`/igc/${flown.id}`,
				{ intent: "unset-clock", versionId: version.id, seen },
				{ as: world.admin },
			);
		expect(await pageOf(`/igc/${flown.id}`, world.admin)).toContain("Take the shift back");
		expect((await undo("3600")).headers.get("Set-Cookie")).toContain("stale");
		expect((await undo("18000")).headers.get("Set-Cookie")).toContain("igc.decide.success");
		expect((await flights(world.zizkova))[0]?.version.clockShift).toBe(0);
		expect(await pageOf(`/igc/${flown.id}`, world.admin)).not.toContain("Take the shift back");
	});

	test("and a second press of the same is stale", async () => {
		await press(world.zizkova, "Take the shift back");
		const [{ flight: flown } = {} as never] = await flights(world.zizkova);
		const form = { registrationId: world.zizkova.id, log: flown.id, intent: "setClock" };
		expect(await act({ ...form, shift: "18000" })).toContain("igc.decide.success");
		for (const shift of ["18000", "36000", "", "-1"])
			expect(await act({ ...form, shift })).toContain("stale");
	});

	test("and a newer log of the flight has a clock of its own", async () => {
		await send(world.zizkova, flight(0, { pressureAtField: 470 }), {
			on: createApp({ clock: "2025-07-15T18:20:00Z" }),
		});
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		expect([version.clockShift, flown.flownAs]).toEqual([0, null]);
		const { versions } = await storedIgc();
		expect(
			versions
				.filter(({ igcFileId }) => igcFileId === flown.id)
				.map((one) => one.clockShift)
				.toSorted(),
		).toEqual([0, 18_000]);
		const shifted = versions.find((one) => one.clockShift !== 0)?.id ?? "";
		await app.post(
			`/igc/${flown.id}`,
			{ intent: "restore", versionId: shifted, seenVersionId: version.id },
			{ as: world.admin },
		);
		expect((await flights(world.zizkova))[0]?.flight.flownAs).toContain("@18000");
		expect((await score(world.zizkova))?.start).toBe((await right()).start);
	});

	test("and its results have a place of their own", async () => {
		const rows = await db.select({ sha256: flightResults.sha256 }).from(flightResults);
		const [{ version } = {} as never] = await flights(world.zizkova);
		const own = rows.map(({ sha256 }) => sha256).filter((sha256) => sha256.startsWith(version.sha256));
		expect(own.toSorted()).toEqual([version.sha256, `${version.sha256}@18000`]);
	});
});

test("a date that a receiver has lost is found and shifted by days", async () => {
	await send(world.zizkova, fast(-7168 * 24));
	expect(await clockIn()).toContain(
		"all times are off by 7168 days: the launch would be on 29 November 2005",
	);
	expect(await kindsOf()).not.toContain("otherDay");
	await press(world.zizkova, "Shift by +7,168 days");
	expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
});

test("a log of another competition day stays one of another day", async () => {
	await launch(world.zizkova, "10:01:00");
	await send(world.zizkova, fast(-24));
	expect(await kindsOf()).toContain("otherDay");
	expect(await kindsOf()).not.toContain("clock");
});

test("the other log of the flight, of a recorder with another clock, is found beside it", async () => {
	await launch(world.zizkova, "10:01:00");
	await send(world.zizkova, flight(0));
	await send(world.zizkova, withClock(flight(0, { recorder: "AFLAXYZ" }), 3 * hour));
	expect((await row(world.zizkova))?.textContent).toContain("all times are 3 h late");
	expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
});

test.each([
	[1, ["all times are 1 h late: the launch would be at 13:01"]],
	[1 / 60, []],
	[1 / 3600, []],
])(
	"a backup whose clock is %d h fast is said to have a wrong clock, if by whole hours",
	async (hours, said) => {
		await launch(world.zizkova, "10:01:00");
		await send(world.zizkova, flight(0));
		await send(world.zizkova, withClock(flight(0, { recorder: "AFLAXYZ" }), Math.round(hours * hour)));
		const shown = (await row(world.zizkova))?.textContent ?? "";
		expect((await flights(world.zizkova)).map((one) => one.flight.standing)).toEqual(["scores", "backup"]);
		expect(shown.includes("Shift by")).toBe(said.length > 0);
		for (const text of said) expect(shown).toContain(text);
		expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
		expect(await kindsOf()).not.toContain("clock");
	},
);

describe("a log that is ahead of now by whole hours", () => {
	/** Ten minutes after the landing at 12:16 UTC. */
	const soon = createApp({ clock: "2025-07-15T12:26:00Z" });
	const sentAhead = (hours = 5) => send(world.zizkova, fast(hours), { on: soon });
	const standing = async () => (await flights(world.zizkova))[0]?.flight.standing;

	test.each([1, 2, 5, 13, 14])("%i h, of its competitor, is kept and counts nowhere", async (hours) => {
		const receipt = await sentAhead(hours);
		expect(await standing()).toBe("ahead");
		expect(await score(world.zizkova)).toMatchObject({ start: null, findings: [], distanceM: null });
		const page = await pageOf(receipt, { id: world.zizkova.userId }, soon);
		expect(page).toContain(`All times are at least ${hours} h ahead: they are still to come.`);
		expect(page).toContain("It counts when the organisers have set its clock.");
	});

	test.each([15, 24, 48])("%i h, is refused", async (hours) => {
		const refused = await post(world.zizkova, fast(hours), { on: soon });
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain("The log has fixes later than now");
		expect((await storedIgc()).versions).toEqual([]);
	});

	test("is refused when no whole hours lead to its launch", async () => {
		await launch(world.zizkova, "10:01:00");
		expect((await post(world.zizkova, fast(1.5), { on: soon })).status).toBe(400);
		expect((await post(world.zizkova, fast(2), { on: soon })).status).toBe(303);
	});

	test("is kept of an organiser, and refused with its hours of anybody else", async () => {
		await send(world.zizkova, fast(5), { on: soon, as: world.admin });
		expect(await standing()).toBe("ahead");
		for (const as of [null, { id: world.xenie.userId }]) {
			const refused = await post(world.mala, fast(5, 1), { on: soon, as });
			expect(refused.status).toBe(400);
			expect(plain(await refused.text())).toContain(
				"All times are at least 5 h ahead: they are still to come. Only the pilot",
			);
		}
		const api = await soon.api("POST", "/api/igc", uploadBody(world.mala.id, scored.day.id, fast(5, 1)));
		expect([api.status, await api.json()]).toEqual([
			400,
			{ msg: expect.stringContaining("still to come"), errors: { igc: "igc.refused.clockAhead" } },
		]);
	});

	test("is seen by its competitor and by organisers alone", async () => {
		const receipt = await sentAhead();
		const id = (await flights(world.zizkova))[0]?.flight.id;
		for (const as of [undefined, { id: world.mala.userId }])
			expect((await soon.get(`/igc/${id}`, { as })).status).toBe(404);
		expect((await soon.get(`/igc/${id}`, { as: world.admin })).status).toBe(200);
		expect(await pageOf("/igc", { id: world.zizkova.userId }, soon)).toContain(receipt);
		expect(await pageOf(`/igc?day=${scored.day.id}`, world.admin, soon)).toContain("clock ahead");
		expect(await pageOf("/igc", undefined, soon)).not.toContain(receipt);
		expect(await pageOf("/igc", { id: world.mala.userId }, soon)).not.toContain(receipt);
	});

	test("announces no landing, and its competitor still owes a log", async () => {
		await db.insert(pilotDays).values({
			...{
				dayId: scored.day.id,
				registrationId: world.zizkova.id,
				launches: [Date.parse("2025-07-15T10:01:00Z")],
			},
			...{ status: "FLYING", statusId: crypto.randomUUID(), statusAt: new Date("2025-07-15T10:01:00Z") },
		});
		await sentAhead();
		const late = createApp({ clock: "2025-07-15T18:30:00Z" });
		const missing = await pageOf("/statuses", world.admin, late);
		expect(missing).not.toContain("17:16");
		const list = elementsIn(await pageOf(`/igc?day=${scored.day.id}`, world.admin, late), "main")[0];
		expect(list?.textContent).toContain("Žižková");
	});

	test("is shifted back by one press, and then scores", async () => {
		await launch(world.zizkova, "10:01:00");
		await sentAhead();
		const text = (await row(world.zizkova, { on: soon }))?.textContent;
		expect(text).toContain("all times are 5 h late: the launch would be at 17:01");
		await press(world.zizkova, "Shift by −5 h", { on: soon });
		expect(await standing()).toBe("scores");
		expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
		const [{ version } = {} as never] = await flights(world.zizkova);
		expect(version.warnings.map(({ reason }) => reason)).not.toContain("clockAhead");
		await press(world.zizkova, "Take the shift back", { on: soon });
		expect(await standing()).toBe("ahead");
	});

	test("replaces no log that counts", async () => {
		await send(world.zizkova, flight(0), { on: soon });
		await sentAhead(1);
		const [first, second] = await flights(world.zizkova);
		expect(first?.flight.standing).toBe("scores");
		expect(second?.flight.standing ?? "ahead").toBe("ahead");
		expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
	});

	test("stays held when it is sent again in the evening, confirmed or chosen", async () => {
		await sentAhead();
		await send(world.zizkova, fast(5));
		expect(await standing()).toBe("ahead");
		const [{ flight: flown, version } = {} as never] = await flights(world.zizkova);
		await app.post(`/igc/${flown.id}`, { intent: "confirm", versionId: version.id }, { as: world.admin });
		expect(await standing()).toBe("ahead");
	});

	test("is kept of a stick that an organiser loads", async () => {
		const path = "/igc?many";
		const log = new File([fast(5) as BlobPart], "stick.igc");
		await soon.post(path, multipart({ logs: [log] }), { as: world.admin });
		const [first] = elementsIn(await sourceOf(await soon.get(path, { as: world.admin })), "tbody tr");
		const id = (attributeIn(first ?? "", "select", "name") ?? "").slice("pilot-".length);
		const chosen = { [`pilot-${id}`]: world.zizkova.id, [`day-${id}`]: scored.day.id };
		await soon.post(path, chosen, { as: world.admin });
		expect(await standing()).toBe("ahead");
	});

	test("leaves what visitors see as it is", async () => {
		await send(world.mala, flight(1), { on: soon });
		const daily = () => scored.daily(soon);
		const [before] = await db.select().from(dayScores).where(eq(dayScores.competitionClassId, scored.club));
		const shown = await daily();
		await sentAhead();
		expect((await daily()).match(/Malá.*?676/s)).toEqual(shown.match(/Malá.*?676/s));
		const [after] = await db.select().from(dayScores).where(eq(dayScores.competitionClassId, scored.club));
		expect(after?.sheet.logs).toBe(before?.sheet.logs);
	});
});
