import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, onTestFinished, vi } from "vitest";
import { listensUntil } from "~/lib/live/listen.server";
import type { Health, Orders } from "~/lib/live/live-positions.server";
import { jobFuses } from "~db/schema";
import { createAdmin, createRegistration, databaseOf } from "~test/support/factories";
import { plain } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import {
	agreeFor,
	endListening,
	hear,
	linesOf,
	listen,
	liveApp,
	liveObject,
	liveSettings,
	ofOgn,
	sayOfDevices,
	seenOf,
} from "~test/support/live";
import { testEdition } from "~test/support/test-edition";
import { test } from "~test/support/world";

/* What listens to the Open Glider Network, and a server of it that misbehaves. */

const now = new Date("2025-07-17T12:30:00Z");
const [glider, other] = ["DD0001", "DD0002"];

beforeEach(() => sayOfDevices());
afterEach(() => endListening(now));

/** Orders the object to listen for some hours, as the schedule does for some minutes. */
async function order(others: Partial<Orders>): Promise<number> {
	const { OGN_SERVER: server = "", OGN_DEVICES_URL: devices = "" } = liveSettings();
	const orders: Orders = {
		...{ now: now.getTime(), until: now.getTime() + 3 * 3_600_000, devices: [glider], followed: null },
		version: Number.MAX_SAFE_INTEGER,
		airfield: { latitude: 49.5312, longitude: 15.8745 },
		network: { server, devices },
		...others,
	};
	const body = JSON.stringify(orders);
	return (await liveObject().fetch("https://live.invalid/listen", { method: "POST", body })).status;
}

interface Connections {
	readonly logins: readonly string[];
	readonly keepAlives: number;
	readonly open: number;
}

/**
 * Holds the clock an hour ahead, so that the platform itself rings no alarm while a test rings them one after the other. It stands still between
 * them: with fake timers, each look of `vi.waitFor` would move it.
 */
function holdClock(): void {
	vi.setSystemTime(Date.now() + 3_600_000);
	onTestFinished(() => void vi.useRealTimers());
}

/** Rings the next alarm. @param seconds until then */
async function ring(seconds = 30): Promise<boolean> {
	vi.setSystemTime(Date.now() + seconds * 1000);
	return runDurableObjectAlarm(liveObject());
}

/** What the object writes to the log of its connections. */
function connectionLog() {
	const logged = vi.spyOn(console, "log").mockImplementation(() => {});
	onTestFinished(() => logged.mockRestore());
	const texts = () => logged.mock.calls.map(([line]) => String(line));
	return {
		begun: () => texts().filter((line) => line.includes('"begins":true')).length,
		pauses: () => texts().flatMap((line) => /"pauseS":(\d+)/.exec(line)?.[1] ?? []),
	};
}

/** All that the object has stored. */
const stored = () =>
	runInDurableObject(liveObject(), async (_, { storage }) => JSON.stringify([...(await storage.list())]));

const connections = () => asked<Connections>("connections");

const asked = async <T>(what: string): Promise<T> => (await ofOgn("GET", what)).json() as Promise<T>;

test("it logs in for what flies around the airfield, and hears the gliders of entries that have agreed", async ({
	reference: _,
}) => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	const { logins } = await asked<Connections>("connections");
	expect(logins[0]).toMatch(/^user \S+ pass -1 vers glidercup 1\.0 filter r\/49\.531\/15\.\d{3}\/300$/);
	await hear(linesOf({ device: glider, at: now }, { device: other, at: now }), now);
	const { seen, signalAt } = await seenOf([glider, other], now);
	expect(seen.map(({ device }) => device)).toEqual([glider]);
	expect(seen[0]?.fix).toMatchObject({ at: now.getTime(), altitude: expect.closeTo(1200, 0) });
	expect(signalAt).not.toBeNull();
});

test("garbage, half lines, ten megabytes without an end and times of tomorrow do not stop it", async () => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	const tomorrow = new Date(now.getTime() + 3 * 3_600_000);
	await hear(
		linesOf({ device: glider, at: tomorrow }, { device: glider, at: now, latitude: 0, longitude: 0 }),
		now,
	);
	await hear(crypto.getRandomValues(new Uint8Array(60_000)), now);
	await hear(new Uint8Array(10 * 1024 * 1024).fill(0x41), now);
	expect((await seenOf([glider], now)).seen).toEqual([]);
	const line = linesOf({ device: glider, at: now });
	await ofOgn("POST", "send", line.slice(0, 40));
	await ofOgn("POST", "send", line.slice(40, 90));
	await hear(line.slice(90), now);
	expect((await seenOf([glider], now)).seen).toHaveLength(1);
});

