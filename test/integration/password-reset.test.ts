import { and, eq, isNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { auditLog, outbox, passwordResets, users } from "~db/schema";
import {
	bearer,
	goodPassword,
	keepSignupOpen,
	linksTo,
	mailsTo,
	newcomer,
	pressLink,
	resetTokenTo,
	said,
	signedUp,
} from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createUser, databaseOf } from "~test/support/factories";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();
const newPassword = "Kumulus nad Vysočinou";

const request = (email: unknown, on = app) => on.api("POST", "/api/auth/reset-password", { email });
const check = (token: unknown, on = app) => on.api("POST", "/api/auth/reset-password/valid", { token });
const reset = (token: unknown, password: unknown = newPassword, on = app) =>
	on.api("POST", "/api/auth/reset-password/reset", { token, password });

/** The token of a fresh link for a user. */
async function linkFor(email: string, on = app): Promise<string> {
	expect((await request(email, on)).status).toBe(200);
	return resetTokenTo(email);
}

describe("asking for a link", () => {
	test("answers the same whether or not the account exists, and mails only those that do", async ({
		user,
	}) => {
		const nobody = newcomer().email;
		for (const email of [user.email, nobody, ` ${user.email.toUpperCase()}`]) {
			expect(await said(await request(email))).toEqual({ status: 200, msg: "Email sent" });
		}
		expect(await mailsTo(user.email)).toHaveLength(2);
		expect(await mailsTo(nobody)).toEqual([]);
	});

	test("builds the link from the settings, whatever the Host header says", async ({ user }) => {
		const forged = { "X-Forwarded-Host": "evil.example.com", Host: "evil.example.com" };
		await app.api("POST", "/api/auth/reset-password", { email: user.email }, { headers: forged });
		const [mail] = await mailsTo(user.email);
		expect(mail?.text).toMatch(/\?token=[\w-]{43}\n/);
		// A practice has the host of its year.
		expect(mail?.text).toContain("\nhttp://2025.localhost:8787/password-reset?token=");
		expect(mail?.html).not.toContain("evil");
	});

	test("leads to the edition's host in production", async () => {
		const user = await createUser({}, 2024);
		const env = { MODE: "production", RESEND_API_KEY: "" };
		const production = createApp({ host: "2024.glidercup.example", env });
		expect((await request(user.email, production)).status).toBe(200);
		const waiting = databaseOf(2024).select().from(outbox).where(eq(outbox.recipient, user.email));
		expect(await waiting).toMatchObject([{ state: "queued", attempts: 0, payload: {} }]);
	});

	test.each([
		["", "Please enter all fields"],
		[undefined, "Please enter all fields"],
		["hana", "The email must be an email address, like jana@example.com"],
		[["hana@example.com"], "The email must be a text"],
	])("is refused for %j", async (email, msg) => {
		expect(await said(await request(email))).toMatchObject({ status: 400, msg });
	});

	test("by the page says what will happen and keeps saying it", async ({ user }) => {
		const response = await app.post("/password-reset", { email: user.email }, { language: "en" });
		expect(response.status).toBe(303);
		const page = await app.get(response.headers.get("Location") ?? "", { language: "en" });
		expect(await page.text()).toContain("an email with a reset link should arrive");
		expect(await mailsTo(user.email)).toHaveLength(1);
	});
});

