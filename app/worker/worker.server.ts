import type { ServerBuild } from "@remix-run/cloudflare";
import { apiPaths } from "~/lib/api/api-calls.server";
import { editions } from "~editions/index";
import { createInfos } from "./drafts.server";
import { createCachedAddresses, pathsForAll } from "./edge-cache/cached-addresses";
import { createEdgeCache } from "./edge-cache/edge-cache.server";
import { refuseFailed } from "./failed-request.server";
import { guard } from "./guards.server";
import { createRemix } from "./remix.server";
import { createRemixHandlers } from "./remix-handlers";
import type { RequestScope } from "./request-info.server";
import { createRequestInfos, isPlainHttp, type RequestInfo } from "./request-info.server";
import { addReaderHeaders, finish } from "./response-headers.server";
import { withReturnedForm } from "./returned-form.server";
import { createRoutePatterns } from "./route-patterns";
import { runSchedule } from "./schedule.server";
import { replyToScript } from "./script-reply.server";
import { createSeasons } from "./seasons.server";
import { createSharedStates, type SharedState } from "./shared-state.server";

/** What takes longer to make of the routes than a page. */
export function compileRoutes(build: ServerBuild) {
	return {
		addresses: createCachedAddresses(build.routes, apiPaths),
		patterns: createRoutePatterns(build.routes, apiPaths),
		forAll: pathsForAll(build.routes),
		handlerFor: createRemixHandlers(build),
	};
}

/**
 * The Worker, and the order of a request: request info, edge cache for public reads, guards, Remix, headers. What an isolate keeps
 * of requests from one to the next is created here and nowhere else.
 * @param routes tests share them among their Workers
 */
export function createWorker(build: ServerBuild, routes = compileRoutes(build)) {
	const seasons = createSeasons(editions);
	const infos = createInfos(createRequestInfos(editions, routes), seasons);
	const sharedStates = createSharedStates();
	const edge = createEdgeCache(build.assets.version, sharedStates);
	const remix = createRemix(build, routes.handlerFor, { ...sharedStates, forget });

	/** @param shared where the edge cache has read it already */
	async function answer(scope: RequestScope, shared?: SharedState): Promise<Response> {
		const response = guard(scope) ?? (await (isForm(scope) ? answerForm(scope) : remix(scope, shared)));
		return finish(scope, response);
	}

	function answerForm(scope: RequestScope): Promise<Response> {
		return replyToScript(scope, () => withReturnedForm(scope, () => remix(scope)));
	}

	/** It is not async: the platform would have to wait for a promise, which costs about a tenth of a cached page. */
	function respond(info: RequestInfo, request: Request, env: Env, execution: ExecutionContext) {
		// The failed request and its error page share one id; a cached response needs none.
		let requestId: string | undefined;
		const scopeOf = (sent: Request): RequestScope => {
			requestId ??= crypto.randomUUID();
			return { info, request: sent, env, execution, requestId };
		};
		const refused = (error: unknown) => {
			const scope = scopeOf(request);
			return finish(scope, refuseFailed(scope, error));
		};
		const response =
			info.isCachedRead && !isPlainHttp(info, env)
				? edge.answer({ info, request, env, execution }, (plain, shared) => answer(scopeOf(plain), shared))
				: answer(scopeOf(request));
		if (response instanceof Response) return addReaderHeaders(info, request, env, response);
		return response.catch(refused).then((made) => addReaderHeaders(info, request, env, made));
	}

	function forget(): void {
		seasons.forget();
		sharedStates.forget();
	}

	return {
		fetch(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response> {
			const info = infos.cached(request);
			if (info) return respond(info, request, env, execution);
			return infos.read(request, env).then((read) => respond(read, request, env, execution));
		},

		async scheduled(controller: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
			const season = await seasons.recall(env);
			await runSchedule({ editions, season }, controller, { env, execution }, forget);
		},
	};
}

/** A form of a page, sent by itself or by a script. */
function isForm({ info, request }: RequestScope): boolean {
	return request.method === "POST" && !info.isApi;
}
