import type { ServerBuild } from "@remix-run/cloudflare";
import { refusalResponse } from "~/lib/api/refusal-response.server";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { phaseOf } from "~/lib/editions/phase";
import { pragueDate } from "~/lib/editions/prague-time";
import { languageCookie, secureCookies } from "~/lib/http/cookies.server";
import { clearedFlashCookie } from "~/lib/http/flash.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { addSecurityHeaders } from "~/lib/http/security-headers.server";
import { keepForm } from "~/lib/http/typed-form.server";
import { languageMemory } from "~/lib/i18n/language";
import { refusalStatus } from "~/lib/refusals";
import { refuse } from "~/lib/result";
import { readClock, readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import type { RequestState } from "../../load-context";
import { version } from "../../package.json";
import { addCorsHeaders, preflight } from "./cors.server";
import { createCachedAddresses } from "./edge-cache/cached-addresses";
import { type KeptAnswer, respondFrom } from "./edge-cache/cached-response.server";
import { createEdgeCache, freshFor, type PageKey } from "./edge-cache/edge-cache.server";
import { createRecentPages } from "./edge-cache/recent-responses";
import { createSharedWork } from "./edge-cache/shared-work";
import { createShortMemory } from "./edge-cache/short-memory";
import { apiMethods, isCrossSite, isKnownMethod, pageMethods, withoutForwardedHost } from "./guards.server";
import { hasLineBreak } from "./paths";
import { createRemix } from "./remix-handlers";
import { type Arrival, createArrivals } from "./request-info.server";
import { readRequestState, readShell, type Shell } from "./request-state.server";
import { runSchedule } from "./schedule.server";
import { keepTypedText } from "./typed-text.server";

/** One request on its way. */
interface Visit {
	readonly arrival: Arrival;
	readonly request: Request;
	readonly env: Env;
	readonly execution: ExecutionContext;
	readonly requestId: string;
}

/**
 * The Worker. A page that was given within this second is given at once; `answer` shows the order of all others: preflight and
 * guards, the edge cache for anonymous reads, Remix for all others. What an isolate remembers from request to request stands in
 * here and nowhere else.
 */
export function createWorker(build: ServerBuild) {
	const remixFor = createRemix(build);
	const cache = createEdgeCache(build.assets.version);
	const shells = createShortMemory<Shell>();
	const arrivals = createArrivals(editions, createCachedAddresses(build.routes));
	const recentPages = createRecentPages();
	/** Pages that are being made for the cache; null for what is not kept. */
	const fills = createSharedWork<KeptAnswer | null>();

	async function answer(visit: Visit): Promise<Response> {
		const { arrival, request, env } = visit;
		const { url, edition, isApi, isApiPath, isHealth, cached } = arrival.place;
		if (isApi && request.method === "OPTIONS") return preflight(request, readSettings(env, edition.year));
		if (!isKnownMethod(request.method)) return refused(visit, "method-not-allowed");
		if (!isApi && isCrossSite(request, arrival.place)) return refused(visit, "cross-site");
		// A host of the API has no pages: their forms are guarded by the origin, which the API is not.
		if (isApi && !isApiPath && !isHealth) return refused(visit, "not-found");
		if (hasLineBreak(url.pathname)) return refused(visit, "not-found");
		const typed = isApi ? null : keepForm(request);
		try {
			return cached && arrival.isAnonymousRead
				? await answerFromEdge(visit, cached)
				: await keepTypedText(await answerByRemix(visit), arrival, typed);
		} catch (error) {
			logLine("error", "request", {
				requestId: visit.requestId,
				path: url.pathname,
				...describeError(error),
			});
			return refused(
				visit,
				isDatabaseFailure(error) ? "unavailable" : "something-went-wrong",
				await typed?.(),
			);
		}
	}

	async function answerFromEdge(visit: Visit, address: string): Promise<Response> {
		const { arrival, request, env, execution } = visit;
		const { place, language } = arrival;
		const { edition } = place;
		const now = readClock(env);
		const key: PageKey = {
			year: edition.year,
			language,
			date: pragueDate(now),
			phase: phaseOf(edition, now),
			address,
		};
		const defer = (work: Promise<unknown>) => execution.waitUntil(work);
		let failure: unknown;
		let failed: Response | null = null;
		try {
			const shell = await recallShell(edition, key.date, env);
			const kept = await cache.findFresh(key, shell.contentVersion, now.getTime());
			if (kept) {
				// What is added for a reader of the API, or for one who chooses a language, is added below.
				if (!place.isApi && !place.choosesLanguage) {
					const left = freshFor - (now.getTime() - kept.storedAt);
					const limit = Math.min(shells.knownUntil(shellKey(edition, key.date)), Date.now() + left);
					recentPages.set(arrival, env, kept, limit);
				}
				return respondFrom(kept, request, "HIT");
			}
			const make = () => answerByRemix({ ...visit, request: plainRead(visit, address) }, shell);
			let own: Response | null = null;
			const fresh = await fills.share(JSON.stringify([key, shell.contentVersion]), () => {
				const fill = make().then((response) => {
					if (response.status === 200) {
						addSecurityHeaders(response.headers, edition);
						return cache.keep(key, shell.contentVersion, response, now.getTime(), defer);
					}
					own = response;
					return null;
				});
				// Others wait for it, even when this reader has gone.
				defer(fill.catch(() => undefined));
				return fill;
			});
			if (fresh) return respondFrom(fresh, request, "MISS");
			const response = own ?? (await make());
			// Made by a GET in any case, so that readers can share it.
			if (response.status < 500) return request.method === "HEAD" ? new Response(null, response) : response;
			failed = response;
		} catch (error) {
			failure = error;
		}
		const lastGood = await cache.findLastGood(key, now.getTime());
		if (lastGood) return respondFrom(lastGood, request, "STALE");
		if (failed) return failed;
		throw failure;
	}

	function recallShell(edition: Edition, date: string, env: Env): Promise<Shell> {
		return shells.recall(shellKey(edition, date), () => readShell(edition, env));
	}

	/** @param shell where it has been found out already */
	async function answerByRemix(visit: Visit, shell?: Shell): Promise<Response> {
		const { arrival, request, env, execution, requestId } = visit;
		const { edition, isHealth } = arrival.place;
		const visitorsShell = async () => {
			// The health is whether the database answers now.
			if (isHealth) return readShell(edition, env);
			return shell ?? recallShell(edition, pragueDate(readClock(env)), env);
		};
		const known = await readRequestState(request, arrival, env, execution, requestId, visitorsShell);
		const state: RequestState = { ...known, routes: build.routes };
		const asked = isHealth ? healthRead(visit) : withoutForwardedHost(request);
		const handle = remixFor(new URL(asked.url).pathname);
		const response = await handle(asked, state);
		const headers = new Headers(response.headers);
		headers.set("X-Edge-Cache", "BYPASS");
		if (state.flash && request.method === "GET") headers.append("Set-Cookie", clearedFlashCookie);
		const failure = response.status >= 500 && state.failures.find(isDatabaseFailure);
		// A form is given back with what was typed; a page that could be read in part is shown.
		if (failure && request.method === "POST") throw failure;
		return new Response(response.body, { status: failure ? 503 : response.status, headers });
	}

	async function respond(visited: Omit<Visit, "arrival" | "requestId">, known?: Arrival): Promise<Response> {
		const { request, env } = visited;
		const arrival = known ?? (await arrivals.read(request));
		const { place, language } = arrival;
		const { url, edition } = place;
		const requestId = crypto.randomUUID();
		const response = await answer({ ...visited, arrival, requestId });
		const { headers } = response;
		const isKept = headers.get("X-Edge-Cache") === "HIT";
		if (response.status === 405 && !headers.has("Allow")) {
			headers.set("Allow", place.isApiPath ? apiMethods : pageMethods);
		}
		// A kept answer has its headers, and no line in the log that a number would lead to.
		if (!isKept) {
			addSecurityHeaders(headers, edition);
			headers.set("X-Request-Id", requestId);
		}
		if (place.isApiPath || place.isHealth) {
			addCorsHeaders(request, headers, readSettings(env, edition.year));
		} else if (place.choosesLanguage) headers.append("Set-Cookie", languageCookie(language));
		secureCookies(url, headers);
		// What the edge answers is counted by the platform; a line of ours would cost more than the answer.
		if (!isKept) {
			const { year } = edition;
			const { status } = response;
			logLine("info", "request", {
				requestId,
				edition: year,
				method: request.method,
				path: url.pathname,
				status,
			});
		}
		return response;
	}

	return {
		// Not async: the platform has to wait for a promise, which costs about a tenth of a kept page.
		fetch(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response> {
			const known = arrivals.known(request);
			const recent = known && recentPages.get(known, env);
			if (recent) return respondFrom(recent, request, "HIT");
			return respond({ request, env, execution }, known);
		},

		async scheduled(controller: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
			await runSchedule(new Date(controller.scheduledTime), env, execution);
		},
	};
}

/** What a page's frame depends on. */
function shellKey({ year }: Edition, date: string): string {
	return `${year}/${date}`;
}

function healthRead({ request, arrival }: Visit): Request {
	return new Request(new URL("/api", arrival.place.url), request);
}

/** A refusal that needs neither Remix nor the database; what was typed into a form is given back. */
function refused(
	visit: Visit,
	reason: "method-not-allowed" | "cross-site" | "not-found" | "unavailable" | "something-went-wrong",
	form: FormData | null = null,
): Response {
	const { arrival, requestId } = visit;
	const { place, language } = arrival;
	const { url, edition } = place;
	if (reason === "unavailable" && (place.isHealth || url.pathname === "/api/health")) {
		return Response.json({ status: "unavailable", version, edition: edition.year }, { status: 503 });
	}
	if (place.isApi)
		return refusalResponse(refuse(reason), refusalStatus[reason] < 500 ? {} : { id: requestId });
	const kept = form ? { form, action: `${url.pathname}${url.search}` } : undefined;
	return plainPage({ language, reason, requestId, kept });
}

/**
 * The request a kept page is made from: the address with the parameters that count, the language, and nothing
 * else of the one who happens to ask first.
 */
function plainRead({ arrival: { place, language } }: Visit, address: string): Request {
	return new Request(new URL(address, place.url.origin), {
		headers: { Cookie: `${languageMemory}=${language}` },
	});
}