test("whoever the device database refuses is not kept, nor anybody before it was read", async () => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await sayOfDevices({ [glider]: { tracked: "N" } });
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider], now)).seen).toEqual([]);
});

test("a killed object takes back what it knew a minute ago, and connects again", async () => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	await hear(
		linesOf({ device: glider, at: new Date(now.getTime() - 600_000) }, { device: glider, at: now }),
		now,
	);
	await runDurableObjectAlarm(liveObject());
	await runInDurableObject(liveObject(), (_, state) => state.abort()).catch(() => undefined);
	const { seen } = await seenOf([glider], now);
	expect(seen[0]?.fix.at).toBe(now.getTime());
	expect((await seenOf([glider], now, 300_000)).seen[0]?.fix.at).toBe(now.getTime() - 600_000);
	await ofOgn("POST", "reset");
	await runDurableObjectAlarm(liveObject());
	await vi.waitFor(async () => expect((await connections()).logins).toHaveLength(1));
});

test("an object that cannot read what another release has stored begins anew with the next order", async () => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	await runInDurableObject(liveObject(), async (_, state) => {
		await state.storage.put({ lasts: 7, progress: 7 });
		await state.storage.sync();
		state.abort();
	}).catch(() => undefined);
	expect((await seenOf([glider], now)).seen).toEqual([]);
	expect(await stored()).not.toContain(glider);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider], now)).seen[0]?.fix.at).toBe(now.getTime());
});

test("a day after it was heard nothing is stored of anybody, by the alarms of the object alone", async () => {
	holdClock();
	await order({ devices: [glider, "AAAAAA"], until: now.getTime() + 60_000 });
	await hear(linesOf({ device: glider, at: now }), now);
	await ring();
	await ring();
	for (let hours = 0; hours < 22; hours += 1) {
		expect(await stored()).toContain(glider);
		expect(await ring(3_600)).toBe(true);
	}
	await ring(3_600);
	expect(await stored()).toBe("[]");
	expect(await ring(3_600)).toBe(false);
});

test("a task that cannot be followed stops neither the positions nor what erases them, nor an object that begins anew", async () => {
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	const followed = {
		...{ tasks: { club: { id: "A", date: "2025-07-17" } }, classes: { [glider]: "club" } },
	} as unknown as Orders["followed"];
	const status = await order({ until: null, followed });
	expect(status).toBe(204);
	expect(await runDurableObjectAlarm(liveObject())).toBe(true);
	const failing = async () =>
		(await (await liveObject().fetch("https://live.invalid/health")).json<Health>()).failing;
	expect(await failing()).toEqual(["follow"]);
	await runInDurableObject(liveObject(), (_, state) => state.abort()).catch(() => undefined);
	expect(await seenOf([glider], now)).toMatchObject({ seen: [] });
	expect(await runDurableObjectAlarm(liveObject())).toBe(true);
});

test("the network hears of us at least every 240 seconds, and a connection on which nothing comes for two minutes is begun anew", async () => {
	holdClock();
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	await listen(now);
	await order({ devices: [glider, "AAAAAA"] });
	const log = connectionLog();
	let [quiet, longest, before] = [0, 0, 0];
	for (let halves = 1; halves <= 20; halves += 1) {
		await ring();
		// What comes is read before the next alarm.
		await hear("# aprsc 2.1.19\r\n", new Date(now.getTime() + halves * 30_000));
		const { keepAlives } = await connections();
		expect(log.begun()).toBe(0);
		quiet = keepAlives > before ? 0 : quiet + 30;
		before = keepAlives;
		longest = Math.max(longest, quiet);
	}
	expect(before).toBeGreaterThanOrEqual(3);
	expect(longest).toBeLessThan(240);
	for (let halves = 1; halves <= 4; halves += 1) await ring();
	expect(log.pauses()).toEqual([]);
	await ring();
	await vi.waitFor(() => expect(log.pauses()).toEqual(["0"]));
	await ring();
	expect(log.begun()).toBe(1);
	await vi.waitFor(async () => expect(await connections()).toMatchObject({ open: 1 }));
});

