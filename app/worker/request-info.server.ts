import { readCookies, readTokenCookie } from "~/lib/http/cookies.server";
import { hasFlash } from "~/lib/http/flash.server";
import { languageOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";
import { type Place, placeOf } from "./parsed-url";

/** What a request says of itself, before the database is asked. */
export interface Arrival {
	readonly place: Place;
	readonly language: Language;
	/**
	 * Whether anybody could have sent it: a plain read with neither a session nor a message meant for one reader. Only such a request
	 * is answered from the edge, and no cookie but the language is read for it.
	 */
	readonly isAnonymousRead: boolean;
}

/** Arrivals that are worth remembering, and the longest of what they say of themselves. */
const mostKnown = 1_000;
const longestKnown = 600;

/**
 * Reads what requests say of themselves, and remembers it for anonymous reads of kept pages: taking an address, cookies and preferred
 * languages apart takes longer than sending such a page. All others are forgotten at once, as some carry tokens.
 */
export function createArrivals(
	editions: readonly [Edition, ...Edition[]],
	cachedAddress: (url: URL) => string | null,
) {
	const known = new Map<string, Arrival>();

	return {
		/** What is remembered of requests like this one. */
		known: (request: Request): Arrival | undefined => known.get(keyOf(request)),

		async read(request: Request): Promise<Arrival> {
			const arrival = await readArrival(request, placeOf(request.url, editions, cachedAddress));
			const key = keyOf(request);
			if (key && key.length <= longestKnown && arrival.isAnonymousRead && arrival.place.cached) {
				if (known.size >= mostKnown) known.clear();
				known.set(key, arrival);
			}
			return arrival;
		},
	};
}

/** All that an arrival is read from; empty for what is never remembered. Each question to a request is a call into the platform. */
function keyOf({ url, method, headers }: Request): string {
	if (method !== "GET" || headers.has("Authorization")) return "";
	// None of the parts holds a line break, so they cannot run into each other.
	return `${url}\n${headers.get("Cookie")}\n${headers.get("Accept-Language")}`;
}

async function readArrival(request: Request, place: Place): Promise<Arrival> {
	const { method, headers } = request;
	const cookies = readCookies(request);
	return {
		place,
		language: await languageOf(request),
		isAnonymousRead:
			(method === "GET" || method === "HEAD") &&
			!headers.has("Authorization") &&
			readTokenCookie(request, cookies) === null &&
			!hasFlash(cookies),
	};
}