describe("a link", () => {
	test("sets a new password once, ends every session and is confirmed by mail", async () => {
		const person = await signedUp(app);
		const token = await linkFor(person.email);
		expect(await said(await check(token))).toEqual({ status: 200, msg: "Token is valid" });
		expect(await said(await reset(token))).toEqual({ status: 200, msg: "Password was successfully changed" });
		expect((await app.api("GET", "/api/auth/user", undefined, bearer(person.token))).status).toBe(401);
		const login = (password: string) => app.api("POST", "/api/auth", { email: person.email, password });
		expect((await login(goodPassword)).status).toBe(400);
		expect((await login(newPassword)).status).toBe(200);
		const [confirmation] = await mailsTo(person.email);
		expect(confirmation?.subject).toBe("Heslo bylo změněno – Glider Cup 2025");
		const used = { status: 400, msg: "This token was already used to reset password" };
		expect(await said(await check(token))).toEqual(used);
		expect(await said(await reset(token))).toEqual(used);
	});

	test("makes an account valid again whose password had to be reset", async () => {
		const person = await signedUp(app);
		await db.update(users).set({ passwordValid: false }).where(eq(users.id, person.user.id));
		await reset(await linkFor(person.email));
		const login = { email: person.email, password: newPassword };
		expect((await app.api("POST", "/api/auth", login)).status).toBe(200);
	});

	test("is stored as a digest alone", async ({ user }) => {
		const token = await linkFor(user.email);
		const everything = JSON.stringify([
			await db.select().from(passwordResets),
			await db.select().from(outbox),
			await db.select().from(auditLog),
		]);
		expect(everything).not.toContain(token);
	});

	test("lasts an hour", async ({ user }) => {
		const token = await linkFor(user.email, createApp({ clock: "2025-05-01T10:00:00Z" }));
		const almost = createApp({ clock: "2025-05-01T10:59:59Z" });
		const over = createApp({ clock: "2025-05-01T11:00:00Z" });
		expect((await check(token, almost)).status).toBe(200);
		const refused = { status: 400, msg: "Token is not valid" };
		expect(await said(await check(token, over))).toEqual(refused);
		expect(await said(await reset(token, newPassword, over))).toEqual(refused);
	});

	test("is voided by a newer one", async ({ user }) => {
		const first = await linkFor(user.email);
		const second = await linkFor(user.email);
		expect(second).not.toBe(first);
		expect(await said(await check(first))).toEqual({ status: 400, msg: "Token is not valid" });
		expect((await check(second)).status).toBe(200);
	});

	test("is not voided by a request that brings no mail any more", async () => {
		const user = await createUser({ verifiedAt: null });
		const row = { kind: "password-changed", recipient: user.email, userId: user.id, language: "cs" } as const;
		const now = new Date();
		const sent = { ...row, payload: {}, state: "sent", createdAt: now, nextAttemptAt: now } as const;
		for (let count = 0; count < 9; count++)
			await db.insert(outbox).values({ id: crypto.randomUUID(), ...sent });
		const token = await linkFor(user.email);
		expect((await request(user.email)).status).toBe(200);
		expect(await mailsTo(user.email)).toHaveLength(1);
		expect((await check(token)).status).toBe(200);
	});

	test("is voided by a new address and by a new password", async () => {
		const person = await signedUp(app);
		const first = await linkFor(person.email);
		const change = { oldPassword: goodPassword, newPassword };
		const changed = await app.api("POST", "/api/auth/change-password", change, bearer(person.token));
		const { token } = await changed.json<{ token: string }>();
		expect((await check(first)).status).toBe(400);
		const second = await linkFor(person.email);
		const body = { ...person, email: `nova.${person.email}` };
		expect((await app.api("PUT", "/api/users", body, bearer(token))).status).toBe(200);
		expect((await check(second)).status).toBe(200);
		await pressLink(app, (await linksTo("confirm-email", body.email))[0], token);
		expect((await check(second)).status).toBe(400);
	});

	test.each([
		["", 401, "No reset password token"],
		[undefined, 401, "No reset password token"],
		[7, 401, "No reset password token"],
		["x".repeat(43), 404, "No reset password token found"],
		["' OR 1=1 --", 404, "No reset password token found"],
	])("with the token %j is refused", async (token, status, msg) => {
		expect(await said(await check(token))).toEqual({ status, msg });
		expect(await said(await reset(token))).toEqual({ status, msg });
	});

	test("is not used up by a password that will not do", async () => {
		const user = await createUser({ name: "Hana", surname: "Větrovská" });
		const token = await linkFor(user.email);
		for (const [password, msg] of [
			["krátké", "The password is too short: 8 characters at least"],
			["Password1", "This password is too common, choose another one"],
			["větrovská-hana", "Your name or email cannot be your password, choose another one"],
		]) {
			expect(await said(await reset(token, password))).toMatchObject({ status: 400, msg });
		}
		expect((await reset(token)).status).toBe(200);
	});

	test("of one edition is none in another", async ({ user }) => {
		const token = await linkFor(user.email);
		expect((await check(token, createApp({ host: "2024.localhost" }))).status).toBe(404);
	});
});

