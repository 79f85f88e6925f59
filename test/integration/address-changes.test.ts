import { describe, expect } from "vitest";
import { emailLinks, outbox } from "~db/schema";
import {
	bearer,
	goodPassword,
	keepSignupOpen,
	linksTo,
	mailsTo,
	newcomer,
	resetTokenTo,
	signedUp,
} from "~test/support/accounts";
import {
	ask,
	cookieOf,
	freshEmail,
	linkTo,
	member,
	moved,
	press,
	rowOf,
	said,
	sendAgain,
	unverified,
} from "~test/support/addresses";
import { createApp } from "~test/support/app";
import { createUser, databaseOf } from "~test/support/factories";
import { textsIn, valueIn } from "~test/support/html";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();
const day = 24 * 60 * 60 * 1000;

describe("a new address", () => {
	test("of the API is answered with the old one and takes effect by its link, once", async () => {
		const person = await signedUp(app);
		const email = freshEmail();
		const answer = await ask(person, email);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({ ...person.user, msg: expect.stringContaining("waits") });
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
		const [verify, changed] = [await mailsTo(email), await mailsTo(person.email)].map(
			([mail]) => mail?.subject,
		);
		expect(verify).toContain("Confirm");
		expect(changed).toContain("Account email changed");
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
			[used, app, 400, "Odkaz už byl použit.", "already been used"],
			[waiting, late, 400, "Platnost odkazu vypršela.", "has expired"],
			[replaced, app, 400, "Odkaz už neplatí", "no longer valid"],
			[waiting, elsewhere, 404, "v\u00a0tomto ročníku neznáme", "not known in this edition"],
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
