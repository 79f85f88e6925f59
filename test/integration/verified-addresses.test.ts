import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { outbox, users } from "~db/schema";
import {
	bearer,
	goodPassword,
	keepSignupOpen,
	mailsTo,
	resetTokenTo,
	signedUp,
} from "~test/support/accounts";
import {
	ask,
	cookieOf,
	freshEmail,
	linkTo,
	member,
	type Person,
	press,
	rowOf,
	sendAgain,
	unverified,
} from "~test/support/addresses";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, textsIn } from "~test/support/html";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();
const day = 24 * 60 * 60 * 1000;

describe("a new account", () => {
	test("works at once and gets a mail; a look at the link does not use it up, the button does", async () => {
		const person = await signedUp(app);
		expect((await app.api("GET", "/api/auth/user", undefined, bearer(person.token))).status).toBe(200);
		const mails = await mailsTo(person.email);
		expect(mails.map(({ subject }) => subject)).toEqual([
			"Potvrďte svou e-mailovou adresu – Glider Cup 2025",
		]);
		// A stranger may read it.
		expect(mails[0]?.text).not.toContain(person.surname);
		const link = await linkTo("confirm-email", person.email);
		for (const look of [1, 2, 3]) expect([look, (await app.get(link)).status]).toEqual([look, 200]);
		expect((await rowOf(person)).verifiedAt).toBeNull();
		const answer = await press(link, person);
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location"), "who has not entered goes on to enter").toBe("/registration");
		expect((await rowOf(person)).verifiedAt).not.toBeNull();
	});

	test("in another browser the link asks for the password: no careless click verifies a stranger's account", async () => {
		const person = await signedUp(app);
		const link = await linkTo("confirm-email", person.email);
		expect(elementsIn(await (await app.get(link)).text(), 'input[name="password"]')).toHaveLength(1);
		expect(elementsIn(await (await app.get(link, cookieOf(person))).text(), "main [type=password]")).toEqual(
			[],
		);
		const other = await signedUp(app);
		for (const [who, password] of [
			[null, ""],
			[null, "Vlečná 5 po větru"],
			[other, ""],
		] as const) {
			expect((await press(link, who, { password })).status).toBe(400);
		}
		expect((await rowOf(person)).verifiedAt).toBeNull();
		const answer = await press(link, null, { password: goodPassword });
		expect(answer.headers.get("Location")).toBe("/login");
		expect((await rowOf(person)).verifiedAt).not.toBeNull();
	});

	test("is verified by a new password too, and the account is that of the reader of the mails alone", async () => {
		const person = await signedUp(app);
		const other = freshEmail();
		await ask(person, other);
		await app.api("POST", "/api/auth/reset-password", { email: person.email });
		const body = { token: await resetTokenTo(person.email), password: "Kumulus nad Vysočinou" };
		expect((await app.api("POST", "/api/auth/reset-password/reset", body)).status).toBe(200);
		expect((await rowOf(person)).verifiedAt).not.toBeNull();
		const waiting = await press(await linkTo("confirm-email", other), null, { password: goodPassword });
		expect(waiting.status).toBe(401);
		expect((await rowOf(person)).email).toBe(person.email);
	});

	test("sees on its pages that the address is not verified, and has the mail sent again", async () => {
		const person = await signedUp(app);
		for (const path of ["/", "/registration", "/user-profile"]) {
			const page = await (await app.get(path, { ...cookieOf(person), language: "en" })).text();
			expect(textsIn(page, "#unverified"), path).toEqual(["Your email address is not verified"]);
		}
		const first = await linkTo("confirm-email", person.email);
		expect((await sendAgain(person)).headers.get("Location")).toBe("/user-profile");
		expect(await mailsTo(person.email)).toHaveLength(2);
		// Whichever of the mails is opened.
		expect((await press(first, person)).status).toBe(303);
		const page = await (await app.get("/user-profile", cookieOf(person))).text();
		expect(textsIn(page, "#unverified")).toEqual([]);
		await sendAgain(person);
		expect(await mailsTo(person.email)).toHaveLength(2);
	});

	test("gets a few mails with links a day and no more, from any cause", async () => {
		const on = createApp({ clock: "2025-05-06T10:00:00Z" });
		const person = await member(unverified, on);
		for (let time = 0; time < 8; time += 1) await sendAgain(person, on);
		expect(await mailsTo(person.email)).toHaveLength(5);
		for (let time = 0; time < 9; time += 1)
			await on.api("POST", "/api/auth/reset-password", { email: person.email });
		expect(await mailsTo(person.email)).toHaveLength(10);
		// Others point their accounts at one address.
		const target = freshEmail();
		const answers = [];
		for (let time = 0; time < 6; time += 1)
			answers.push((await ask(await member({}, on), target, on)).status);
		expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
		expect(await mailsTo(target)).toHaveLength(5);
		// One account points at many.
		const causer = await member({}, on);
		const caused = [];
		for (let time = 0; time < 11; time += 1) caused.push((await ask(causer, freshEmail(), on)).status);
		expect(caused.filter((status) => status === 200)).toHaveLength(10);
		expect(caused.at(-1)).toBe(429);
	});
});