describe("many resets with one token at once", () => {
	const many = 50;

	test("would all win without the condition: the race is real", async ({ user }) => {
		await linkFor(user.email);
		const [link] = await db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
		const winners = await Promise.all(
			Array.from({ length: many }, async () => {
				const [seen] = await db
					.select()
					.from(passwordResets)
					.where(and(eq(passwordResets.id, link?.id ?? ""), isNull(passwordResets.usedAt)));
				if (!seen) return false;
				await db.update(passwordResets).set({ usedAt: new Date() }).where(eq(passwordResets.id, seen.id));
				return true;
			}),
		);
		expect(winners.filter(Boolean).length).toBeGreaterThan(1);
	});

	test("give one winner, whose password it is", { timeout: 120_000 }, async () => {
		const user = await createUser({ passwordHash: await hashPassword(goodPassword) });
		const token = await linkFor(user.email);
		const passwords = Array.from({ length: many }, (_, index) => `Kumulus číslo ${index} nad lesem`);
		const statuses = await Promise.all(
			passwords.map(async (password) => (await reset(token, password)).status),
		);
		const winners = passwords.filter((_, index) => statuses[index] === 200);
		expect(winners).toHaveLength(1);
		expect(statuses.filter((status) => status === 400)).toHaveLength(many - 1);
		const [row] = await db.select().from(users).where(eq(users.id, user.id));
		expect(row?.tokenVersion).toBe(user.tokenVersion + 1);
		const login = { email: user.email, password: winners[0] };
		expect((await app.api("POST", "/api/auth", login)).status).toBe(200);
		const confirmations = (await mailsTo(user.email)).filter(({ subject }) => subject.includes("změněno"));
		expect(confirmations).toHaveLength(1);
	});
});

describe("/password-reset", () => {
	test("with a good link asks for the password twice, sets it and leads to the login", async () => {
		const person = await signedUp(app);
		const token = await linkFor(person.email);
		const page = await app.get(`/password-reset?token=${token}`);
		expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
		const html = await page.text();
		expect(html).toContain('name="passwordAgain"');
		const fields = { token, password: newPassword, passwordAgain: newPassword };
		const response = await app.post(`/password-reset?token=${token}`, fields);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/login");
		expect(decodeURIComponent(response.headers.getSetCookie().join())).toContain("passwordReset.success");
		const login = { email: person.email, password: newPassword };
		expect((await app.api("POST", "/api/auth", login)).status).toBe(200);
	});

	test("says that two passwords differ and keeps the link good", async ({ user }) => {
		const token = await linkFor(user.email);
		const fields = { token, password: newPassword, passwordAgain: `${newPassword}.` };
		const response = await app.post(`/password-reset?token=${token}`, fields);
		expect(response.status).toBe(400);
		const page = await response.text();
		expect(page).toContain("Hesla se neshodují");
		expect(page).not.toContain(newPassword);
		expect((await check(token)).status).toBe(200);
	});

	test.each([
		["", 401, "No reset password token"],
		["unknown", 404, "No reset password token found"],
	])("with the token %j says why not and offers a new link", async (token, status, msg) => {
		const response = await app.get(`/password-reset?token=${token}`, { language: "en" });
		expect(response.status).toBe(status);
		const page = await response.text();
		expect(page).toContain(msg);
		expect(page).toContain('name="email"');
		expect(page).not.toContain('name="password"');
	});

	test("with a link that was used up meanwhile says so", async ({ user }) => {
		const token = await linkFor(user.email);
		await reset(token);
		const fields = { token, password: newPassword, passwordAgain: newPassword };
		const response = await app.post(`/password-reset?token=${token}`, fields, { language: "en" });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("This token was already used to reset password");
	});
});
