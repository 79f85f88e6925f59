import { and, eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog, users } from "~db/schema";
import type { App } from "./app";
import { createApp } from "./app";
import { changeEdition } from "./change-edition";
import { databaseOf } from "./factories";
import { valueIn } from "./html";
import { testEdition } from "./test-edition";

/** A password that the rules accept. */
export const goodPassword = "Vlečná 4 po větru";

let counter = 0;

/** What somebody types to sign up; an address nobody has yet. */
export function newcomer() {
	counter += 1;
	return {
		name: "Hana",
		surname: "Větrovská",
		email: `hana.${counter}.${crypto.randomUUID().slice(0, 8)}@example.com`,
		password: goodPassword,
	};
}

export interface SessionJson {
	token: string;
	user: { id: string; _id: string; name: string; surname: string; email: string; admin: boolean };
}

/** Lets the tests of a file sign up at the time of the machine, which is long after the competition: a practice takes accounts at any time. */
export function keepSignupOpen(): void {
	beforeEach(() => changeEdition({ practice: true }));
}

/** Signs somebody up by the API. */
export async function signedUp(app: App, values: Partial<ReturnType<typeof newcomer>> = {}) {
	const person = { ...newcomer(), ...values };
	const response = await app.api("POST", "/api/users", person);
	expect(response.status).toBe(201);
	return { ...person, ...(await response.json<SessionJson>()) };
}

export function bearer(token: string) {
	return { headers: { Authorization: `Bearer ${token}` } };
}

/** What a browser would know after an answer. */
export function cookiesOf(response: Response) {
	const cookies = response.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []);
	const valueNamed = (name: string) => cookies.find(([, found]) => found === name)?.[2];
	const flash = valueNamed("flash");
	return {
		token: valueNamed("token"),
		attributes: cookies.find(([, found]) => found === "token")?.[3],
		flash: flash ? JSON.parse(decodeURIComponent(flash)) : null,
	};
}

/** What the API answered, with its status. */
export async function said(response: Response) {
	return { status: response.status, ...(await response.json<{ msg: string; errors?: object }>()) };
}

/** The rows of the audit log about one action on a subject. */
export function auditOf(subjectId: string, action: string) {
	return databaseOf()
		.select()
		.from(auditLog)
		.where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)));
}

interface LocalMail {
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** What the local mailbox holds for an address, newest first. */
export async function mailsTo(address: string, host = `${testEdition.year}.localhost`): Promise<LocalMail[]> {
	const mails = await (await createApp({ host }).get("/dev/mail.json")).json<LocalMail[]>();
	return mails.filter(({ to }) => to === address);
}

/** The paths and queries of links to a page in the mails to an address, the newest first. */
export async function linksTo(page: "confirm-email" | "undo-email", address: string): Promise<string[]> {
	const link = new RegExp(`/${page}\\?token=[\\w-]{43}`);
	return (await mailsTo(address)).flatMap(({ text }) => link.exec(text)?.[0] ?? []);
}

/**
 * Presses the button of the page behind a link of a mail, as a browser without scripts does.
 * @param session token of the signed-in user
 */
export async function pressLink(
	app: App,
	link: string | undefined,
	session: string | null,
	fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
	const path = link ?? "/no-link-was-mailed";
	const headers: Record<string, string> = session ? { Cookie: `token=${session}` } : {};
	const form = await (await app.get(path, { headers, language: "en" })).text();
	return app.post(path, { token: valueIn(form, "token") ?? "", ...fields }, { headers, language: "en" });
}

/** The path of the link in the newest mail to an address that confirms an erasure. */
export async function erasureLinkTo(address: string): Promise<string> {
	const texts = (await mailsTo(address)).map(({ text }) => text);
	return /\/erase-account\/\S+/.exec(texts.join("\n"))?.[0] ?? "/no-link-was-mailed";
}

/** Asks for the erasure of an account and confirms it by the mail. With results, the scheduler carries it out a day later. */
export async function eraseByMail(app: App, { id, email }: { readonly id: string; readonly email: string }) {
	await app.post("/user-profile/erase", { password: goodPassword }, { as: { id } });
	return app.post(await erasureLinkTo(email), {});
}

/** The token in the newest mail to an address. */
export async function resetTokenTo(address: string): Promise<string> {
	const [mail] = await mailsTo(address);
	return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "no token was mailed";
}

/** Tries a new password at signup, change and reset. @returns the token of the reset */
export async function refusesAsCommon(app: App, password: string): Promise<string> {
	const common = "form.password.common";
	const stranger = { ...newcomer(), password };
	const refused = { status: 400, errors: { password: common } };
	expect(await said(await app.api("POST", "/api/users", stranger))).toMatchObject(refused);
	const page = await app.post("/signup", stranger, { language: "en" });
	expect(page.status).toBe(400);
	expect(await page.text()).toContain("This password is too common, choose another one");
	expect(await databaseOf().$count(users, eq(users.email, stranger.email))).toBe(0);

	const person = await signedUp(app);
	const change = { oldPassword: goodPassword, newPassword: password };
	const changed = await app.api("POST", "/api/auth/change-password", change, bearer(person.token));
	expect(await said(changed)).toMatchObject({ status: 400, errors: { newPassword: common } });
	// In local mode, where the mail can be read.
	await createApp().api("POST", "/api/auth/reset-password", { email: person.email });
	const token = await resetTokenTo(person.email);
	const reset = await app.api("POST", "/api/auth/reset-password/reset", { token, password });
	expect(await said(reset)).toMatchObject(refused);
	return token;
}
