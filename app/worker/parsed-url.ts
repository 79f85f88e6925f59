import { editionOfHost, isApiHost } from "~/lib/editions/edition-of-host";
import { isLanguage } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";
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
	/** Whether it asks for one of our languages. */
	readonly choosesLanguage: boolean;
}

export function placeOf(
	address: string,
	editions: readonly [Edition, ...Edition[]],
	cachedAddress: (url: URL) => string | null,
): Place {
	const url = new URL(address);
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
		choosesLanguage: isLanguage(url.searchParams.get("lng")),
	};
}
