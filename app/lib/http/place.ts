import type { Edition } from "~editions/schema";
import { editionOfHost, isApiHost } from "../editions/edition-of-host";
import { isLanguage } from "../i18n/language";
import { cachedAddress } from "./cached-paths";
import { isApiPath, isLogoutPath } from "./paths";

/** What the address of a request says by itself. */
export interface Place {
	readonly url: URL;
	readonly edition: Edition;
	readonly isApiPath: boolean;
	/** Whether it is the API that answers: on a host of the API every path counts as such. */
	readonly isApi: boolean;
	/** The health is read at /api and, by old clients, at the root of an API host. */
	readonly isHealth: boolean;
	readonly isLogout: boolean;
	/** The address by which its answer is kept; null when that is never done. */
	readonly cached: string | null;
	/** The language it asks for, whatever that may be; and whether it is one of ours. */
	readonly lng: string | null;
	readonly choosesLanguage: boolean;
}

export function placeOf(address: string, editions: readonly [Edition, ...Edition[]]): Place {
	const url = new URL(address);
	const lng = url.searchParams.get("lng");
	const onApiHost = isApiHost(url.hostname);
	const onApiPath = isApiPath(url.pathname);
	const isHealth = url.pathname === "/api" || (url.pathname === "/" && onApiHost);
	return {
		url,
		edition: editionOfHost(url.hostname, editions),
		isApiPath: onApiPath,
		isApi: onApiPath || onApiHost,
		isHealth,
		isLogout: isLogoutPath(url.pathname),
		cached: isHealth ? null : cachedAddress(url),
		lng,
		choosesLanguage: isLanguage(lng),
	};
}

/** Addresses that are worth remembering, and the longest of them. */
const mostKnown = 500;
const longestKnown = 200;

/**
 * `placeOf` that remembers its answers for kept pages: taking an address apart takes longer than sending one. Other addresses are
 * forgotten at once, as some carry tokens.
 */
export function createPlaces(editions: readonly [Edition, ...Edition[]]): (address: string) => Place {
	const known = new Map<string, Place>();
	return (address) => {
		const found = known.get(address);
		if (found) return found;
		const place = placeOf(address, editions);
		if (known.size >= mostKnown) known.clear();
		if (place.cached && address.length <= longestKnown) known.set(address, place);
		return place;
	};
}