test("a server that ends every connection after its greeting is tried again after pauses that grow to five minutes", async () => {
	holdClock();
	const log = connectionLog();
	await order({});
	const tried: number[] = [];
	for (let halves = 0; halves <= 35; halves += 1) {
		// Alarms come a little early or late.
		if (halves > 0) await ring(halves % 2 === 1 ? 29 : 31);
		if (log.begun() === tried.length) continue;
		tried.push(halves);
		// An attempt has ended before the next alarm.
		await vi.waitFor(async () => expect((await connections()).logins).toHaveLength(tried.length));
		await ofOgn("POST", "drop");
		await vi.waitFor(() => expect(log.pauses()).toHaveLength(tried.length));
	}
	expect(tried).toEqual([0, 1, 3, 7, 15, 25, 35]);
	expect(log.pauses()).toEqual(["30", "60", "120", "240", "300", "300", "300"]);
});

test("after a line that was lost it listens again half a minute later, and the pauses begin anew", async () => {
	holdClock();
	const log = connectionLog();
	await order({ devices: [glider, "AAAAAA"] });
	for (const pause of ["0", "0"]) {
		const before = log.pauses().length;
		await vi.waitFor(async () => expect((await connections()).logins).toHaveLength(before + 1));
		await hear("", now);
		await ofOgn("POST", "drop");
		await vi.waitFor(() => expect(log.pauses()).toHaveLength(before + 1));
		expect(log.pauses().at(-1)).toBe(pause);
		await ring();
	}
	expect(log.begun()).toBe(3);
});

test("listening ends at its hour, not when the last order would, and does not begin again", async () => {
	holdClock();
	const end = listensUntil(testEdition, [], new Date("2025-07-17T18:00:00Z")) ?? 0;
	const entry = await createRegistration({ accepted: true });
	await agreeFor(entry.id, [glider]);
	const log = connectionLog();
	await listen(new Date(end - 45_000));
	await ring();
	await vi.waitFor(async () => expect(await connections()).toMatchObject({ open: 1 }));
	await ring(15);
	await vi.waitFor(async () => expect(await connections()).toMatchObject({ open: 0 }));
	// Nothing was heard, so nothing is left that an alarm would have to erase.
	expect(await ring()).toBe(false);
	expect(await connections()).toMatchObject({ open: 0 });
	expect(log.begun()).toBe(1);
});

test("an order that was made before a consent was taken back, and comes after that, changes nothing", async () => {
	await order({ version: 1, devices: [glider, other, "AAAAAA"] });
	await hear(linesOf({ device: glider, at: now }, { device: other, at: now }), now);
	await order({ version: 3, devices: [other, "AAAAAA"], until: null });
	await order({ version: 2, devices: [glider, other, "AAAAAA"] });
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider, other], now)).seen.map(({ device }) => device)).toEqual([other]);
	// A database that was restored begins with an earlier version.
	await order({ version: 2, now: now.getTime() + 60_000, devices: [glider, "AAAAAA"] });
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider], now)).seen).toHaveLength(1);
});

test("nothing is stored any more of a device whose consent was taken back, not even that the device database was asked about it", async () => {
	await order({ devices: [glider, other, "AAAAAA"] });
	await hear(linesOf({ device: glider, at: now }, { device: other, at: now }), now);
	await runDurableObjectAlarm(liveObject());
	expect(await stored()).toContain(glider);
	// Not even while the device database, which is asked for a new device, does not answer.
	await ofOgn("PUT", "devices", JSON.stringify({ hangs: true }));
	const answered = order({ devices: [other, "AAAAAA", "DD0003"] });
	await vi.waitFor(async () => expect(await stored()).not.toContain(glider));
	expect(await stored()).toContain(other);
	await sayOfDevices();
	await answered;
});

test("organisers are told as of any other job when the projected order cannot be computed, while positions go on", async () => {
	const look = (minutes: number) => runScheduleAt(at(minutes), liveSettings(), "*/5 * * * *");
	const admin = await createAdmin();
	const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
	const told = async (minutes: number) =>
		plain(await (await liveApp(at(minutes)).get("/admin", { as: admin, language: "en" })).text()).includes(
			"Live positions and the projected order",
		);
	const followed = {
		...{ tasks: { club: { id: "A", date: "2025-07-17" } }, classes: { [glider]: "club" } },
	} as unknown as Orders["followed"];
	const fail = () => order({ followed, devices: [glider, "AAAAAA"] });
	await fail();
	await look(0);
	expect(await told(0)).toBe(false);
	await fail();
	await look(5);
	expect(await told(5)).toBe(true);
	await fail();
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider], now)).seen).toHaveLength(1);
	// An hour later it is asked again.
	await order({ followed: { tasks: {}, classes: {} } });
	await look(66);
	expect(await told(66)).toBe(false);
	await databaseOf().delete(jobFuses);
});
