import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as passwords from "~/lib/accounts/password.server";
import { passwordCost } from "~/lib/accounts/password-cost";
import { auditLog, outbox, users } from "~db/schema";
import {
	bearer,
	goodPassword,
	mailsTo,
	newcomer,
	resetTokenTo,
	type SessionJson,
	signedUp,
} from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";

const app = createApp();
const db = databaseOf();

afterEach(() => {
	vi.restoreAllMocks();
});

async function said(response: Response) {
	return { status: response.status, ...(await response.json<{ msg: string; errors?: object }>()) };
}

function auditOf(subjectId: string, action: string) {
	return db
		.select()
		.from(auditLog)
		.where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));
}

describe("POST /api/users", () => {
	test("makes an account and a session, and hides the password", async () => {
		const person = { ...newcomer(), email: `  Hana.${crypto.randomUUID()}@Example.COM ` };
		const response = await app.api("POST", "/api/users", { ...person, admin: true, _id: "mine" });
		expect(response.status).toBe(201);
		const session = await response.json<SessionJson>();
		expect(session).toEqual({
			token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
			user: {
				id: session.user._id,
				_id: expect.stringMatching(/^[\da-f-]{36}$/),
				name: "Hana",
				surname: "Větrovská",
				email: person.email.trim().toLowerCase(),
				admin: false,
			},
		});
		const [row] = await db.select().from(users).where(eq(users.id, session.user.id));
		expect(row?.passwordHash).toMatch(/^\$scrypt\$/);
		expect(row).toMatchObject({ admin: false, passwordValid: true, language: "cs" });
		const [audited] = await auditOf(session.user.id, "account.signup");
		expect(audited).toMatchObject({ actorId: session.user.id });
		expect(JSON.stringify(audited)).not.toContain(goodPassword);
	});

	test("refuses an address that has an account, in any spelling", async () => {
		const person = await signedUp(app);
		const again = { ...newcomer(), email: person.email.toUpperCase() };
		expect(await said(await app.api("POST", "/api/users", again))).toEqual({
			status: 400,
			msg: "User already exists",
			errors: { email: "server.user-exists" },
		});
	});

	test("gives one account of many equal posts at once", async () => {
		const person = newcomer();
		const responses = await Promise.all(
			Array.from({ length: 5 }, () => app.api("POST", "/api/users", person)),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
		expect(await db.$count(users, eq(users.email, person.email))).toBe(1);
	});

	test("is closed before signup opens, and open from that very moment", async () => {
		const early = createApp({ clock: "2025-03-01T10:59:59Z" });
		const person = newcomer();
		expect(await said(await early.api("POST", "/api/users", person))).toEqual({
			status: 403,
			msg: "Signup is not open",
		});
		expect(await db.$count(users, eq(users.email, person.email))).toBe(0);
		const punctual = createApp({ clock: "2025-03-01T11:00:00Z" });
		expect((await punctual.api("POST", "/api/users", person)).status).toBe(201);
	});

	test.each([
		[{}, "Please enter all fields", { name: "form.field.required" }],
		[{ name: "" }, "Please enter all fields", { name: "form.field.required" }],
		[{ surname: " \n" }, "Please enter all fields", { surname: "form.field.required" }],
		[{ email: "" }, "Please enter all fields", { email: "form.field.required" }],
		[{ password: "" }, "Please enter all fields", { password: "form.field.required" }],
		[
			{ email: "hana" },
			"The email must be an email address, like jana@example.com",
			{ email: "form.field.email" },
		],
		[
			{ email: "jana@nowhere.invalid" },
			"The email must be an email address, like jana@example.com",
			{ email: "form.field.email" },
		],
		[
			{ email: `${"h".repeat(250)}@example.com` },
			"The email is too long: 254 characters at most",
			{ email: "form.field.tooLong" },
		],
		[
			{ name: "h".repeat(101) },
			"The name is too long: 100 characters at most",
			{ name: "form.field.tooLong" },
		],
		[
			{ name: "Ha\u0000na" },
			"The name contains characters that are not allowed",
			{ name: "form.field.characters" },
		],
		[{ name: { $ne: "" } }, "The name must be a text", { name: "form.field.text" }],
		[
			{ password: "krátké7" },
			"The password is too short: 8 characters at least",
			{ password: "form.field.tooShort" },
		],
		[
			{ password: "dlouhé".repeat(22) },
			"The password is too long: 128 characters at most",
			{ password: "form.field.tooLong" },
		],
		[
			{ password: "heslo123" },
			"This password is too common, choose another one",
			{ password: "form.password.common" },
		],
		[
			{ password: "Větrovská1" },
			"Your name or email cannot be your password, choose another one",
			{ password: "form.password.own" },
		],
		[{ password: 12345678 }, "The password must be a text", { password: "form.field.text" }],
	])("answers %j with what is wrong", async (values, msg, errors) => {
		const body = Object.keys(values).length === 0 ? {} : { ...newcomer(), ...values };
		const answer = await said(await app.api("POST", "/api/users", body));
		expect(answer).toMatchObject({ status: 400, msg, errors });
	});
});

describe("a password of the leaks is refused when it is", () => {
	const leaked = "Liverpool7";
	const common = "form.password.common";

	test("that of a new account", async () => {
		const person = { ...newcomer(), password: leaked };
		expect(await said(await app.api("POST", "/api/users", person))).toMatchObject({
			status: 400,
			errors: { password: common },
		});
		const page = await app.post("/signup", person, { language: "en" });
		expect(page.status).toBe(400);
		expect(await page.text()).toContain("This password is too common, choose another one");
		expect(await db.$count(users, eq(users.email, person.email))).toBe(0);
	});

	test("a new one of an account, or one set by a link", async () => {
		const person = await signedUp(app);
		const change = { oldPassword: goodPassword, newPassword: leaked };
		const changed = await app.api("POST", "/api/auth/change-password", change, bearer(person.token));
		expect(await said(changed)).toMatchObject({ status: 400, errors: { newPassword: common } });
		await app.api("POST", "/api/auth/reset-password", { email: person.user.email });
		const token = await resetTokenTo(person.user.email);
		const reset = await app.api("POST", "/api/auth/reset-password/reset", { token, password: leaked });
		expect(await said(reset)).toMatchObject({ status: 400, errors: { password: common } });
		const again = { token, password: "Termika nad Vysočinou" };
		expect((await app.api("POST", "/api/auth/reset-password/reset", again)).status).toBe(200);
	});
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
			["Vlečná 5 po větru", hash],
			["Vlečná 5 po větru", null],
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
			msg: "The password must be reset first",
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

	test("does not read the page's cookie", async () => {
		const user = await createUser();
		const headers = { Cookie: `token=${await app.token(user)}` };
		expect((await app.api("GET", "/api/auth/user", undefined, { headers })).status).toBe(401);
	});
});

describe("PUT /api/users", () => {
	test("changes name and surname, asks for the e-mail to be confirmed, and nothing else", async () => {
		const user = await createUser();
		const email = `nova.${crypto.randomUUID()}@example.com`;
		const body = { name: " Jana ", surname: "Málková", email, admin: true, password: "x" };
		const response = await app.api("PUT", "/api/users", body, { as: user });
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			id: user.id,
			_id: user.id,
			name: "Jana",
			surname: "Málková",
			email: user.email,
			admin: false,
		});
		const [row] = await db.select().from(users).where(eq(users.id, user.id));
		expect(row).toMatchObject({
			surname: "Málková",
			email: user.email,
			admin: false,
			passwordHash: user.passwordHash,
		});
		const [audited] = await auditOf(user.id, "account.profile-change");
		expect(audited).toMatchObject({ actorId: user.id });
		// The name was "Jana" before.
		expect(audited?.before).toEqual({ surname: user.surname });
		expect(audited?.after).toEqual({ surname: "Málková" });
		const [asked] = await auditOf(user.id, "account.email-change");
		expect(asked?.after).toEqual({ email });
	});

	test("tells the old address about a new one, and only then", async () => {
		const user = await createUser({ language: "en" });
		const { name, email } = user;
		await app.api("PUT", "/api/users", { name, surname: "Málková", email }, { as: user });
		expect(await db.$count(outbox, eq(outbox.recipient, email))).toBe(0);
		const moved = `nova.${crypto.randomUUID()}@example.com`;
		await app.api("PUT", "/api/users", { name, surname: "Málková", email: moved }, { as: user });
		const [mail] = await mailsTo(email);
		expect(mail?.subject).toContain("Account email changed");
		expect(mail?.text).toContain(moved);
		expect((await mailsTo(moved)).map(({ subject }) => subject)).toEqual([
			"Confirm your email address – Glider Cup 2025",
		]);
	});

	test("refuses the address of somebody else and changes nothing", async () => {
		const [user, other] = await Promise.all([createUser(), createUser()]);
		const body = { name: "Jana", surname: "Jiná", email: other.email.toUpperCase() };
		expect(await said(await app.api("PUT", "/api/users", body, { as: user }))).toEqual({
			status: 400,
			msg: "This email already exists",
			errors: { email: "server.email-exists" },
		});
		const [row] = await db.select().from(users).where(eq(users.id, user.id));
		expect(row).toMatchObject({ surname: user.surname, email: user.email });
		expect(await auditOf(user.id, "account.profile-change")).toEqual([]);
	});

	test.each([
		[{ name: "" }, "name"],
		[{ surname: "" }, "surname"],
		[{ email: "" }, "email"],
	])("asks for all fields when given %j", async (values, field) => {
		const { name, surname, email, ...user } = await createUser();
		const response = await app.api("PUT", "/api/users", { name, surname, email, ...values }, { as: user });
		expect(await said(response)).toEqual({
			status: 400,
			msg: "Please enter all fields",
			errors: { [field]: "form.field.required" },
		});
	});
});

