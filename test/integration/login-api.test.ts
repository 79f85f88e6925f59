import { eq } from "drizzle-orm";
import { afterEach, describe, expect, vi } from "vitest";
import * as passwords from "~/lib/accounts/password/password.server";
import { passwordCost } from "~/lib/accounts/password/password-cost";
import { users } from "~db/schema";
import {
	auditOf,
	bearer,
	goodPassword,
	keepSignupOpen,
	newcomer,
	type SessionJson,
	said,
	signedUp,
} from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();

afterEach(() => {
	vi.restoreAllMocks();
});

describe("POST /api/auth", () => {
	test("begins a session that the API knows", async () => {
		const person = await signedUp(app);
		const login = { email: ` ${person.email.toUpperCase()}`, password: goodPassword };
		const response = await app.api("POST", "/api/auth", login);
		expect(response.status).toBe(200);
		expect(response.headers.get("Cache-Control")).toBe("private, no-store");
		const session = await response.json<SessionJson>();
		expect(session.user).toEqual(person.user);
		const me = await app.api("GET", "/api/auth/user", undefined, bearer(session.token));
		expect(await me.json()).toEqual(person.user);
		expect(await auditOf(person.user.id, "account.login")).toHaveLength(1);
	});

	test("answers a wrong password and an unknown address alike", async () => {
		const person = await signedUp(app);
		const wrong = await app.api("POST", "/api/auth", { email: person.email, password: "Vlečná 5 po větru" });
		const unknown = await app.api("POST", "/api/auth", { email: newcomer().email, password: goodPassword });
		const noAddress = await app.api("POST", "/api/auth", { email: "hana", password: goodPassword });
		for (const response of [wrong, unknown, noAddress]) {
			expect(await said(response)).toEqual({ status: 400, msg: "Invalid credentials" });
		}
	});

	test("verifies the password of an unknown address like that of a known one", async () => {
		const person = await signedUp(app);
		const verify = vi.spyOn(passwords, "verifyPassword");
		for (const email of [person.email, newcomer().email]) {
			await app.api("POST", "/api/auth", { email, password: "Vlečná 5 po větru" });
		}
		const hash = expect.stringMatching(/^\$scrypt\$/);
		expect(verify.mock.calls).toEqual([
			["Vlečná 5 po větru", hash, null],
			["Vlečná 5 po větru", null, null],
		]);
	});

	test.each([{}, { email: "", password: "" }, { email: "a@example.com" }, { password: goodPassword }])(
		"asks for all fields when given %j",
		async (body) => {
			expect(await said(await app.api("POST", "/api/auth", body))).toMatchObject({
				status: 400,
				msg: "Please enter all fields",
			});
		},
	);

	test("takes an account of one edition for none of another", async () => {
		const person = await signedUp(app);
		const other = createApp({ host: "2024.localhost" });
		const login = { email: person.email, password: goodPassword };
		expect((await other.api("POST", "/api/auth", login)).status).toBe(400);
		expect((await other.api("GET", "/api/auth/user", undefined, bearer(person.token))).status).toBe(401);
	});

	test("sends an account whose password must be reset to do so", async () => {
		const person = await signedUp(app);
		await db.update(users).set({ passwordValid: false }).where(eq(users.id, person.user.id));
		const login = { email: person.email, password: goodPassword };
		expect(await said(await app.api("POST", "/api/auth", login))).toEqual({
			status: 403,
			msg: "The password must be reset first.",
		});
	});

	test("replaces a hash of other parameters", async () => {
		const person = await signedUp(app);
		const key = "MFzMZl7ERbpGVzSrW/EZsWBOaZHqJWSUsdCk6BXPyYM";
		const old = `$scrypt$ln=10,r=8,p=1$BwcHBwcHBwcHBwcHBwcHBw$${key}`;
		await db.update(users).set({ passwordHash: old }).where(eq(users.id, person.user.id));
		const { scryptSync } = await import("node:crypto");
		const real = scryptSync(goodPassword.normalize("NFC"), Buffer.alloc(16, 7), 32, { N: 1024, r: 8, p: 1 });
		const hash = old.replace(key, real.toString("base64").replace(/=+$/, ""));
		await db.update(users).set({ passwordHash: hash }).where(eq(users.id, person.user.id));
		const login = { email: person.email, password: goodPassword };
		expect((await app.api("POST", "/api/auth", login)).status).toBe(200);
		const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
		expect(row?.passwordHash).toContain(
			`$scrypt$ln=${passwordCost.ln},r=${passwordCost.r},p=${passwordCost.p}$`,
		);
		expect((await app.api("POST", "/api/auth", login)).status).toBe(200);
	});

	test("takes a password however the keyboard composed it, and keeps its blanks", async () => {
		const person = await signedUp(app, { password: " nočnílet nad lesem " });
		const attempt = (password: string) => app.api("POST", "/api/auth", { email: person.email, password });
		expect((await attempt(" nočnílet nad lesem ".normalize("NFD"))).status).toBe(200);
		expect((await attempt("nočnílet nad lesem")).status).toBe(400);
	});
});

describe("GET /api/auth/user", () => {
	test.each([
		["no token", {}],
		["garbage", { Authorization: "Bearer garbage" }],
		["another scheme", { Authorization: "Basic YTpi" }],
	])("answers 401 to %s", async (_name, headers) => {
		expect(await said(await app.api("GET", "/api/auth/user", undefined, { headers }))).toEqual({
			status: 401,
			msg: "Token is not valid",
		});
	});

	test("answers a good token whose user is gone with 401 and says so", async () => {
		const headers = { Authorization: `Bearer ${await app.token({ id: crypto.randomUUID() })}` };
		expect(await said(await app.api("GET", "/api/auth/user", undefined, { headers }))).toEqual({
			status: 401,
			msg: "User does not exist",
		});
	});

	test("does not read the page's cookie", async ({ user }) => {
		const headers = { Cookie: `token=${await app.token(user)}` };
		expect((await app.api("GET", "/api/auth/user", undefined, { headers })).status).toBe(401);
	});
});
