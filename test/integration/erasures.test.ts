import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { carryOutErasures } from "~/lib/accounts/erasure-requests.server";
import { hashPassword } from "~/lib/accounts/password/password.server";
import {
	auditLog,
	competitionDays,
	dailyResults,
	emailClaims,
	erasures,
	outbox,
	registrations,
	results,
	users,
} from "~db/schema";
import { eraseByMail, erasureLinkTo, goodPassword, mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { sourceOf, textsIn } from "~test/support/html";
import { evening } from "~test/support/igc";
import { storeResults } from "~test/support/result-sheets";

/* An account is erased in two steps, and where results are concerned organisers may object for a day. */

const db = databaseOf();
const hoursLater = (hours: number) => new Date(Date.parse(evening) + hours * 60 * 60_000);
const appAfter = (hours: number) => createApp({ clock: hoursLater(hours).toISOString() });
const app = appAfter(0);

const reference = await seedReference();
const classId = reference.competitionClasses[0]?.id ?? "";
const days = reference.competitionDays;
const admin = await createAdmin();
// One for all: a hash takes long.
const passwordHash = await hashPassword(goodPassword);
await db.update(competitionDays).set({ task: "TASK" });

beforeEach(async () => {
	await db.batch([db.delete(results), db.delete(dailyResults), db.delete(erasures)]);
	await db.batch([db.delete(registrations), db.delete(auditLog), db.delete(outbox)]);
});

/** Somebody with results on the first days. */
async function competitor(flown: number) {
	const user = await createUser({ name: "Jan", surname: "Vzorný", passwordHash });
	const entry = await createRegistration({ userId: user.id, accepted: true, startNumber: "K1" });
	for (const { id: dayId } of days.slice(0, flown)) {
		await db.insert(dailyResults).values({
			id: crypto.randomUUID(),
			competitionClassId: classId,
			dayId,
			registrationId: entry.id,
			competitor: "K1",
			position: 3,
			name: "Jan Vzorný",
			aeroclub: "Aeroklub Vzorov",
			glider: "LS 4",
			points: 1000,
		});
	}
	await storeResults();
	return user;
}

type Person = Awaited<ReturnType<typeof competitor>>;

const ask = (user: Person) => app.post("/user-profile/erase", { password: goodPassword }, { as: user });
const withdraw = (user: Person) => app.post("/user-profile/erase", { intent: "withdraw" }, { as: user });
const carryOut = (hours: number) => carryOutErasures(contextOf({ now: hoursLater(hours) }));
const object = (hours: number, erasure: string, objection = "Protest se ještě projednává.") =>
	appAfter(hours).post("/admin/operations?view=erasures", { erasure, objection }, { as: admin });

async function isErased({ id }: Person): Promise<boolean> {
	const [user] = await db.select().from(users).where(eq(users.id, id));
	return user?.erasedAt !== null;
}

async function openErasure(): Promise<string> {
	const [erasure] = await db.select().from(erasures);
	return erasure?.id ?? "none";
}

async function profileTexts(user: Person, hours: number): Promise<string[]> {
	const page = await appAfter(hours).get("/user-profile/erase", { as: user, language: "en" });
	return textsIn(await sourceOf(page), ".notice-title");
}

test("a password alone erases nothing; the link does, by a form without scripts", async () => {
	const user = await competitor(0);
	expect((await ask(user)).status).toBe(303);
	expect(await isErased(user)).toBe(false);
	expect(await profileTexts(user, 0)).toEqual(["Waiting for your confirmation"]);
	const link = await erasureLinkTo(user.email);
	const shown = await app.get(link, { language: "en" });
	expect(shown.headers.get("Referrer-Policy")).toBe("same-origin");
	const page = await shown.text();
	expect(page).toContain(user.email);
	expect(page).not.toContain("__remixContext");
	// Programs that look through mails open every link.
	expect(await isErased(user)).toBe(false);
	expect((await app.post(link, {})).status).toBe(303);
	expect(await isErased(user)).toBe(true);
});

test("the link works once, for an hour, for its request alone", async () => {
	const user = await competitor(0);
	await ask(user);
	const link = await erasureLinkTo(user.email);
	const { pathname, search } = new URL(link, "http://x");
	for (const [at, forged] of [
		[2, link],
		[0, pathname],
		[0, link.replace("signature=", "signature=A")],
		[0, `/erase-account/${crypto.randomUUID()}${search}`],
	] as const) {
		expect((await appAfter(at).get(forged)).status).toBe(404);
		expect((await appAfter(at).post(forged, {})).status).toBe(404);
	}
	const otherEdition = createApp({ clock: evening, host: "2024.localhost" });
	expect((await otherEdition.post(link, {})).status).toBe(404);
	await ask(user);
	expect((await app.post(link, {})).status).toBe(404);
	expect(await isErased(user)).toBe(false);
	const second = await erasureLinkTo(user.email);
	expect((await app.post(second, {})).status).toBe(303);
	expect((await app.post(second, {})).status).toBe(404);
});

test("who has the password gets no link by an address of their own while the owner can take the account back", async () => {
	const user = await competitor(0);
	await db.insert(emailClaims).values({
		id: crypto.randomUUID(),
		userId: user.id,
		email: user.email,
		previousEmail: "owner@example.com",
		createdAt: hoursLater(-1),
		confirmedAt: hoursLater(0),
		expiresAt: hoursLater(72),
	});
	expect((await ask(user)).status).toBe(409);
	expect(await erasureLinkTo(user.email)).toBe("/no-link-was-mailed");
	await db
		.update(emailClaims)
		.set({ undoneAt: hoursLater(0) })
		.where(eq(emailClaims.userId, user.id));
	expect((await ask(user)).status).toBe(303);
});

test("a new password ends the request", async () => {
	const user = await competitor(0);
	await ask(user);
	const link = await erasureLinkTo(user.email);
	await db.update(users).set({ tokenVersion: 2 }).where(eq(users.id, user.id));
	expect((await app.post(link, {})).status).toBe(404);
	expect(await profileTexts({ ...user, tokenVersion: 2 }, 0)).toEqual([]);
	expect(await isErased(user)).toBe(false);
});

test("a link to the old address is good for nothing after its change", async () => {
	const user = await competitor(0);
	await ask(user);
	const link = await erasureLinkTo(user.email);
	await db
		.update(users)
		.set({ email: `new.${user.email}` })
		.where(eq(users.id, user.id));
	expect((await app.post(link, {})).status).toBe(404);
	expect(await isErased(user)).toBe(false);
});

test("with results the erasure waits a day, and the scheduler carries it out by the entry's id", async () => {
	const user = await competitor(2);
	// As from a starting list whose filters have left one competitor.
	const message = { to: "chosen", recipients: user.id, subject: "Protest", body: "Přijďte.", step: "send" };
	expect((await app.post("/users", message, { as: admin })).status).toBe(303);
	const confirmed = await eraseByMail(app, user);
	expect(confirmed.headers.get("Location")).toMatch(/^\/erase-account\//);
	await carryOut(23);
	expect(await isErased(user)).toBe(false);
	expect(await profileTexts(user, 0)).toEqual(["The erasure is confirmed"]);
	const mails = await db.select().from(outbox);
	expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual(
		expect.arrayContaining([
			["erasure-waiting", user.email],
			["erasure-organisers", "organiser@example.com"],
		]),
	);
	await carryOut(24);
	expect(await isErased(user)).toBe(true);
	expect((await db.select().from(dailyResults)).map(({ name }) => name)).toEqual(["– Anonym", "– Anonym"]);
	const blanked = await db.select().from(auditLog).where(eq(auditLog.action, "results.blank"));
	expect(blanked.map(({ actorId }) => actorId)).toEqual([null, null]);
	const messages = await db.select().from(auditLog).where(eq(auditLog.action, "message.send"));
	expect(messages.map(({ after }) => JSON.stringify(after))).toEqual([
		expect.not.stringContaining("Protest"),
	]);
	const organisers = await db.select().from(outbox).where(eq(outbox.kind, "erasure-organisers"));
	for (const { payload } of organisers) expect(payload).toEqual({});
});

test("organisers see what is about to be blanked, and their dashboard says so", async () => {
	const user = await competitor(2);
	await eraseByMail(app, user);
	const page = await sourceOf(
		await app.get("/admin/operations?view=erasures", { as: admin, language: "en" }),
	);
	expect(textsIn(page, ".card h3")).toEqual(["K1 Vzorný Jan"]);
	expect(textsIn(page, ".card li").map((text) => text.replaceAll("\u00a0", " "))).toEqual([
		"Saturday 12 July: place 3 (Club)",
		"Sunday 13 July: place 3 (Club)",
	]);
	const dashboard = await sourceOf(await app.get("/admin", { as: admin, language: "en" }));
	expect(textsIn(dashboard, '.attention a[href="/admin/operations?view=erasures"]')).toEqual([
		"1 account is waiting to be erased",
	]);
});

test("an objection stops the erasure, and the competitor reads why", async () => {
	const user = await competitor(1);
	await eraseByMail(app, user);
	const erasure = await openErasure();
	expect((await object(1, erasure, " ")).headers.get("X-Refusal")).toBe("invalid-fields");
	expect((await object(1, erasure)).headers.get("X-Refusal")).toBeNull();
	expect((await object(1, erasure)).headers.get("X-Refusal")).toBe("stale");
	await carryOut(25);
	expect(await isErased(user)).toBe(false);
	expect(await profileTexts(user, 0)).toEqual(["The organisers object to the erasure of the account"]);
	const [mail] = await mailsTo(user.email);
	expect(mail?.text).toContain("Protest se ještě projednává.");
	// Asking again is the way on.
	await eraseByMail(app, user);
	await carryOut(25);
	expect(await isErased(user)).toBe(true);
	expect(JSON.stringify(await db.select().from(erasures))).not.toContain("Protest");
});

test("nobody objects to a request that is not confirmed, or whose day is over", async () => {
	const user = await competitor(1);
	await ask(user);
	expect((await object(0, await openErasure())).headers.get("X-Refusal")).toBe("stale");
	await app.post(await erasureLinkTo(user.email), {});
	expect((await object(24, await openErasure())).headers.get("X-Refusal")).toBe("stale");
});

test("the competitor can withdraw the request until it is carried out", async () => {
	const user = await competitor(1);
	await eraseByMail(app, user);
	expect((await withdraw(user)).headers.get("X-Refusal")).toBeNull();
	expect((await withdraw(user)).headers.get("X-Refusal")).toBe("stale");
	await carryOut(25);
	expect(await isErased(user)).toBe(false);
	expect(await profileTexts(user, 0)).toEqual([]);
});

test("an organiser who reads the mail gets no link that works", async () => {
	const user = await competitor(0);
	await ask(user);
	const [mail] = await db.select().from(outbox);
	const page = await (await app.get(`/admin/mail/${mail?.id}`, { as: admin })).text();
	expect(page).toContain("/erase-account/…");
	expect(page).not.toContain("signature=");
});
