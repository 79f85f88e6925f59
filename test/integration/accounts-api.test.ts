import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { outbox, users } from "~db/schema";
import {
	auditOf,
	bearer,
	goodPassword,
	keepSignupOpen,
	mailsTo,
	type SessionJson,
	said,
	signedUp,
} from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();

describe("PUT /api/users", () => {
	const waits =
		"Your details have been saved. The new address waits until you confirm it by the link that we have sent there.";

	test("changes name and surname, asks for the e-mail to be confirmed, and nothing else", async ({
		user,
	}) => {
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
			msg: waits,
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

	test("says that a new address waits for its link, also when it waits already, and nothing of one that stays", async () => {
		const { name, surname, email, ...user } = await createUser();
		const moved = `nova.${crypto.randomUUID()}@example.com`;
		const answered = async (body: object) =>
			(await app.api("PUT", "/api/users", { name, surname, email, ...body }, { as: user })).text();
		const same = { id: user.id, _id: user.id, name, surname, email, admin: false };
		expect(await answered({})).toBe(JSON.stringify(same));
		for (let round = 0; round < 2; round += 1)
			expect(await answered({ email: moved })).toBe(JSON.stringify({ ...same, msg: waits }));
		expect(await answered({ email: email.toUpperCase() })).toBe(JSON.stringify(same));
		const own = await app.api("GET", "/api/auth/user", undefined, { as: user });
		expect(await own.json()).toEqual(same);
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
