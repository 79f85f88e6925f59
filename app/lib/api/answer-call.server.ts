import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AccessDenied } from "~/lib/access";
import { isDatabaseFailure } from "~/lib/db/errors.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { refusalResponse, refuseMethod } from "~/lib/http/refusal-response.server";
import { refuse } from "~/lib/result";
import { type ApiPath, apiPaths } from "./api-calls.server";

const patterns = apiPaths.map((apiPath) => ({
	...apiPath,
	pattern: new RegExp(`^${apiPath.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/*$`, "i"),
}));

/** Finds the path of the API that an address means, in every spelling that Remix would take for it. */
export function apiPathOf(
	pathname: string,
): (ApiPath & { readonly params: Readonly<Record<string, string>> }) | null {
	// An escaped slash belongs to a parameter.
	const parts = pathname.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
	for (const { path, calls, pattern } of patterns) {
		const found = pattern.exec(parts.join("/"));
		if (!found) continue;
		const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
			name,
			value.replaceAll("%2F", "/"),
		]);
		return { path, calls, params: Object.fromEntries(params) };
	}
	return null;
}

/** The loader and action of the API: finds the call of a request and makes a response of what it gives. */
export async function answerCall({
	request,
	context: { ctx, tokenRefusal },
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
	const found = apiPathOf(new URL(request.url).pathname);
	if (!found) return refusalResponse(refuse("not-found"));
	const method = request.method === "HEAD" ? "GET" : request.method;
	const call = found.calls.find((one) => one.method === method);
	if (!call) return refuseMethod(found.calls.map((one) => one.method));
	try {
		if (call.access !== "all" && tokenRefusal) return refusalResponse(refuse(tokenRefusal));
		const result = await call.handle(ctx, found.params, request);
		if (result instanceof Response) return result;
		if (!result.ok) return refusalResponse(result);
		const status = "status" in result ? result.status : (call.status ?? 200);
		return Response.json(result.value, { status });
	} catch (error) {
		if (error instanceof AccessDenied) return refusalResponse(refuse(error.reason));
		logLine("error", "api", { requestId: ctx.requestId, ...describeError(error) });
		const reason = isDatabaseFailure(error) ? "unavailable" : "something-went-wrong";
		return refusalResponse(refuse(reason), { id: ctx.requestId });
	}
}
