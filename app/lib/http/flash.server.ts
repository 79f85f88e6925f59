import { type Cookies, readCookies } from "./cookies.server";
import { type FlashKey, isFlashKey } from "./flash-keys";

export type FlashKind = "success" | "error";

/** Values to fill into the text of a message. Words are not allowed: a stranger who can set a cookie would write on our pages. */
export type FlashValues = {
	readonly count?: number;
};

/** A message for the page after a redirect. It is shown once. */
export interface Flash {
	readonly kind: FlashKind;
	readonly key: FlashKey;
	readonly values: FlashValues;
}

const cookieName = "flash";
const longestCookie = 1_000;

/** Returns null when the request has no message, or one that `flashCookie` did not make. */
export function readFlash(request: Request): Flash | null {
	return parseFlash(readCookies(request).get(cookieName));
}

/** The message that a response sends to the next page; null without one. */
export function readFlashCookie(response: Response): Flash | null {
	const cookie = response.headers.getSetCookie().find((text) => text.startsWith(`${cookieName}=`));
	return parseFlash(cookie?.slice(cookieName.length + 1).split(";", 1)[0]);
}

function parseFlash(text: string | undefined): Flash | null {
	if (!text || text.length > longestCookie) return null;
	try {
		const flash: unknown = JSON.parse(decodeURIComponent(text));
		return isFlash(flash) ? flash : null;
	} catch {
		return null;
	}
}

export function hasFlash(cookies: Cookies): boolean {
	return cookies.has(cookieName);
}

export function flashCookie(flash: Flash): string {
	return `${cookieName}=${encodeURIComponent(JSON.stringify(flash))}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`;
}

export const clearedFlashCookie = `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;

function isFlash(value: unknown): value is Flash {
	if (typeof value !== "object" || value === null) return false;
	const { kind, key, values } = value as Record<string, unknown>;
	return (
		(kind === "success" || kind === "error") &&
		isFlashKey(key) &&
		typeof values === "object" &&
		values !== null &&
		Object.entries(values).every(([name, value]) => name === "count" && Number.isSafeInteger(value))
	);
}
