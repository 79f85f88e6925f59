import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { auditLog } from "~db/schema";
import { goodPassword } from "./accounts";
import type { App } from "./app";
import { createAuthenticator } from "./authenticator";
import { type Browser, createBrowser } from "./browser";
import { createAdmin, databaseOf } from "./factories";
import { elementsIn, sourceOf } from "./html";

/** When the second factors of the tests are set up. */
export const noon = "2025-07-12T12:00:00Z";

export const later = (seconds: number, from = noon) =>
	new Date(Date.parse(from) + seconds * 1000).toISOString();

let passwordHash: Promise<string> | null = null;

/** An organiser who can log in by `goodPassword`. */
export async function createOrganiser() {
	passwordHash ??= hashPassword(goodPassword);
	return createAdmin({ passwordHash: await passwordHash });
}

type Organiser = Awaited<ReturnType<typeof createOrganiser>>;

/** Sends e-mail and password. */
export function sendPassword(browser: Browser, app: App, { email }: Organiser, redirectTo = "/") {
	const query = new URLSearchParams({ redirectTo });
	return browser.post(app, `/login?${query}`, { email, password: goodPassword });
}

/** The secret on the page of the set-up. */
export async function secretOn(page: Response): Promise<string> {
	expect(page.status).toBe(200);
	return elementsIn(await sourceOf(page), "code")[0]?.textContent ?? "";
}

/** An organiser with a second factor, who has just set it up in a browser. */
export async function createOrganiserWithFactor(app: App, now: string | Date) {
	const organiser = await createOrganiser();
	const browser = createBrowser();
	await sendPassword(browser, app, organiser);
	const authenticator = createAuthenticator(await secretOn(await browser.get(app, "/second-factor")));
	const page = await browser.post(app, "/second-factor", { code: await authenticator.codeAt(now) });
	expect(page.status).toBe(200);
	const codes = elementsIn(await sourceOf(page), "code").map(({ textContent }) => textContent);
	return { organiser, browser, authenticator, codes };
}

/** What the audit log says that a user did. */
export const actionsOf = async (userId: string) => {
	const rows = await databaseOf().select().from(auditLog).where(eq(auditLog.actorId, userId));
	return rows.map(({ action }) => action);
};
