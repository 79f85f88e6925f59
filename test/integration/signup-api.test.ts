import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "~db/schema";
import {
	auditOf,
	goodPassword,
	mailsTo,
	newcomer,
	refusesAsCommon,
	type SessionJson,
	said,
	signedUp,
} from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { elementsIn } from "~test/support/html";

const app = createApp({ clock: "2025-05-01T10:00:00Z" });
const db = databaseOf();

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
		expect(row).toMatchObject({ role: null, passwordValid: true, language: "cs" });
		const [audited] = await auditOf(session.user.id, "account.signup");
		expect(audited).toMatchObject({ actorId: session.user.id });
		expect(JSON.stringify(audited)).not.toContain(goodPassword);
	});

	test.each([
		["", {}, "cs", "Potvrďte"],
		["", { "Accept-Language": "en-GB,en;q=0.9,cs;q=0.5" }, "en", "Confirm"],
		["?lng=en", { "Accept-Language": "cs" }, "en", "Confirm"],
	])(
		"at %j with %j the account and its mails are in the language %s",
		async (query, headers, language, word) => {
			const person = newcomer();
			const made = await app.api("POST", `/api/users${query}`, person, { headers });
			expect(made.status).toBe(201);
			const [row] = await db.select().from(users).where(eq(users.email, person.email));
			expect(row?.language).toBe(language);
			expect((await mailsTo(person.email))[0]?.subject).toMatch(new RegExp(`^${word}`));
		},
	);

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
			msg: "Signup is not open.",
		});
		expect(await db.$count(users, eq(users.email, person.email))).toBe(0);
		const punctual = createApp({ clock: "2025-03-01T11:00:00Z" });
		expect((await punctual.api("POST", "/api/users", person)).status).toBe(201);
	});

	test("is closed from the day after the last competition day, with the same words", async () => {
		const lastEvening = createApp({ clock: "2025-07-20T21:59:59Z" });
		expect((await lastEvening.api("POST", "/api/users", newcomer())).status).toBe(201);
		const dayAfter = createApp({ clock: "2025-07-20T22:00:00Z" });
		const late = newcomer();
		expect(await said(await dayAfter.api("POST", "/api/users", late))).toEqual({
			status: 403,
			msg: "Signup is not open.",
		});
		expect(await db.$count(users, eq(users.email, late.email))).toBe(0);
		const page = await (await dayAfter.get("/signup", { language: "en" })).text();
		expect(page).toContain("Signup is closed.");
		expect(elementsIn(page, 'input[name="email"][disabled]')).toHaveLength(1);
		const sent = await dayAfter.post("/signup", late, { language: "en" });
		expect(sent.status).toBe(403);
		expect(await sent.text()).toContain("Signup is not open.");
		// Nobody is sent to a form that takes nothing.
		const home = await (await dayAfter.get("/", { language: "en" })).text();
		expect(home).not.toContain("Signup is open.");
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

test("a password of the leaks is refused at signup, change and reset, and the link of a reset is left for another", async () => {
	const token = await refusesAsCommon(app, "Liverpool7");
	const again = { token, password: "Termika nad Vysočinou" };
	expect((await app.api("POST", "/api/auth/reset-password/reset", again)).status).toBe(200);
});
