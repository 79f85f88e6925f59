import { isLanguage, type Language, languageMemory, yearInSeconds } from "~/lib/i18n/language";

/** The prefixes `__Host-` and `__Secure-` need https, which `wrangler dev` does not have. */
const cookieName = (url: string, name: string, prefix = "__Host-") =>
	url.startsWith("https:") ? `${prefix}${name}` : name;

const tokenCookieName = (url: string) => cookieName(url, "token");
const loginStepName = (url: string) => cookieName(url, "login-step");
const dutyName = (url: string) => cookieName(url, "duty");
const deviceName = (url: string) => cookieName(url, "device", "__Secure-");

/** Values of cookies by name. */
export type Cookies = ReadonlyMap<string, string>;

/** Reads the cookies. It ignores broken ones; when two have the same name, the first counts. */
export function readCookies(request: Request): Cookies {
	const cookies = new Map<string, string>();
	const header = request.headers.get("Cookie");
	if (!header) return cookies;
	for (const pair of header.split(";")) {
		const at = pair.indexOf("=");
		if (at < 1) continue;
		const name = pair.slice(0, at).trim();
		if (!cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
	}
	return cookies;
}

export function readTokenCookie(request: Request, cookies = readCookies(request)): string | null {
	return cookies.get(tokenCookieName(request.url)) || null;
}

/** The cookie has no age, so it ends with the browser's session. */
export function tokenCookie(request: Request, token: string): string {
	return `${tokenCookieName(request.url)}=${token}; Path=/; HttpOnly; SameSite=Lax`;
}

export function clearedTokenCookie(request: Request): string {
	return `${tokenCookieName(request.url)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** The token of a duty link. */
export function readDutyCookie(request: Request, cookies = readCookies(request)): string | null {
	return cookies.get(dutyName(request.url)) || null;
}

/** The cookie covers the time from the morning before a day to the noon after it. */
export const dutyHours = 36;

export function dutyCookie(request: Request, token: string): string {
	return `${dutyName(request.url)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${dutyHours * 3600}`;
}

export function clearedDutyCookie(request: Request): string {
	return `${dutyName(request.url)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** The token of a login that has yet to take its second step. */
export function readLoginStepCookie(request: Request): string | null {
	return readCookies(request).get(loginStepName(request.url)) || null;
}

export function loginStepCookie(request: Request, token: string): string {
	return `${loginStepName(request.url)}=${token}; Path=/; HttpOnly; SameSite=Lax`;
}

export function clearedLoginStepCookie(request: Request): string {
	return `${loginStepName(request.url)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** Reads the cookie that says that an account has logged in here before. Only the login and the upload of flight logs use it. */
export function readDeviceCookie(request: Request): string | null {
	return readCookies(request).get(deviceName(request.url)) || null;
}

/** Sets two cookies of one name, each for one path, so that no other request carries it. */
export function deviceCookies(request: Request, device: string): string[] {
	const cookie = `${deviceName(request.url)}=${device}`;
	return ["/login", "/igc"].map(
		(path) => `${cookie}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${yearInSeconds}`,
	);
}

/**
 * Clears the cookie of a token that was refused, unless the response sets a new one. As long as a browser sends one, it gets no
 * page from the edge cache.
 */
export function clearRefusedToken(request: Request, headers: Headers): void {
	const name = `${tokenCookieName(request.url)}=`;
	if (headers.getSetCookie().some((cookie) => cookie.startsWith(name))) return;
	headers.append("Set-Cookie", clearedTokenCookie(request));
}

export function readLanguageCookie(cookies: Cookies): Language | null {
	const value = cookies.get(languageMemory);
	return isLanguage(value) ? value : null;
}

/** It is not HttpOnly: the browser's scripts copy it to local storage. */
export function languageCookie(language: Language): string {
	return `${languageMemory}=${language}; Path=/; SameSite=Lax; Max-Age=${yearInSeconds}`;
}

/** Adds `Secure` to every cookie that is set over https. */
export function secureCookies(url: URL, headers: Headers): void {
	if (url.protocol !== "https:") return;
	const cookies = headers.getSetCookie();
	headers.delete("Set-Cookie");
	for (const cookie of cookies) {
		headers.append("Set-Cookie", cookie.endsWith("; Secure") ? cookie : `${cookie}; Secure`);
	}
}