describe("until it is verified an address", () => {
	test("gets what concerns its entry, a message meant for it and no mail to all", async () => {
		const [stranger, checked, admin] = [await member(unverified), await member(), await createAdmin()];
		await app.api("POST", "/api/news", { title: "Briefing", body: "V 9.30.", email: true }, { as: admin });
		const all = { to: "all", subject: "Všem", body: "x", step: "send" };
		await app.post("/users", all, { as: admin });
		await app.post("/users", { ...all, to: stranger.user.id, subject: "Jen vám" }, { as: admin });
		const kindsFor = async ({ email }: Person) =>
			(await db.select().from(outbox).where(eq(outbox.recipient, email))).map(({ kind }) => kind).sort();
		expect(await kindsFor(stranger)).toEqual(["message"]);
		expect(await kindsFor(checked)).toEqual(["message", "news"]);
		const page = await (await app.get("/users", { as: admin, language: "en" })).text();
		expect(textsIn(page, "#message .field-hint").join()).toContain("not verified");
		expect(attributeIn(page, 'a[href^="mailto:?bcc"]', "href")).not.toContain(stranger.email);
	});

	test("gives no organiser's right, however the account came by the flag", async () => {
		const user = await createAdmin({ verifiedAt: null });
		expect((await app.get("/admin", { as: user })).status).toBe(403);
		expect((await app.api("GET", "/api/users", undefined, { as: user })).status).toBe(403);
		const me = await app.api("GET", "/api/auth/user", undefined, { as: user });
		expect(await me.json()).toMatchObject({ admin: false });
	});
});

describe("an account of an older version", () => {
	test("is verified by the migration where it has the right, else it keeps the news for 30 days", async () => {
		const [pilot, admin] = [await createUser({ verifiedAt: null }), await createAdmin({ verifiedAt: null })];
		const migration = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith("_email_claims.sql"));
		for (const query of migration?.queries.filter((text) => text.includes("UPDATE `users`")) ?? [])
			await env.DB_2025?.prepare(query).run();
		const found = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
		expect((await found(admin.id))?.verifiedAt).not.toBeNull();
		const until = (await found(pilot.id))?.newsUntil?.getTime() ?? 0;
		expect(Math.round((until - Date.now()) / day)).toBe(30);
		expect((await found(pilot.id))?.verifiedAt).toBeNull();
	});

	test("gets one mail at its next login, by page or API, and news for 30 days from then", async () => {
		const start = Date.parse("2025-05-10T10:00:00Z");
		// As the migration leaves it.
		const person = await createUser({
			...unverified,
			newsUntil: new Date(start + day),
			passwordHash: await hashPassword(goodPassword),
		});
		const at = (days: number) => createApp({ clock: new Date(start + days * day).toISOString() });
		const login = { email: person.email, password: goodPassword };
		expect((await at(0).api("POST", "/api/auth", login)).status).toBe(200);
		expect((await at(0).post("/login", login)).status).toBe(303);
		const mails = () => db.select().from(outbox).where(eq(outbox.recipient, person.email));
		expect((await mails()).map(({ kind }) => kind)).toEqual(["email-verify"]);
		const admin = await createAdmin();
		const tell = (days: number) =>
			at(days).api("POST", "/api/news", { title: `Den ${days}`, body: "x", email: true }, { as: admin });
		await tell(29.9);
		await tell(30.1);
		const news = and(eq(outbox.recipient, person.email), eq(outbox.kind, "news"));
		expect(await db.$count(outbox, news)).toBe(1);
	});
});
