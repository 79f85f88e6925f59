import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { entryById } from "~/lib/entries/entries-queries.server";
import { auditLog, igcFiles, igcFileVersions, liveEntries, pilotDays } from "~db/schema";
import { eraseByMail, goodPassword } from "~test/support/accounts";
import { type App, createApp, freshWorker, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { enterForm, entryBody, entryOf } from "~test/support/entries";
import { contentVersion, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, plain, textsIn, valueIn } from "~test/support/html";
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
import { dayOn, ids, test } from "~test/support/world";

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

async function flying(userId?: string) {
	const entry = await createRegistration({ accepted: true, ...(userId && { userId }) });
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
	for (const wrong of ["DD00011", "GG0001", "1 2", "A00001 A00002 A00003 A00004"]) {
		const refused = await app.post(path, { deviceIds: wrong }, { ...as, language: "en" });
		expect(refused.status, wrong).toBe(400);
		expect(textsIn(await refused.text(), "#live-deviceIds-error"), wrong).toEqual([
			"At most three ids, each of six characters, 0–9 and A–F",
		]);
	}
	expect((await rowOf(id))?.deviceIds).toEqual([glider, "3E1234"]);
	const logged = await db.select().from(auditLog).where(eq(auditLog.action, "live-entry.save"));
	expect(JSON.stringify(logged)).not.toMatch(/DD0001|3E1234/);
});

/** A pilot who flies and has agreed, whom the network hears and everybody sees. */
async function seenByAll() {
	changeEdition({ liveDelay: 0 });
	const user = await createUser({ passwordHash: await hashPassword(goodPassword) });
	const pilot = await flying(user.id);
	await app.post(path, { deviceIds: glider, agrees: "on" }, pilot.as);
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	return { ...pilot, user };
}

/** What 200 browsers have of the positions. */
async function numbersAfter(seconds: number, worker: ReturnType<typeof freshWorker>) {
	const clock = new Date(now.getTime() + seconds * 1000).toISOString();
	const reader = createApp({ clock, env: liveSettings(), worker });
	const numbers = async () =>
		(await json(await reader.get("/live.json"))).dots.map(([number]: readonly string[]) => number);
	return (await Promise.all(Array.from({ length: 200 }, numbers))).flat();
}

test("consent taken back while many look is gone from everywhere within 15 seconds, and from what listens at once", async () => {
	const { id, startNumber, as } = await seenByAll();
	const worker = freshWorker();
	expect(new Set(await numbersAfter(0, worker))).toEqual(new Set([startNumber]));
	const before = await contentVersion();
	const taken = await app.post(path, { intent: "withdraw" }, as);
	expect(taken.status).toBe(303);
	expect(await contentVersion()).toBeGreaterThan(before);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: null });
	expect((await seenOf([glider], now)).seen).toEqual([]);
	expect(await numbersAfter(14, worker)).toEqual([]);
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

test("an account that is erased while many look is gone from everywhere within 15 seconds, and from what listens at once", async () => {
	const { id, user } = await seenByAll();
	const worker = freshWorker();
	expect(await numbersAfter(0, worker)).not.toEqual([]);
	await eraseByMail(app, user);
	expect(await rowOf(id)).toBeUndefined();
	const stored = await runInDurableObject(liveObject(), async (_, { storage }) => [
		...(await storage.list()),
	]);
	expect(JSON.stringify(stored)).not.toContain(glider);
	expect((await seenOf([glider], now)).seen).toEqual([]);
	expect(await numbersAfter(14, worker)).toEqual([]);
});

test("an account that is erased while its own press is on the way agrees to nothing any more", async () => {
	const { id, userId, user, as } = await seenByAll();
	await insertNamingLog({ id, userId });
	const get = async (key: string) => {
		const log = await env.FILES.get(key);
		await eraseByMail(app, user);
		return log;
	};
	const slow = createApp({
		clock: now.toISOString(),
		env: { ...liveSettings(), FILES: { get } as unknown as R2Bucket },
	});
	await slow.post(path, { intent: "confirm", device: "3E1234" }, as);
	expect(await rowOf(id)).toBeUndefined();
	await listen(now);
	await hear(linesOf({ device: glider, at: now }), now);
	expect((await seenOf([glider, "3E1234"], now)).seen).toEqual([]);
});

/** A log of a pilot that names two devices. */
async function insertNamingLog({ id, userId }: { readonly id: string; readonly userId: string }) {
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
}

test("the newest own log proposes the device that it names, and one press takes it", async () => {
	const { id, userId, as } = await flying();
	await insertNamingLog({ id, userId });
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

test.each(["2025-01-15T12:00:00Z", "2025-07-17T05:00:00Z"])(
	"a consent that is given while nobody flies, at %s, asks the device database nothing and leaves nothing running",
	async (clock) => {
		const { id, as } = await flying();
		const saved = await liveApp(clock).post(path, { deviceIds: glider, agrees: "on" }, as);
		expect(saved.status).toBe(303);
		expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: new Date(clock) });
		await createApp({ clock: now.toISOString() }).post(path, { deviceIds: glider, agrees: "on" }, as);
		expect(await (await ofOgn("GET", "reads")).json()).toBe(0);
		expect(await runDurableObjectAlarm(liveObject())).toBe(false);
	},
);

