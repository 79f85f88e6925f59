import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password.server";
import { emailLinks, outbox, users } from "~db/schema";
import {
	bearer,
	goodPassword,
	linksTo,
	mailsTo,
	newcomer,
	pressLink,
	resetTokenTo,
	signedUp,
} from "~test/support/accounts";
import { type App, createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, textsIn, valueIn } from "~test/support/html";

const app = createApp();
const db = databaseOf();
const day = 24 * 60 * 60 * 1000;

/** A signed-in user of the tests. */
interface Person {
	readonly user: { readonly id: string };
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	readonly token: string;
}

/** Somebody without a password, which takes no time to hash. */
async function member(values: Partial<typeof users.$inferInsert> = {}, on: App = app): Promise<Person> {
	const { id, name, surname, email } = await createUser(values);
	return { user: { id }, name, surname, email, token: await on.token({ id }) };
}

const unverified = { verifiedAt: null } as const;

const sendAgain = (person: Person, on: App = app) =>
	on.post("/user-profile", { intent: "send-again" }, cookieOf(person));

beforeAll(async () => {
	await seedReference();
});

/** An address nobody has. */
const freshEmail = () => newcomer().email;

const cookieOf = ({ token }: Person) => ({ headers: { Cookie: `token=${token}` } });

async function rowOf({ user }: Person) {
	const [row] = await db.select().from(users).where(eq(users.id, user.id));
	if (!row) throw new Error("the account is gone");
	return row;
}

const linkTo = async (...where: Parameters<typeof linksTo>) => (await linksTo(...where))[0] ?? "/no-link";

function press(link: string, person: Person | null, fields = {}, on: App = app): Promise<Response> {
	return pressLink(on, link, person?.token ?? null, fields);
}

/** Asks for another address by the API. */
function ask({ name, surname, token }: Person, email: string, on: App = app) {
	return on.api("PUT", "/api/users", { name, surname, email }, bearer(token));
}

/** Somebody whose new address has taken effect. */
async function moved(person: Person, email = freshEmail()) {
	expect((await ask(person, email)).status).toBe(200);
	expect((await press(await linkTo("confirm-email", email), person)).status).toBe(303);
	expect((await rowOf(person)).email).toBe(email);
	return email;
}

