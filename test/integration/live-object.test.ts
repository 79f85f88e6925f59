import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect } from "vitest";
import type { Orders } from "~/lib/live/live-positions.server";
import { createRegistration } from "~test/support/factories";
import {
	agreeFor,
	endListening,
	hear,
	linesOf,
	listen,
	liveObject,
	liveSettings,
	ofOgn,
	sayOfDevices,
	seenOf,
} from "~test/support/live";
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
		airfield: { latitude: 49.5312, longitude: 15.8745 },
		network: { server, devices },
		...others,
	};
	const body = JSON.stringify(orders);
	return (await liveObject().fetch("https://live.invalid/listen", { method: "POST", body })).status;
}

interface Connections {
	readonly logins: readonly string[];
}

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
	await runInDurableObject(liveObject(), (_, state) => state.abort()).catch(() => undefined);
	expect(await seenOf([glider], now)).toMatchObject({ seen: [] });
	expect(await runDurableObjectAlarm(liveObject())).toBe(true);
});
