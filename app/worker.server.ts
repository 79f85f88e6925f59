import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-of-host";
import { refusalResponse } from "~/lib/http/api.server";
import { languageCookie } from "~/lib/http/cookies.server";
import { addCorsHeaders, preflight } from "~/lib/http/cors.server";
import { clearedFlashCookie } from "~/lib/http/flash.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { isCrossSite, isKnownMethod } from "~/lib/http/origin-guard.server";
import { isApiPath } from "~/lib/http/paths";
import { plainPage } from "~/lib/http/plain-page.server";
import { addSecurityHeaders, contentSecurityPolicy } from "~/lib/http/security-headers.server";
import { languageOf } from "~/lib/i18n/i18n.server";
import { isLanguage } from "~/lib/i18n/language";
import { refuse } from "~/lib/result";
import { readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import { version } from "../package.json";
import { readRequestState } from "./request-state.server";
import { runSchedule } from "./schedule.server";

/** The root of an API host is where old clients look for the health; null for every other request. */
function healthRequest(request: Request, url: URL): Request | null {
	if (!isApiHost(url.hostname) || url.pathname !== "/") return null;
	return new Request(new URL("/api", url), request);
}

function unhealthy(edition: Edition): Response {
	return Response.json({ status: "unavailable", version, edition: edition.year }, { status: 503 });
}

/**
 * The Worker. The order of `fetch` is the order of one request: edition by host, preflight and guards, page or
 * API through Remix, headers. Nothing outside this function knows of more than one edition.
 */
export function createWorker(build: ServerBuild) {
	const handleByRemix = createRequestHandler(build, "production");

	async function answer(
		request: Request,
		edition: Edition,
		env: Env,
		execution: ExecutionContext,
		requestId: string,
	): Promise<Response> {
		const url = new URL(request.url);
		const api = isApiPath(url.pathname) || isApiHost(url.hostname);
		const language = await languageOf(request);
		try {
			if (api && request.method === "OPTIONS") return preflight(request, readSettings(env, edition.year));
			if (!isKnownMethod(request.method)) {
				return api
					? refusalResponse(refuse("method-not-allowed"))
					: plainPage(language, "method-not-allowed");
			}
			if (!api && isCrossSite(request)) return plainPage(language, "cross-site");

			const state = await readRequestState(request, edition, env, execution, requestId);
			const response = await handleByRemix(healthRequest(request, url) ?? request, state);
			const headers = new Headers(response.headers);
			if (state.flash && request.method === "GET") headers.append("Set-Cookie", clearedFlashCookie);
			const failed = state.failures.some(isDatabaseFailure) && response.status >= 500;
			return new Response(response.body, { status: failed ? 503 : response.status, headers });
		} catch (error) {
			logLine("error", "request", { requestId, path: url.pathname, ...describeError(error) });
			const reason = isDatabaseFailure(error) ? "unavailable" : "something-went-wrong";
			if (url.pathname === "/api" || healthRequest(request, url)) return unhealthy(edition);
			return api
				? refusalResponse(refuse(reason), { id: requestId })
				: plainPage(language, reason, requestId);
		}
	}

	return {
		async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
			const requestId = crypto.randomUUID();
			const url = new URL(request.url);
			const edition = editionOfHost(url.hostname, editions);
			const response = await answer(request, edition, env, execution, requestId);
			const headers = new Headers(response.headers);
			addSecurityHeaders(headers, contentSecurityPolicy(null, edition.frameSources));
			if (isApiPath(url.pathname)) addCorsHeaders(request, headers, readSettings(env, edition.year));
			const chosen = url.searchParams.get("lng");
			if (isLanguage(chosen) && !isApiPath(url.pathname))
				headers.append("Set-Cookie", languageCookie(request, chosen));
			headers.set("X-Request-Id", requestId);
			logLine("info", "request", {
				requestId,
				edition: edition.year,
				method: request.method,
				path: url.pathname,
				status: response.status,
			});
			return new Response(response.body, { status: response.status, headers });
		},
		async scheduled(controller: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
			await runSchedule(new Date(controller.scheduledTime), env, execution);
		},
	};
}
