import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import { listensUntil } from "~/lib/live/listen.server";
import { deskPositions, publicPositions } from "~/lib/live/live-queries.server";
import { liveEntries, pilotDays } from "~db/schema";
import { json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createRegistration, databaseOf } from "~test/support/factories";
import {
	agreeFor,
	contextOfLive,
	endListening,
	hear,
	linesOf,
	listen,
	liveApp,
	sayOfDevices,
} from "~test/support/live";
import { testEdition } from "~test/support/test-edition";
import { dayOn, test } from "~test/support/world";

/* Whom live positions show: rules in their order, the strictest wins. */

const now = new Date("2025-07-17T12:30:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const [glider, other] = ["DD0001", "DD0002"];
const db = databaseOf();

beforeEach(() => sayOfDevices());
afterEach(() => endListening(now));

/** A pilot who flies and has agreed. */
async function flying(
	deviceIds: readonly string[] = [glider],
	status: "FLYING" | "OUTLANDING" | "HOME" = "FLYING",
) {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, deviceIds);
	await db.insert(pilotDays).values({
		dayId: dayOn("2025-07-17"),
		registrationId: entry.id,
		statusId: crypto.randomUUID(),
		status,
		statusAt: minutes(-60),
		launches: [minutes(-60).getTime()],
	});
	return entry;
}

/** Numbers of whom visitors see, and of whom the desk does. */
async function shown(at = now) {
	const ctx = contextOfLive(at);
	const [visitors, desk] = [await publicPositions(ctx), await deskPositions(ctx)];
	const numbersOf = ({ pilots }: typeof desk) => pilots.map(({ startNumber }) => startNumber);
	return { visitors: numbersOf(visitors), desk: numbersOf(desk) };
}

/** Nobody waits for the delay. */
const atOnce = () => changeEdition({ liveDelay: 0 });

test("a pilot who has agreed and flies is seen by everybody", async () => {
	atOnce();
	const { startNumber } = await flying();
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect(await shown()).toEqual({ visitors: [startNumber], desk: expect.arrayContaining([startNumber]) });
	const answer = await json(await liveApp(now.toISOString()).get("/live.json"));
	expect(answer.dots).toEqual([[startNumber, expect.any(String), 49.6, 15.9, 1200, 94, 120, 12.5 * 3600]]);
});

test("without consent nobody sees anything, and taken back it ends at once", async () => {
	atOnce();
	const entry = await flying();
	await agreeFor(entry.id, [glider], null);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await shown()).visitors).toEqual([]);
	await agreeFor(entry.id, [glider]);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await shown()).visitors).toEqual([entry.startNumber]);
	await db.update(liveEntries).set({ agreedAt: null }).where(eq(liveEntries.registrationId, entry.id));
	const { visitors, desk } = await shown();
	expect([...visitors, ...desk]).not.toContain(entry.startNumber);
});

test.each(["46", "86", "C6"])(
	"a beacon that asks for privacy, id%s, hides the glider from everybody",
	async (flags) => {
		atOnce();
		const { startNumber } = await flying();
		await listen(now);
		await hear(linesOf({ device: glider, at: minutes(-1) }), now);
		expect((await shown()).visitors).toEqual([startNumber]);
		await hear(linesOf({ device: glider, at: now, flags }), now);
		const { visitors, desk } = await shown();
		expect([...visitors, ...desk]).not.toContain(startNumber);
	},
);

test.each([
	["tracked", { tracked: "N" }],
	["identified", { identified: "N" }],
] as const)("whom the device database does not want %s is seen by nobody", async (_, said) => {
	atOnce();
	const { startNumber } = await flying();
	await sayOfDevices({ [glider]: said });
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	const { visitors, desk } = await shown();
	expect([...visitors, ...desk]).not.toContain(startNumber);
});