const said = async (link: string, language: "cs" | "en", on: App = app) => {
	const answer = await on.get(link, { language });
	return { status: answer.status, text: textsIn(await answer.text(), "main [role=alert]").join() };
};

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

	test("gets a few mails with links a day and no more, whoever causes them", async () => {
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

describe("a new address", () => {
	test("of the API is answered with the old one and takes effect by its link, once", async () => {
		const person = await signedUp(app);
		const email = freshEmail();
		const answer = await ask(person, email);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual(person.user);
		expect((await rowOf(person)).email).toBe(person.email);
		const login = (address: string) =>
			app.api("POST", "/api/auth", { email: address, password: goodPassword });
		expect((await login(email)).status).toBe(400);
		// A client that lost the answer asks again.
		expect((await ask(person, email)).status).toBe(200);
		expect(await mailsTo(email)).toHaveLength(1);
		const link = await linkTo("confirm-email", email);
		const presses = await Promise.all(Array.from({ length: 5 }, () => press(link, person)));
		expect(presses.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
		expect(await rowOf(person)).toMatchObject({ email, verifiedAt: expect.any(Date) });
		expect((await login(email)).status).toBe(200);
		expect((await login(person.email)).status).toBe(400);
	});

	test("of the page needs the current password, and stands there until it is confirmed or dropped", async () => {
		const person = await signedUp(app);
		const email = freshEmail();
		const { name, surname } = person;
		const save = (password: string) =>
			app.post("/user-profile", { name, surname, email, password }, { ...cookieOf(person), language: "en" });
		const without = await save("");
		expect(without.status).toBe(400);
		expect(await without.text()).toContain("Enter your current password as well");
		const wrong = await (await save("Vlečná 5 po větru")).text();
		expect(wrong).toContain("The password is not correct");
		expect(wrong).not.toContain("Vlečná 5");
		expect(await mailsTo(email)).toEqual([]);
		expect((await save(goodPassword)).status).toBe(303);
		const profile = () => app.get("/user-profile", { ...cookieOf(person), language: "en" });
		const page = await (await profile()).text();
		expect(textsIn(page, "[aria-labelledby=pending-email] p").join()).toContain(email);
		expect(valueIn(page, "email")).toBe(person.email);
		await app.post("/user-profile", { intent: "keep" }, cookieOf(person));
		expect(textsIn(await (await profile()).text(), "#pending-email")).toEqual([]);
		expect((await press(await linkTo("confirm-email", email), person)).status).toBe(401);
		expect((await rowOf(person)).email).toBe(person.email);
	});

	test("that somebody else took meanwhile does not take effect", async () => {
		const [person, email] = [await member(), freshEmail()];
		await ask(person, email);
		await createUser({ email });
		const answer = await press((await linksTo("confirm-email", email)).at(-1) ?? "", person);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain("This email already exists");
	});
});

describe("the notice to the old address", () => {
	test("undoes a change that has taken effect: every session ends and the password is set anew", async () => {
		const person = await signedUp(app);
		const thief = await moved(person);
		const link = await linkTo("undo-email", person.email);
		const page = await (await app.get(link, { language: "en" })).text();
		expect(page).toContain(thief);
		expect((await rowOf(person)).email).toBe(thief);
		expect((await press(link, null)).headers.get("Location")).toBe("/login");
		expect(await rowOf(person)).toMatchObject({ email: person.email, passwordValid: false });
		expect((await app.api("GET", "/api/auth/user", undefined, bearer(person.token))).status).toBe(401);
		const login = { email: person.email, password: goodPassword };
		expect((await app.api("POST", "/api/auth", login)).status).toBe(403);
		const body = { token: await resetTokenTo(person.email), password: "Kumulus nad Vysočinou" };
		expect((await app.api("POST", "/api/auth/reset-password/reset", body)).status).toBe(200);
		expect((await press(link, null)).status).toBe(401);
		expect(await said(link, "en")).toMatchObject({
			status: 400,
			text: expect.stringContaining("already been used"),
		});
	});

	test("cancels a change that waits", async () => {
		const [person, email] = [await member(), freshEmail()];
		await ask(person, email);
		expect((await press(await linkTo("undo-email", person.email), null)).status).toBe(303);
		expect(await said(await linkTo("confirm-email", email), "cs")).toMatchObject({
			status: 400,
			text: expect.stringContaining("Odkaz už neplatí"),
		});
	});

	test("reaches back over a chain of changes, and later addresses lose their way back", async () => {
		const person = await member();
		const second = await moved(person);
		await moved(person);
		const [first, later] = [await linkTo("undo-email", person.email), await linkTo("undo-email", second)];
		expect((await press(first, null)).status).toBe(303);
		expect((await rowOf(person)).email).toBe(person.email);
		expect((await said(later, "en")).status).toBe(400);
	});

	test("is not blocked by an account with the old address, for 72 hours and no longer", async () => {
		const start = Date.parse("2025-05-07T10:00:00Z");
		const at = (hours: number) => createApp({ clock: new Date(start + hours * 3_600_000).toISOString() });
		const person = await member({}, at(0));
		const email = freshEmail();
		await ask(person, email, at(0));
		expect((await press(await linkTo("confirm-email", email), person, {}, at(0.5))).status).toBe(303);
		const claim = (hours: number) =>
			at(hours).api("POST", "/api/users", { ...newcomer(), email: person.email });
		expect((await claim(72)).status).toBe(400);
		const undo = await linkTo("undo-email", person.email);
		expect((await said(undo, "en", at(72))).status).toBe(200);
		expect((await claim(73)).status).toBe(201);
		expect(await said(undo, "en", at(73))).toMatchObject({
			status: 400,
			text: expect.stringContaining("expired"),
		});
	});
});

describe("a link", () => {
	test("says why it does nothing any more, in both languages", async () => {
		const [used, waiting, replaced] = [
			await member(unverified),
			await member(unverified),
			await member(unverified),
		];
		for (const person of [used, waiting, replaced]) await sendAgain(person);
		await press(await linkTo("confirm-email", used.email), used);
		await moved(replaced);
		const late = createApp({ clock: new Date(Date.now() + 4 * day).toISOString() });
		const elsewhere = createApp({ host: "2024.localhost" });
		const cases = [
			[used, app, 400, "Odkaz už byl použit", "already been used"],
			[waiting, late, 400, "Platnost odkazu vypršela", "has expired"],
			[replaced, app, 400, "Odkaz už neplatí", "no longer valid"],
			[waiting, elsewhere, 404, "v tomto ročníku neznáme", "not known in this edition"],
		] as const;
		for (const [{ email }, on, status, cs, en] of cases) {
			const link = await linkTo("confirm-email", email);
			expect(await said(link, "cs", on)).toMatchObject({ status, text: expect.stringContaining(cs) });
			expect(await said(link, "en", on)).toMatchObject({ status, text: expect.stringContaining(en) });
			expect((await on.post(link, { token: link.split("=")[1] ?? "" })).status).toBe(status);
		}
	});

	test("is stored as a digest, bound to its purpose, and is no reset token", async () => {
		const person = await member(unverified);
		await sendAgain(person);
		const link = await linkTo("confirm-email", person.email);
		const token = link.split("=")[1] ?? "";
		const everything = JSON.stringify([await db.select().from(emailLinks), await db.select().from(outbox)]);
		expect(everything).not.toContain(token);
		expect((await app.get(`/undo-email?token=${token}`)).status).toBe(404);
		expect((await app.api("POST", "/api/auth/reset-password/valid", { token })).status).toBe(404);
		expect((await app.get(link)).headers.get("Referrer-Policy")).toBe("same-origin");
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
