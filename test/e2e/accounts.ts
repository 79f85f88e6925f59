import type { BrowserContext, Page } from "@playwright/test";
import { sentAgain } from "./requests";

/** Password of every demo account. */
export const demoPassword = "glider-demo-2025";

export const adminEmail = "admin@example.com";

/** Organisers of the journeys' server alone. */
export const otherAdmins = ["hangar@example.com", "tower@example.com"] as const;

/** Logs in through the form, in whatever language the page is. Ends on the home page. */
export async function logIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
	await page.goto("/login");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await page.locator("main form button[type=submit]").click();
	await page.waitForURL((url) => url.pathname === "/");
}

type Cookie = Parameters<BrowserContext["addCookies"]>[0][number];

/** Cookies of the sessions that this process has started, by the account's address. */
const sessions = new Map<string, Cookie>();

/**
 * Lets a demo account be signed in, for a journey that is not about the login. Its journeys share the session: none of them may log
 * it out.
 */
export async function signIn(context: BrowserContext, email: string): Promise<void> {
	await context.addCookies([await sessionOf(context, email)]);
}

/** The headers of a call of the API by somebody else than who sits at the browser. */
export async function headersOf(context: BrowserContext, email: string): Promise<{ Authorization: string }> {
	return { Authorization: `Bearer ${(await sessionOf(context, email)).value}` };
}

async function sessionOf(context: BrowserContext, email: string): Promise<Cookie> {
	const cookie = sessions.get(email) ?? (await startSession(context, email));
	sessions.set(email, cookie);
	return cookie;
}

async function startSession({ request }: BrowserContext, email: string): Promise<Cookie> {
	const response = await request.post("/api/auth", { data: { email, password: demoPassword }, ...sentAgain });
	const { token }: { token: string } = await response.json();
	return {
		name: "token",
		value: token,
		url: new URL(response.url()).origin,
		httpOnly: true,
		sameSite: "Lax",
	};
}