test("one device in two entries is nobody's until one gives it up", async () => {
	atOnce();
	const [one, two] = [await flying(), await flying()];
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	const { visitors, desk } = await shown();
	expect(
		[...visitors, ...desk].filter((number) => [one.startNumber, two.startNumber].includes(number)),
	).toEqual([]);
	await agreeFor(two.id, []);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await shown()).visitors).toEqual([one.startNumber]);
});

test("a device of two entries is nobody's either when one of them takes back its consent", async () => {
	atOnce();
	const [one, two] = [await flying(), await flying()];
	await agreeFor(two.id, [glider], null);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	const { visitors, desk } = await shown();
	expect([...visitors, ...desk]).not.toContain(one.startNumber);
});

test.each(["OUTLANDING", "HOME"] as const)(
	"visitors never see a pilot who is %s, the desk does",
	async (status) => {
		atOnce();
		const { startNumber } = await flying([glider], status);
		await listen(now);
		await hear(linesOf({ device: glider, at: now }), now);
		expect(await shown()).toEqual({ visitors: [], desk: expect.arrayContaining([startNumber]) });
	},
);

test("visitors never see a pilot who is missing, nor a glider that has stopped somewhere", async () => {
	atOnce();
	const { startNumber } = await flying();
	await listen(now);
	const still = { device: glider, speed: 0, climb: 0 };
	await hear(linesOf({ ...still, at: minutes(-2) }, { ...still, at: now }), now);
	expect(await shown()).toEqual({ visitors: [], desk: expect.arrayContaining([startNumber]) });
	// From an hour before sunset on, somebody in the air is missing.
	const evening = new Date("2025-07-17T18:30:00Z");
	await listen(evening);
	await hear(linesOf({ device: glider, at: evening }), evening);
	expect(await shown(evening)).toEqual({ visitors: [], desk: expect.arrayContaining([startNumber]) });
});

test("visitors see a class a quarter of an hour late, or as late as the edition says", async () => {
	const { startNumber } = await flying();
	await listen(now);
	await hear(linesOf({ device: glider, at: minutes(-14) }), now);
	expect((await shown()).visitors).toEqual([]);
	changeEdition({ liveDelay: 14 });
	expect((await shown()).visitors).toEqual([startNumber]);
	changeEdition({ liveDelay: 3 });
	// An old position is no place to show.
	expect((await shown()).visitors).toEqual([]);
});

test("nobody's dot stands frozen where the network is silent for ten minutes", async () => {
	atOnce();
	await flying();
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	const later = minutes(11);
	const { signalAt, pilots } = await publicPositions(contextOfLive(later));
	expect(pilots).toEqual([]);
	expect(signalAt).not.toBeNull();
});

test("a competition day is listened to from an hour before its first launch to two hours after sunset", () => {
	const at = (time: string) =>
		listensUntil(testEdition, ["11:00:00", null], new Date(`2025-07-17T${time}+02:00`)) !== null;
	expect(["09:59:59", "10:00:00", "22:50:00", "23:10:00"].map(at)).toEqual([false, true, true, false]);
	expect(listensUntil(testEdition, [], new Date("2025-07-10T12:00:00Z"))).toBeNull();
});

test.each([
	["the device database does not want tracked", async () => sayOfDevices({ [other]: { tracked: "N" } }), {}],
	[
		"the device database does not want identified",
		async () => sayOfDevices({ [other]: { identified: "N" } }),
		{},
	],
	["asks for privacy", async () => {}, { flags: "46" }],
] as const)(
	"a glider one of whose devices %s is not shown by the other one either",
	async (_, say, changes) => {
		atOnce();
		const { startNumber } = await flying([glider, other]);
		await say();
		await listen(now);
		await hear(linesOf({ device: glider, at: minutes(-1) }, { device: other, at: now, ...changes }), now);
		await hear(linesOf({ device: glider, at: now }), now);
		const { visitors, desk } = await shown();
		expect([...visitors, ...desk]).not.toContain(startNumber);
	},
);