/** While entries are open. */
const spring = "2025-04-02T10:00:00Z";

test("the entry form takes devices and consent, says what is wrong with them and loses nothing", async ({
	user,
}) => {
	const inSpring = liveApp(spring);
	const as = { as: user, language: "en" } as const;
	const send = (fields: Readonly<Record<string, string>>) =>
		inSpring.post("/registration", enterForm(ids, fields), as);
	const wrong = await send({ deviceIds: "DD00", knownDevices: "", agrees: "on", aeroclub: "Rozepsaný" });
	expect(wrong.status).toBe(400);
	const html = await wrong.text();
	expect(textsIn(html, "#entry-deviceIds-error")).toEqual([
		"At most three ids, each of six characters, 0–9 and A–F",
	]);
	expect([valueIn(html, "deviceIds"), valueIn(html, "aeroclub")]).toEqual(["DD00", "Rozepsaný"]);
	expect(elementsIn(html, "input[name=agrees][checked]")).toHaveLength(1);
	expect((await send({ deviceIds: "dd0001", knownDevices: "", agrees: "on" })).status).toBe(303);
	const { id = "" } = (await entryOf(user)) ?? {};
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: new Date(spring) });
	// Whoever has agreed is told so, and the form takes no consent back.
	const saved = await (await inSpring.get("/registration", as)).text();
	expect(plain(saved)).toContain("You have agreed");
	expect(elementsIn(saved, "input[name=agrees]")).toEqual([]);
	expect([valueIn(saved, "deviceIds"), valueIn(saved, "knownDevices")]).toEqual([glider, glider]);
	// Another page adds a device meanwhile: it stays, whether a form changes the devices or not.
	await inSpring.post(path, { deviceIds: `${glider} 3E1234`, agrees: "on" }, as);
	const update = { intent: "update", knownDevices: glider, version: valueIn(saved, "version") ?? "" };
	expect((await send({ ...update, deviceIds: glider, aeroclub: "Jiný" })).status).toBe(303);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider, "3E1234"], agreedAt: new Date(spring) });
	const { version = 0 } = (await entryOf(user)) ?? {};
	expect((await send({ ...update, version: String(version), deviceIds: "", aeroclub: "Jiný" })).status).toBe(
		303,
	);
	expect(await rowOf(id)).toMatchObject({ deviceIds: ["3E1234"], agreedAt: new Date(spring) });
});

test("a device that is confirmed while the entry form is open stays when the form puts another one in the place of its own", async ({
	user,
}) => {
	const inSpring = liveApp(spring);
	const send = (fields: Readonly<Record<string, string>>) =>
		inSpring.post("/registration", enterForm(ids, fields), { as: user });
	await send({ deviceIds: glider, knownDevices: "" });
	const html = await (await inSpring.get("/registration", { as: user })).text();
	await inSpring.post(path, { deviceIds: `${glider} 3E1234`, knownDevices: glider }, { as: user });
	const update = { intent: "update", knownDevices: glider, version: valueIn(html, "version") ?? "" };
	expect((await send({ ...update, deviceIds: "FFFFF1" })).status).toBe(303);
	const { id = "" } = (await entryOf(user)) ?? {};
	expect(await rowOf(id)).toMatchObject({ deviceIds: ["FFFFF1", "3E1234"] });
});

test("where LIVE is off the entry form has no devices, and what it sends leaves them as they are", async ({
	user,
}) => {
	const off = createApp({ clock: spring });
	await liveApp(spring).post("/registration", enterForm(ids, { deviceIds: glider, knownDevices: "" }), {
		as: user,
	});
	const html = await (await off.get("/registration", { as: user })).text();
	expect(elementsIn(html, "[name=deviceIds], [name=agrees]")).toEqual([]);
	const form = enterForm(ids, {
		intent: "update",
		version: valueIn(html, "version") ?? "",
		aeroclub: "Jiný",
	});
	expect((await off.post("/registration", form, { as: user })).status).toBe(303);
	const { id = "", aeroclub } = (await entryOf(user)) ?? {};
	expect(aeroclub).toBe("Jiný");
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider] });
});

