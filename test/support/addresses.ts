import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { users } from "~db/schema";
import { bearer, linksTo, newcomer, pressLink } from "./accounts";
import { type App, createApp } from "./app";
import { createUser, databaseOf } from "./factories";
import { textsIn } from "./html";

const app = createApp();
const db = databaseOf();

/** A signed-in user of the tests. */
export interface Person {
	readonly user: { readonly id: string };
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	readonly token: string;
}

/** Somebody without a password, which takes no time to hash. */
export async function member(
	values: Partial<typeof users.$inferInsert> = {},
	on: App = app,
): Promise<Person> {
	const { id, name, surname, email } = await createUser(values);
	return { user: { id }, name, surname, email, token: await on.token({ id }) };
}

export const unverified = { verifiedAt: null } as const;

export const sendAgain = (person: Person, on: App = app) =>
	on.post("/user-profile", { intent: "send-again" }, cookieOf(person));

/** An address nobody has. */
export const freshEmail = () => newcomer().email;

export const cookieOf = ({ token }: Person) => ({ headers: { Cookie: `token=${token}` } });

export async function rowOf({ user }: Person) {
	const [row] = await db.select().from(users).where(eq(users.id, user.id));
	if (!row) throw new Error("the account is gone");
	return row;
}

export const linkTo = async (...where: Parameters<typeof linksTo>) =>
	(await linksTo(...where))[0] ?? "/no-link";

export function press(link: string, person: Person | null, fields = {}, on: App = app): Promise<Response> {
	return pressLink(on, link, person?.token ?? null, fields);
}

/** Asks for another address by the API. */
export function ask({ name, surname, token }: Person, email: string, on: App = app) {
	return on.api("PUT", "/api/users", { name, surname, email }, bearer(token));
}

/** Somebody whose new address has taken effect. */
export async function moved(person: Person, email = freshEmail()) {
	expect((await ask(person, email)).status).toBe(200);
	expect((await press(await linkTo("confirm-email", email), person)).status).toBe(303);
	expect((await rowOf(person)).email).toBe(email);
	return email;
}

export const said = async (link: string, language: "cs" | "en", on: App = app) => {
	const answer = await on.get(link, { language });
	return { status: answer.status, text: textsIn(await answer.text(), "main [role=alert]").join() };
};
