import { editionOfHost, isApiHost } from "~/lib/editions/edition-of-host";
import { fitsBudget } from "~/lib/http/request-budget";
import { isLanguage } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";
import type { CachedAddresses } from "./edge-cache/cached-addresses";
import { hasLineBreak, isApiPath, isLogoutPath } from "./paths";

/** What the address of a request says by itself. */
export interface ParsedUrl {
	readonly url: URL;
	readonly edition: Edition;
	readonly isApiPath: boolean;
	/** Whether the API answers: a host of the API has no pages, so every path there counts. */
	readonly isApi: boolean;
	/** The health is read at /api and, by old clients, at the root of an API host. */
	readonly isHealth: boolean;
	readonly isLogout: boolean;
	/** Whether the address exceeds the budget of a request; the rest then says what its beginning does. */
	readonly isTooLong: boolean;
	/** Whether there is nothing at this address, whoever asks. */
	readonly isNowhere: boolean;
	/** Address in the edge cache; null when the response is never cached. */
	readonly cachedAddress: string | null;
	/** Whether the query names one of our languages. */
	readonly choosesLanguage: boolean;
}

export function parseUrl(
	address: string,
	editions: readonly [Edition, ...Edition[]],
	cachedAddressOf: CachedAddresses,
): ParsedUrl {
	const asked = new URL(address);
	const isTooLong = !fitsBudget(asked);
	// What matches a path may take the square of its length.
	const url = isTooLong ? new URL(isApiPath(asked.pathname.slice(0, 5)) ? "/api/" : "/", asked) : asked;
	const onApiHost = isApiHost(url.hostname);
	const onApiPath = isApiPath(url.pathname);
	const isHealth = url.pathname === "/api" || (url.pathname === "/" && onApiHost);
	// Forms are guarded by their origin, which an API host is not: it serves no pages.
	const isNowhere = (onApiHost && !onApiPath && !isHealth) || hasLineBreak(url.pathname);
	return {
		url,
		edition: editionOfHost(url.hostname, editions),
		isApiPath: onApiPath,
		isApi: onApiPath || onApiHost,
		isHealth,
		isLogout: isLogoutPath(url.pathname),
		isTooLong,
		isNowhere,
		cachedAddress: isHealth || isNowhere || isTooLong ? null : cachedAddressOf(url),
		choosesLanguage: isLanguage(url.searchParams.get("lng")),
	};
}