test("a client of the API sends devices with the entry or leaves them as they are, and gives no consent", async ({
	user,
}) => {
	const client = liveApp(spring);
	const call = (method: string, body?: unknown) =>
		client.api(method, "/api/registration", body, { as: user });
	const entered = await json(await call("POST", { ...entryBody(ids), deviceIds: ["dd0001"], agrees: true }));
	expect(entered.deviceIds).toEqual([glider]);
	const { id = "" } = (await entryOf(user)) ?? {};
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider], agreedAt: null });
	expect((await json(await call("PUT", { ...entryBody(ids), aeroclub: "Jiný" }))).deviceIds).toEqual([
		glider,
	]);
	const wrong = await call("PUT", { ...entryBody(ids), deviceIds: ["DD00"] });
	expect([wrong.status, (await json(wrong)).errors]).toEqual([400, { deviceIds: "live.deviceIds.wrong" }]);
	expect((await json(await call("GET"))).deviceIds).toEqual([glider]);
	expect(await json(await call("PUT", { ...entryBody(ids), deviceIds: [] }))).not.toHaveProperty("deviceIds");
	expect(await rowOf(id)).toMatchObject({ deviceIds: [] });
});

test("organisers see which entries have the same device, by name, and are told as long as one of them has agreed", async ({
	admin,
}) => {
	const [one, two] = [await flying(), await flying()];
	await agreeFor(one.id, [glider], null);
	await agreeFor(two.id, ["3E1234", glider], null);
	const told = async () =>
		(await (await app.get("/admin", { as: admin, language: "en" })).text()).includes(
			"1 device is in several entries",
		);
	const list = async (as: { readonly id: string }) =>
		textsIn(await (await app.get(path, { as, language: "en" })).text(), "section[aria-labelledby=shared] li");
	expect([await told(), await list(admin)]).toEqual([false, []]);
	await agreeFor(one.id, [glider]);
	const names = await Promise.all([one, two].map(({ id }) => nameOf(id)));
	expect(await told()).toBe(true);
	expect(await list(admin)).toEqual([expect.stringMatching(new RegExp(`^${glider} .*`))]);
	for (const name of names) expect((await list(admin))[0]).toContain(name);
	// A competitor learns that another one has it, not who.
	expect(await list({ id: one.userId })).toEqual([]);
	await agreeFor(two.id, ["3E1234"], null);
	expect([await told(), await list(admin)]).toEqual([false, []]);
});

/** Start number and name of who has entered. */
async function nameOf(registrationId: string): Promise<string> {
	const [entry] = await entryById(db, registrationId);
	return `${entry?.startNumber} ${entry?.user.name} ${entry?.user.surname}`;
}

test("two proposals pressed at once are both taken, and a consent that is taken back meanwhile stays so", async () => {
	const { id, userId, as } = await flying();
	await insertNamingLog({ id, userId });
	await app.post(path, { deviceIds: "FFFFF1", agrees: "on" }, as);
	const confirm = (by: App, device: string) => by.post(path, { intent: "confirm", device }, as);
	await Promise.all([confirm(app, glider), confirm(app, "3E1234")]);
	expect((await rowOf(id))?.deviceIds.toSorted()).toEqual(["3E1234", glider, "FFFFF1"]);
	await app.post(path, { deviceIds: "FFFFF1", agrees: "on" }, as);
	const get = async (key: string) => {
		await app.post(path, { intent: "withdraw" }, as);
		return env.FILES.get(key);
	};
	const slow = createApp({
		clock: now.toISOString(),
		env: { ...liveSettings(), FILES: { get } as unknown as R2Bucket },
	});
	await confirm(slow, glider);
	expect(await rowOf(id)).toMatchObject({ deviceIds: ["FFFFF1", glider], agreedAt: null });
});

test("a page that was open while another one took the consent back gives it back by no change of the devices", async () => {
	const { id, as } = await flying();
	await app.post(path, { deviceIds: glider, agrees: "on" }, as);
	await app.post(path, { intent: "withdraw" }, as);
	const known = { knownDevices: glider, knownAgrees: "on" };
	await app.post(path, { ...known, deviceIds: `${glider} 3E1234`, agrees: "on" }, as);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider, "3E1234"], agreedAt: null });
	await app.post(path, { ...known, knownAgrees: "", deviceIds: glider, agrees: "on" }, as);
	expect(await rowOf(id)).toMatchObject({ deviceIds: [glider, "3E1234"], agreedAt: now });
});

test("a form that puts another device in the place of one keeps what was added elsewhere meanwhile, and brings back nothing that was taken out", async () => {
	const { id, as } = await flying();
	const [second, third] = ["FFFFF1", "FFFFF2"];
	const send = async (known: string, typed: string) => {
		await app.post(path, { knownDevices: known, deviceIds: typed, knownAgrees: "", agrees: "" }, as);
		return (await rowOf(id))?.deviceIds;
	};
	await agreeFor(id, [glider, "3E1234"], null);
	expect(await send(glider, second)).toEqual([second, "3E1234"]);
	// Meanwhile the first one was taken out.
	await agreeFor(id, ["3E1234"], null);
	expect(await send(`${glider} 3E1234`, `${glider} 3E1234 ${third}`)).toEqual(["3E1234", third]);
	// Where there is no room for all, the form's own stay.
	await agreeFor(id, [glider, "3E1234"], null);
	expect(await send(glider, `${second} ${third} FFFFF3`)).toEqual([second, third, "FFFFF3"]);
});
