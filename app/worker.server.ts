import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { createMoments } from "~/lib/editions/moment";
import { isAnonymousRead } from "~/lib/http/anonymous.server";
import { refusalResponse } from "~/lib/http/api.server";
import { type Cookies, languageCookie, readCookies, secureCookies } from "~/lib/http/cookies.server";
import { addCorsHeaders, preflight } from "~/lib/http/cors.server";
import { createEdgeCache, type PageKey } from "~/lib/http/edge-cache.server";
import { clearedFlashCookie } from "~/lib/http/flash.server";
import { type KeptAnswer, respondFrom } from "~/lib/http/kept-answer.server";
import { keepForm } from "~/lib/http/kept-form.server";
import { describeError, logLine } from "~/lib/http/log.server";
import {
	apiMethods,
	isCrossSite,
	isKnownMethod,
	pageMethods,
	withoutForwardedHost,
} from "~/lib/http/origin-guard.server";
import { hasLineBreak } from "~/lib/http/paths";
import { createPlaces, type Place } from "~/lib/http/place";
import { plainPage } from "~/lib/http/plain-page.server";
import { addSecurityHeaders } from "~/lib/http/security-headers.server";
import { createSharedWork } from "~/lib/http/shared-work";
import { createShortMemory } from "~/lib/http/short-memory";
import { createLanguageMemory } from "~/lib/i18n/i18n.server";
import { type Language, languageMemory } from "~/lib/i18n/language";
import { refusalStatus } from "~/lib/refusals";
import { refuse } from "~/lib/result";
import { readClock, readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { RequestState } from "../load-context";
import { version } from "../package.json";
import { readRequestState, readShell, type Shell } from "./request-state.server";
import { runSchedule } from "./schedule.server";

/** One request on its way: what is known before the database is asked. */
interface Visit {
	readonly request: Request;
	readonly place: Place;
	readonly cookies: Cookies;
	readonly language: Language;
	readonly env: Env;
	readonly execution: ExecutionContext;
	readonly requestId: string;
}

/**
 * The Worker. A page that the isolate remembers is given at once; `answer` shows the order of every other request: preflight and
 * guards, the edge cache for anonymous reads, Remix for all others. What an isolate remembers from request to request stands in
 * here and nowhere else.
 */
export function createWorker(build: ServerBuild) {
	const handleByRemix = createRequestHandler(build, "production");
	const cache = createEdgeCache(build.assets.version);
	const shells = createShortMemory<Shell>();
	const placeOf = createPlaces(editions);
	const momentOf = createMoments();
	const languageOf = createLanguageMemory();
	/** Pages that are being made for the cache; null for what is not kept. */
	const fills = createSharedWork<KeptAnswer | null>();

	/** A page as this isolate remembers it, where neither anybody has to be asked nor anything is added for this reader. */
	function rememberedPage({
		request,
		place,
		cookies,
		language,
		env,
	}: Omit<Visit, "requestId">): Response | null {
		const { edition, cached } = place;
		if (!cached || place.isApi || place.choosesLanguage || !isAnonymousRead(request, cookies)) return null;
		const now = readClock(env);
		const key: PageKey = { year: edition.year, language, ...momentOf(edition, now), address: cached };
		const shell = shells.known(shellKey(key));
		const kept = shell && cache.remembered(key, shell.contentVersion, now.getTime());
		return kept ? respondFrom(kept, request, "HIT") : null;
	}

	async function answer(visit: Visit): Promise<Response> {
		const { request, place, cookies, env } = visit;
		const { url, edition, isApi, cached } = place;
		if (isApi && request.method === "OPTIONS") return preflight(request, readSettings(env, edition.year));
		if (!isKnownMethod(request.method)) return refused(visit, "method-not-allowed");
		if (!isApi && isCrossSite(request, place)) return refused(visit, "cross-site");
		if (hasLineBreak(url.pathname)) return refused(visit, "not-found");
		const typed = isApi ? null : keepForm(request);
		try {
			return cached && isAnonymousRead(request, cookies)
				? await answerFromEdge(visit, cached)
				: await answerByRemix(visit);
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
		const { request, place, language, env, execution } = visit;
		const { edition } = place;
		const now = readClock(env);
		const key: PageKey = { year: edition.year, language, ...momentOf(edition, now), address };
		const defer = (work: Promise<unknown>) => execution.waitUntil(work);
		let failure: unknown;
		let failed: Response | null = null;
		try {
			const shell = await shells.recall(shellKey(key), () => readShell(edition, env));
			const kept = await cache.findFresh(key, shell.contentVersion, now.getTime());
			if (kept) return respondFrom(kept, request, "HIT");
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

	async function answerByRemix(visit: Visit, shell: Shell | null = null): Promise<Response> {
		const { request, place, env, execution, requestId } = visit;
		const { edition } = place;
		const known = await readRequestState(request, edition, env, execution, requestId, shell);
		const state: RequestState = { ...known, routes: build.routes };
		const asked = place.isHealth ? healthRead(visit) : withoutForwardedHost(request);
		const response = await handleByRemix(asked, state);
		const headers = new Headers(response.headers);
		headers.set("X-Edge-Cache", "BYPASS");
		if (state.flash && request.method === "GET") headers.append("Set-Cookie", clearedFlashCookie);
		const failure = response.status >= 500 && state.failures.find(isDatabaseFailure);
		// A form is given back with what was typed; a page that could be read in part is shown.
		if (failure && request.method === "POST") throw failure;
		return new Response(response.body, { status: failure ? 503 : response.status, headers });
	}

	return {
		async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
			const place = placeOf(request.url);
			const { url, edition } = place;
			const cookies = readCookies(request);
			const language = await languageOf(request, place.lng, cookies);
			const arrived = { request, place, cookies, language, env, execution };
			const remembered = rememberedPage(arrived);
			if (remembered) return remembered;
			const requestId = crypto.randomUUID();
			const response = await answer({ ...arrived, requestId });
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
		},

		async scheduled(controller: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
			await runSchedule(new Date(controller.scheduledTime), env, execution);
		},
	};
}

/** What a page's frame depends on. */
function shellKey({ year, date }: PageKey): string {
	return `${year}/${date}`;
}

function healthRead({ request, place }: Visit): Request {
	return new Request(new URL("/api", place.url), request);
}

/** A refusal that needs neither Remix nor the database; what was typed into a form is given back. */
function refused(
	visit: Visit,
	reason: "method-not-allowed" | "cross-site" | "not-found" | "unavailable" | "something-went-wrong",
	form: FormData | null = null,
): Response {
	const { place, language, requestId } = visit;
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
function plainRead({ place, language }: Visit, address: string): Request {
	return new Request(new URL(address, place.url.origin), {
		headers: { Cookie: `${languageMemory}=${language}` },
	});
}
