import { RemixI18Next } from "remix-i18next/server";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-hosts";
import { isDraft } from "~/lib/editions/opening-times";
import { readCookies, readDutyCookie, readLanguageCookie, readTokenCookie } from "~/lib/http/cookies.server";
import { hasFlash } from "~/lib/http/flash.server";
import { fitsBudget } from "~/lib/http/request-budget";
import {
	fallbackLanguage,
	isLanguage,
	type Language,
	languages,
	preferredLanguage,
} from "~/lib/i18n/language";
import { createMemory, memoise } from "~/lib/memoise";
import type { Edition } from "~editions/schema";
import { isDoor } from "./doors";
import type { CachedAddresses } from "./edge-cache/cached-addresses";
import { isApiPath, isLogoutPath, isUnmatchable } from "./paths";
import type { RoutePatterns } from "./route-patterns";
import type { Season } from "./seasons.server";

/** What a request says by its address and headers, before the database is asked. */
export interface RequestInfo extends ParsedUrl {
	readonly language: Language;
	/** Whether the edge cache answers: a read of a public address that everybody gets alike. */
	readonly isCachedRead: boolean;
}

/** What the routes say of an address. */
interface KnownRoutes {
	readonly addresses: CachedAddresses;
	readonly patterns: RoutePatterns;
	/** Paths whose cached response signed-in readers get, too. */
	readonly forAll: ReadonlySet<string>;
}

/** Number of infos, and of parsed addresses, that an isolate caches. */
const capacity = 1_000;
/** Longest key, in characters. */
const longestKey = 600;

/**
 * Reads request infos and caches those of cached reads: parsing the address, cookies and languages takes longer than sending a
 * cached page. Of the other requests, as some carry tokens, at most the address is cached.
 */
export function createRequestInfos(editions: readonly [Edition, ...Edition[]], routes: KnownRoutes) {
	const createMemories = (season: Season | null) => ({
		season,
		infos: createMemory<string, RequestInfo>(capacity),
		parsedUrls: createMemory<string, ParsedUrl>(capacity),
	});
	let memories = createMemories(null);

	/** Infos of a season say which edition a host has in it: another one begins with none. */
	function memoriesOf(season: Season) {
		if (memories.season !== season) memories = createMemories(season);
		return memories;
	}

	/** Caches the addresses of cached responses: they hold no token. */
	function parsedUrlOf(address: string, season: Season): ParsedUrl {
		const { parsedUrls } = memoriesOf(season);
		const cached = parsedUrls.get(address);
		if (cached) return cached;
		const parsed = parseUrl(address, { editions, season, routes });
		if (parsed.cachedAddress !== null && address.length <= longestKey) parsedUrls.set(address, parsed);
		return parsed;
	}

	return {
		/** The info of an earlier equal request. */
		cached: (request: Request, season: Season): RequestInfo | undefined =>
			memoriesOf(season).infos.get(keyOf(request)),

		async read(request: Request, season: Season): Promise<RequestInfo> {
			const info = await readRequestInfo(request, parsedUrlOf(request.url, season));
			const key = keyOf(request);
			// The key of a signed-in reader would hold the token.
			if (key && key.length <= longestKey && info.isCachedRead && isAnonymous(request))
				memoriesOf(season).infos.set(key, info);
			return info;
		},
	};
}

/** Key of a request's cached info; empty when it is not cached. Each property of a request is a call into the platform. */
function keyOf({ url, method, headers }: Request): string {
	if (method !== "GET" || headers.has("Authorization")) return "";
	// No part holds a line break, so the parts cannot run into each other.
	return `${url}\n${headers.get("Cookie")}\n${headers.get("Accept-Language")}`;
}

