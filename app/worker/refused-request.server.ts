import { builtFrom } from "~/lib/built-from";
import { plainPage } from "~/lib/http/plain-page.server";
import { refusalResponse } from "~/lib/http/refusal-response.server";
import { refusalStatus } from "~/lib/refusals";
import { refuse } from "~/lib/result";
import { version } from "../../package.json";
import type { RequestScope } from "./request-info.server";

type Reason =
	| "address-too-long"
	| "method-not-allowed"
	| "cross-site"
	| "not-found"
	| "unavailable"
	| "something-went-wrong";

/**
 * A refusal that needs neither Remix nor the database.
 * @param form values to send again
 */
export function refuseRequest(
	{ info, requestId }: RequestScope,
	reason: Reason,
	form: FormData | null = null,
): Response {
	const { url, edition, isHealth, isApi, language } = info;
	if (reason === "unavailable" && (isHealth || url.pathname === "/api/health")) {
		const health = { status: "unavailable", version, edition: edition.year };
		return Response.json(isHealth ? health : { ...health, ...builtFrom }, { status: 503 });
	}
	if (isApi) return refusalResponse(refuse(reason), refusalStatus[reason] < 500 ? {} : { id: requestId });
	const typed = form ? { form, action: `${url.pathname}${url.search}` } : undefined;
	return plainPage({ language, reason, requestId, typed });
}