describe("POST /api/auth/change-password", () => {
	const newPassword = "Kumulus nad Vysočinou";

	test("gives a new token, ends the old ones and tells the owner", async () => {
		const person = await signedUp(app);
		const body = { oldPassword: goodPassword, newPassword };
		const response = await app.api("POST", "/api/auth/change-password", body, bearer(person.token));
		expect(response.status).toBe(200);
		const session = await response.json<SessionJson>();
		expect(session.user).toEqual(person.user);
		const ask = (token: string) => app.api("GET", "/api/auth/user", undefined, bearer(token));
		expect((await ask(session.token)).status).toBe(200);
		expect(await said(await ask(person.token))).toEqual({ status: 401, msg: "Token is not valid" });
		const login = (password: string) => app.api("POST", "/api/auth", { email: person.email, password });
		expect((await login(goodPassword)).status).toBe(400);
		expect((await login(newPassword)).status).toBe(200);
		const [newest] = await mailsTo(person.email);
		expect(newest?.subject).toBe("Heslo bylo změněno – Glider Cup 2025");
		expect(await auditOf(person.user.id, "account.password-change")).toHaveLength(1);
	});

	test("refuses a wrong old password and changes nothing", async () => {
		const person = await signedUp(app);
		const body = { oldPassword: "Vlečná 5 po větru", newPassword };
		const response = await app.api("POST", "/api/auth/change-password", body, bearer(person.token));
		expect(await said(response)).toEqual({
			status: 400,
			msg: "Invalid old password",
			errors: { oldPassword: "server.invalid-old-password" },
		});
		expect((await app.api("GET", "/api/auth/user", undefined, bearer(person.token))).status).toBe(200);
		expect(JSON.stringify(await mailsTo(person.email))).not.toContain("změněno");
	});

	test.each([
		[{ oldPassword: "" }, "Please enter all fields", { oldPassword: "form.field.required" }],
		[{ newPassword: "" }, "Please enter all fields", { newPassword: "form.field.required" }],
		[
			{ newPassword: "krátké" },
			"The new password is too short: 8 characters at least",
			{ newPassword: "form.field.tooShort" },
		],
		[
			{ newPassword: "Password1" },
			"This password is too common, choose another one",
			{ newPassword: "form.password.common" },
		],
		[
			{ newPassword: "vetrovska hana" },
			"Your name or email cannot be your password, choose another one",
			{ newPassword: "form.password.own" },
		],
	])("answers %j with what is wrong", async (values, msg, errors) => {
		const user = await createUser({ name: "Hana", surname: "Větrovská" });
		const body = { oldPassword: goodPassword, newPassword, ...values };
		const response = await app.api("POST", "/api/auth/change-password", body, { as: user });
		expect(await said(response)).toEqual({ status: 400, msg, errors });
	});

	test("lets one of several changes at once through", async () => {
		const person = await signedUp(app);
		const responses = await Promise.all(
			["Kumulus první", "Kumulus druhý", "Kumulus třetí"].map((password) =>
				app.api(
					"POST",
					"/api/auth/change-password",
					{ oldPassword: goodPassword, newPassword: password },
					bearer(person.token),
				),
			),
		);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
		expect(row?.tokenVersion).toBe(2);
	});
});

test("GET /api/users lists accounts by surname in Czech order, without secrets", async () => {
	const year = 2023;
	const surnames = ["Žák", "Chalupa", "Hora", "Čáp", "Cibulka", "Ibl", "Řehoř", "Rys", "Zach"];
	for (const surname of surnames) await createUser({ surname }, year);
	await createUser({ surname: "Zmizelá", erasedAt: new Date() }, year);
	const admin = await createAdmin({ surname: "Áda", passwordValid: false }, year);
	const response = await createApp({ host: "2023.localhost" }).api("GET", "/api/users", undefined, {
		as: admin,
	});
	const list = await response.json<Record<string, unknown>[]>();
	expect(list.map(({ surname }) => surname)).toEqual([
		"Áda",
		"Cibulka",
		"Čáp",
		"Hora",
		"Chalupa",
		"Ibl",
		"Rys",
		"Řehoř",
		"Zach",
		"Žák",
	]);
	expect(list[0]).toEqual({
		id: admin.id,
		_id: admin.id,
		name: admin.name,
		surname: "Áda",
		email: admin.email,
		admin: true,
		passwordValid: false,
	});
});
