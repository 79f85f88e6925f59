import { isDatabaseFailure } from "~/lib/db/errors.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { refusalResponse } from "~/lib/http/refusal-response.server";
import { refuseForNow } from "~/lib/result";
import { refuseRequest } from "./refused-request.server";
import type { RequestScope } from "./request-info.server";
import { LimitReached } from "./write-limiter";

/** The response to a request that failed: 429 beyond a limit, 503 when the database did not answer, else 500. */
export function refuseFailed(scope: RequestScope, error: unknown, form: FormData | null = null): Response {
	if (error instanceof LimitReached) return refuseForWhile(scope, error, form);
	const { info, requestId } = scope;
	logLine("error", "request", { requestId, path: info.route, ...describeError(error) });
	return refuseRequest(scope, isDatabaseFailure(error) ? "unavailable" : "something-went-wrong", form);
}

function refuseForWhile(
	{ info }: RequestScope,
	{ retryAfter }: LimitReached,
	form: FormData | null,
): Response {
	const { url, isApi, language } = info;
	if (isApi) return refusalResponse(refuseForNow(retryAfter));
	const typed = form ? { form, action: `${url.pathname}${url.search}` } : undefined;
	return plainPage({ language, reason: "too-many-requests", retryAfter, typed });
}
