import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import { auditLog, igcFiles, igcFileVersions, liveEntries, pilotDays } from "~db/schema";
import { type App, createApp, freshWorker, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { contentVersion, createRegistration, databaseOf } from "~test/support/factories";
import { plain } from "~test/support/html";
import {
	endListening,
	hear,
	linesOf,
	listen,
	liveApp,
	liveSettings,
	sayOfDevices,
	seenOf,
} from "~test/support/live";
import { dayOn, test } from "~test/support/world";

/* What a competitor says of the own devices: consent, taken back at once, and what logs propose. */

const now = new Date("2025-07-17T12:30:00Z");
const glider = "DD0001";
const path = "/registration/live";
const db = databaseOf();
const app = liveApp(now.toISOString());

beforeEach(() => sayOfDevices());
afterEach(() => endListening(now));

const rowOf = async (registrationId: string) =>
	(await db.select().from(liveEntries).where(eq(liveEntries.registrationId, registrationId)))[0];

async function flying() {
	const entry = await createRegistration({ accepted: true });
	const status = { statusId: crypto.randomUUID(), status: "FLYING" as const, statusAt: now };
	await db
		.insert(pilotDays)
		.values({ dayId: dayOn("2025-07-17"), registrationId: entry.id, ...status, launches: [now.getTime()] });
	return { ...entry, as: { as: { id: entry.userId } } };
}

test("ids are read with or without capitals, each once; anything else is refused at its field", async () => {
	const { id, as } = await flying();
	const saved = await app.post(path, { deviceIds: " dd0001, 3E1234  DD0001", agrees: "on" }, as);
	expect([saved.status, saved.headers.get("Location")]).toEqual([303, path]);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider, "3E1234"], agreedAt: now });
	for (const wrong of ["DD00011", "GG0001", "1 2", "A00001 A00002 A00003 A00004"])
		expect((await app.post(path, { deviceIds: wrong }, as)).status, wrong).toBe(400);
	expect((await rowOf(id))?.deviceIds).toEqual([glider, "3E1234"]);
	const logged = await db.select().from(auditLog).where(eq(auditLog.action, "live-entry.save"));
	expect(JSON.stringify(logged)).not.toMatch(/DD0001|3E1234/);
});

test("consent taken back while many look is gone from everywhere within 15 seconds, and from what listens at once", async () => {
	changeEdition({ liveDelay: 0 });
	const { id, startNumber, as } = await flying();
	await app.post(path, { deviceIds: glider, agrees: "on" }, as);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	const worker = freshWorker();
	const clock = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
	const readerAt = (seconds: number): App =>
		createApp({ clock: clock(seconds), env: liveSettings(), worker });
	const numbers = async (reader: App) =>
		(await json(await reader.get("/live.json"))).dots.map(([number]: readonly string[]) => number);
	expect(await numbers(readerAt(0))).toEqual([startNumber]);
	const before = await contentVersion();
	const taken = await app.post(path, { intent: "withdraw" }, as);
	expect(taken.status).toBe(303);
	expect(await contentVersion()).toBeGreaterThan(before);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: null });
	expect((await seenOf([glider], now)).seen).toEqual([]);
	const seen = await Promise.all(Array.from({ length: 200 }, () => numbers(readerAt(14))));
	expect(seen.flat()).toEqual([]);
});

test("where LIVE is off, what is saved makes no page anew", async () => {
	const { as } = await flying();
	const before = await contentVersion();
	const saved = await createApp({ clock: now.toISOString() }).post(
		path,
		{ deviceIds: glider, agrees: "on" },
		as,
	);
	expect(saved.status).toBe(303);
	expect(await contentVersion()).toBe(before);
});

test("the newest own log proposes the device that it names, and one press takes it", async () => {
	const { id, userId, as } = await flying();
	const key = `logs/${crypto.randomUUID()}`;
	await env.FILES.put(
		key,
		"AFLA1ER\r\nLFLA092345ID 2 DD0001\r\nLLXVFLARM:LXV,4.0,3e1234\r\nLFLA092400STEALTH\r\n",
	);
	const version = crypto.randomUUID();
	const times = { createdAt: now, updatedAt: now };
	const igcFileId = crypto.randomUUID();
	const file = { id: igcFileId, dayId: dayOn("2025-07-17"), registrationId: id, currentVersionId: version };
	await db.insert(igcFiles).values({ ...file, ...times });
	await db.insert(igcFileVersions).values({
		id: version,
		igcFileId,
		key,
		originalName: "log.igc",
		size: 1,
		sha256: "0",
		state: "ready",
		receipt: {} as typeof igcFileVersions.$inferInsert.receipt,
		warnings: [],
		createdAt: now,
		uploadedBy: userId,
	});
	const page = plain(await (await app.get(path, { ...as, language: "en" })).text());
	expect(page).toContain("names the device DD0001");
	expect(page).toContain("names the device 3E1234");
	await app.post(path, { intent: "confirm", device: glider }, as);
	// Nothing that no log has named.
	await app.post(path, { intent: "confirm", device: "FFFFF1" }, as);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: null });
	// An entry has three at most: one that is full is proposed none, and takes none.
	await app.post(path, { deviceIds: `${glider} FFFFF1 FFFFF2` }, as);
	const full = plain(await (await app.get(path, { ...as, language: "en" })).text());
	expect(full).not.toContain("names the device");
	await app.post(path, { intent: "confirm", device: "3E1234" }, as);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider, "FFFFF1", "FFFFF2"] });
});
