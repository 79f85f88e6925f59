import { env } from "cloudflare:test";
import { inject, vi } from "vitest";
import { listenToNetwork } from "~/lib/live/listen.server";
import type { Answer, Orders, Question } from "~/lib/live/live-positions.server";
import { liveEntries } from "~db/schema";
import type { SentBeacon } from "~test/fakes/beacon-line";
import { beaconLine } from "~test/fakes/beacon-line";
import { type App, createApp } from "./app";
import { contextOf } from "./context";
import { createRegistration, databaseOf } from "./factories";
import { fakeServices } from "./services";
import { testEdition } from "./test-edition";

/* Live positions, from the fake of the Open Glider Network to the pages. */

/** Variables with which the Worker listens to the fake. */
export function liveSettings(): Partial<Env> {
	const server = inject("ognServers")[Number(process.env.VITEST_POOL_ID) - 1] ?? "";
	return { LIVE: "on", OGN_SERVER: server, OGN_DEVICES_URL: `${fakeServices().ogn}/download/?j=1` };
}

/** What listens for the newest edition. */
export function liveObject(): DurableObjectStub {
	if (!env.LIVE_POSITIONS) throw new Error("wrangler.toml has no Durable Object");
	return env.LIVE_POSITIONS.getByName(String(testEdition.year));
}

/** The site with LIVE on. @param clock ISO time */
export const liveApp = (clock: string): App => createApp({ clock, env: liveSettings() });

export const contextOfLive = (now: Date) => ({
	...contextOf({ now, env: liveSettings() }),
	live: liveObject(),
});

/** Gives an entry a device, and the consent that its positions are shown. */
export async function agreeFor(
	registrationId: string,
	deviceIds: readonly string[],
	agreedAt: Date | null = new Date(0),
) {
	const row = { registrationId, deviceIds, agreedAt, updatedAt: new Date(0) };
	await databaseOf()
		.insert(liveEntries)
		.values(row)
		.onConflictDoUpdate({ target: liveEntries.registrationId, set: row });
}

/** Asks the fake, or orders something of it. */
export const ofOgn = (method: string, path: string, body?: BodyInit): Promise<Response> =>
	fetch(`${fakeServices().ogn}/__control/${path}`, { method, ...(body === undefined ? {} : { body }) });

interface Known {
	readonly tracked?: "Y" | "N";
	readonly identified?: "Y" | "N";
}

/** What the device database says. A database without any device is no database. */
export async function sayOfDevices(devices: Readonly<Record<string, Known>> = {}): Promise<void> {
	const all = Object.entries<Known>({ FFFFFF: {}, ...devices }).map(
		([device_id, { tracked = "Y", identified = "Y" }]) => ({
			device_type: "F",
			device_id,
			tracked,
			identified,
		}),
	);
	await ofOgn("PUT", "devices", JSON.stringify({ devices: all }));
}

/** Milliseconds until a test gives up; generous, as a busy machine connects late. */
const longestWait = 20_000;

/** Lets the schedule order what listens to go on, and waits until it is connected. */
export async function listen(now: Date): Promise<void> {
	const agreed = await databaseOf().select().from(liveEntries);
	if (!agreed.some(({ deviceIds }) => deviceIds.includes(mark)))
		await agreeFor((await createRegistration({ accepted: true })).id, [mark]);
	await listenToNetwork(contextOfLive(now));
	await vi.waitFor(async () => {
		const { logins } = (await (await ofOgn("GET", "connections")).json()) as {
			readonly logins: readonly string[];
		};
		if (logins.length === 0) throw new Error("nobody listens");
	}, longestWait);
}

/** All that the object would say of devices. */
export async function seenOf(devices: readonly string[], now: Date, delay = 0): Promise<Answer> {
	const asked: Question = {
		now: now.getTime(),
		devices: Object.fromEntries(devices.map((device) => [device, delay])),
		withProgress: false,
	};
	const response = await liveObject().fetch("https://live.invalid/positions", {
		method: "POST",
		body: JSON.stringify(asked),
	});
	return response.json<Answer>();
}

/** A device whose beacons mark that everything before them was heard. */
const mark = "AAAAAA";

/** Sends bytes to who listens, then the beacon of another glider, and waits until that was heard. */
export async function hear(bytes: string | Uint8Array<ArrayBuffer>, now: Date): Promise<void> {
	const before = (await seenOf([mark], now)).seen[0]?.fix.at ?? 0;
	const at = new Date(Math.max(before + 1000, now.getTime() - 600_000));
	await ofOgn("POST", "send", bytes);
	await ofOgn("POST", "send", `\r\n${beaconLine({ ...aboveField, device: mark, at })}\r\n`);
	await vi.waitFor(async () => {
		const heard = (await seenOf([mark], now)).seen[0]?.fix.at;
		if (heard !== at.getTime()) throw new Error("it was not heard yet");
	}, longestWait);
}

/** Where a glider is while nothing else is said. */
export const aboveField = {
	latitude: 49.6,
	longitude: 15.9,
	altitude: 1200,
	speed: 95,
	track: 120,
	climb: 1,
};

/** The lines of beacons. */
export const linesOf = (...beacons: readonly (Pick<SentBeacon, "device" | "at"> & Partial<SentBeacon>)[]) =>
	beacons.map((beacon) => `${beaconLine({ ...aboveField, ...beacon })}\r\n`).join("");

/** Lets nobody listen any more, nobody have agreed, and nothing be known. */
export async function endListening(now: Date): Promise<void> {
	await databaseOf().delete(liveEntries);
	const orders: Orders = {
		now: now.getTime(),
		version: Number.MAX_SAFE_INTEGER,
		until: 0,
		devices: [],
		followed: null,
		airfield: aboveField,
		network: { server: "", devices: "" },
	};
	await liveObject().fetch("https://live.invalid/listen", { method: "POST", body: JSON.stringify(orders) });
	// Behind the last login of the connection that this has ended.
	await ofOgn("POST", "reset");
}