async function readRequestInfo(request: Request, parsed: ParsedUrl): Promise<RequestInfo> {
	return {
		...parsed,
		language: await responseLanguage(request),
		isCachedRead:
			parsed.cachedAddress !== null && isRead(request) && (parsed.isForAll || isAnonymous(request)),
	};
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/**
 * Whether everybody gets the same answer to a read: it has neither a session nor a message for one reader. No other cookie than the
 * language reaches the cached response.
 */
function isAnonymous(request: Request): boolean {
	const cookies = readCookies(request);
	return (
		!request.headers.has("Authorization") &&
		readTokenCookie(request, cookies) === null &&
		readDutyCookie(request, cookies) === null &&
		!hasFlash(cookies)
	);
}

/** Whether a request came over plain http to a host of the deployed site. */
export function isPlainHttp({ url }: RequestInfo, env: Env): boolean {
	if (url.protocol !== "http:" || env.MODE === "local") return false;
	// A name may end with a dot.
	return `.${url.hostname.replace(/\.$/, "")}`.endsWith(`.${env.PUBLIC_DOMAIN}`);
}

const detector = new RemixI18Next({
	detection: {
		supportedLanguages: [...languages],
		fallbackLanguage,
		searchParamKey: "lng",
		order: ["searchParams", "custom"],
		// The detector's own "header" considers only the first language of the browser.
		findLocale: async (request) =>
			readLanguageCookie(readCookies(request)) ?? languageOfHeader(request.headers.get("Accept-Language")),
	},
});

const languageOfShortHeader = memoise(preferredLanguage);

/** Browsers have few settings, and reading one takes some hundredths of a page. */
function languageOfHeader(header: string | null): Language | null {
	return header && header.length > longestKey ? preferredLanguage(header) : languageOfShortHeader(header);
}

/** The language of the response: `?lng`, else the cookie, else the browser's settings, else Czech. */
async function responseLanguage(request: Request): Promise<Language> {
	const found = await detector.getLocale(request);
	return isLanguage(found) ? found : fallbackLanguage;
}

/** What the address of a request says by itself. */
interface ParsedUrl {
	readonly url: URL;
	/** Pattern of the route that answers, for the log. */
	readonly route: string;
	/** The edition that answers; for strangers never a draft. */
	readonly edition: Edition;
	/** The draft that the host names, which answers its organisers; null on all other hosts. */
	readonly draft: Edition | null;
	readonly season: Season;
	readonly isApiPath: boolean;
	/** Whether the API answers: a host of the API has no pages, so every path there counts. */
	readonly isApi: boolean;
	/** The health is read at /api and, by old clients, at the root of an API host. */
	readonly isHealth: boolean;
	readonly isLogout: boolean;
	/** Whether the address exceeds the budget of a request; the rest then says what its beginning does. */
	readonly isTooLong: boolean;
	/** Whether nothing exists at this address, for anybody. */
	readonly isNowhere: boolean;
	/** Address in the edge cache; null when the response is never cached. */
	readonly cachedAddress: string | null;
	/** Whether signed-in readers get the cached response, too. */
	readonly isForAll: boolean;
	/** Whether the query names one of our languages. */
	readonly choosesLanguage: boolean;
}

interface Known {
	readonly editions: readonly [Edition, ...Edition[]];
	readonly season: Season;
	readonly routes: KnownRoutes;
}

function parseUrl(address: string, { editions, season, routes }: Known): ParsedUrl {
	const asked = new URL(address);
	const isTooLong = !fitsBudget(asked);
	// Matching a path may take quadratic time.
	const url = isTooLong ? new URL(isApiPath(asked.pathname.slice(0, 5)) ? "/api/" : "/", asked) : asked;
	const onApiHost = isApiHost(url.hostname);
	const onApiPath = isApiPath(url.pathname);
	const isHealth = url.pathname === "/api" || (url.pathname === "/" && onApiHost);
	// Forms are guarded by their origin, which an API host is not: it serves no pages.
	const isNowhere = (onApiHost && !onApiPath && !isHealth) || pathsToMatch(url).some(isUnmatchable);
	const named = editionOfHost(url.hostname, editions, season.newest);
	const isUnopened = isDraft({ ...named, newestYear: season.newest.year });
	const draft = season.drafts.find((one) => one === named) ?? null;
	const route = routes.patterns(url.pathname);
	const isUncached = isHealth || isNowhere || isTooLong || (draft !== null && isDoor(route));
	return {
		url,
		route,
		edition: isUnopened ? season.newest : named,
		draft,
		season,
		isApiPath: onApiPath,
		isApi: onApiPath || onApiHost,
		isHealth,
		isLogout: isLogoutPath(url.pathname),
		isTooLong,
		isNowhere,
		cachedAddress: isUncached ? null : routes.addresses(url),
		isForAll: draft === null && routes.forAll.has(route),
		choosesLanguage: isLanguage(url.searchParams.get("lng")),
	};
}

/** The paths that Remix matches for an address: its own, and those that its manifest is asked for. */
function pathsToMatch({ pathname, searchParams }: URL): string[] {
	return pathname.endsWith("/__manifest") ? [pathname, ...searchParams.getAll("p")] : [pathname];
}

/** One request on its way through the Worker. */
export interface RequestScope {
	readonly info: RequestInfo;
	readonly request: Request;
	readonly env: Env;
	readonly execution: ExecutionContext;
	readonly requestId: string;
}
