import { type HeldEdition, phaseOf } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { languageMemory } from "~/lib/i18n/language";
import { readClock } from "~/lib/settings.server";
import type { RequestInfo, RequestScope } from "~/worker/request-info.server";
import type { SharedState, SharedStates } from "~/worker/shared-state.server";
import { createSingleFlight } from "~/worker/single-flight";
import { type CachedResponse, respondFrom } from "./cached-response.server";
import { createLastSecondCache } from "./last-second-cache";
import { freshFor } from "./response-lifetimes";
import { createResponseStore, type ReaderKey, type ResponseKey } from "./response-store.server";

type CachedRead = Omit<RequestScope, "requestId">;
type ResponseStore = ReturnType<typeof createResponseStore>;

/** @param plain the request without anything of the reader who happens to send it */
type Make = (plain: Request, shared: SharedState) => Promise<Response>;

/**
 * The edge cache: responses to public reads on three levels. What the isolate sent within this second is sent again at once; its memory
 * and the data centre's cache are asked with the content version.
 * @param deploy identifies the build, whose pages name its own scripts and styles
 */
export function createEdgeCache(deploy: string, sharedStates: SharedStates) {
	const recent = createLastSecondCache(sharedStates);
	const store = createResponseStore(deploy);
	const makeOnce = createMaker(store);

	async function findOrMake(read: CachedRead, make: Make): Promise<Response> {
		const { info, request, env } = read;
		const now = readClock(env);
		try {
			const shared = await sharedStates.recall(info, env);
			const key = keyOf(info, shared.edition, now);
			const fresh = await store.findFresh(key, shared.contentVersion, now.getTime());
			if (fresh) {
				const expires = Date.now() + freshFor - (now.getTime() - fresh.storedAt);
				recent.set(read, fresh, Math.min(sharedStates.freshUntil(info, env), expires));
				return respondFrom(fresh, request, "HIT");
			}
			const made = await makeOnce(read, { key, now, shared }, make);
			if (!(made instanceof Response)) return respondFrom(made, request, "MISS");
			if (made.status >= 500) return (await lastGood(info, request, now)) ?? made;
			// Made by a GET in any case, so that readers can share it.
			return request.method === "HEAD" ? new Response(null, made) : made;
		} catch (error) {
			const response = await lastGood(info, request, now);
			if (response) return response;
			throw error;
		}
	}

	async function lastGood(info: RequestInfo, request: Request, now: Date): Promise<Response | null> {
		const found = await store.findLastGood(readerKeyOf(info), now.getTime());
		return found && respondFrom(found, request, "STALE");
	}

	return {
		/**
		 * Finds a response, else makes it, else sends the last good one.
		 * @throws what the database throws, when there is no good one
		 */
		answer(read: CachedRead, make: Make): Response | Promise<Response> {
			const sent = recent.get(read);
			return sent ? respondFrom(sent, read.request, "HIT") : findOrMake(read, make);
		},
	};
}

/** States of responses that lack a part, or are of this moment alone. */
const briefStates: ReadonlySet<string | null> = new Set(["PART", "BRIEF"]);

/** What a response is made of at a moment, and the key of it. */
interface Moment {
	readonly key: ResponseKey;
	readonly now: Date;
	readonly shared: SharedState;
}

/** Makes a response once for all who ask for it at the same time. One that is not cached is made for each of them. */
function createMaker(store: ResponseStore) {
	/** Responses in the making; null for those that are not cached. */
	const fills = createSingleFlight<CachedResponse | null>();
	return async function makeOnce(
		{ info, execution }: CachedRead,
		{ key, now, shared }: Moment,
		make: Make,
	): Promise<CachedResponse | Response> {
		const { contentVersion } = shared;
		let own: Response | null = null;
		const cached = await fills.share(JSON.stringify([key, contentVersion]), () => {
			const fill = make(plainRequest(info), shared).then((response) => {
				if (briefStates.has(response.headers.get("X-Edge-Cache")))
					return store.keepBriefly({ key, version: contentVersion }, response, now.getTime());
				if (response.status === 200)
					return store.keep({ key, version: contentVersion }, response, now.getTime(), execution);
				own = response;
				return null;
			});
			// The others wait for it even when this reader has gone.
			execution.waitUntil(fill.catch(() => undefined));
			return fill;
		});
		return cached ?? own ?? make(plainRequest(info), shared);
	};
}

function readerKeyOf({ edition, language, url, cachedAddress }: RequestInfo): ReaderKey {
	return { year: edition.year, language, address: cachedAddress ?? url.pathname };
}

/** @param edition as organisers have set it */
function keyOf(info: RequestInfo, edition: HeldEdition, now: Date): ResponseKey {
	const { newestYear } = edition;
	return { ...readerKeyOf(info), date: pragueDate(now), phase: phaseOf(edition, now), newestYear };
}

/** The address with the parameters that count, the language, and nothing else of the reader who asks first. */
function plainRequest({ url, cachedAddress, language }: RequestInfo): Request {
	return new Request(new URL(cachedAddress ?? url.pathname, url.origin), {
		headers: { Cookie: `${languageMemory}=${language}` },
	});
}
