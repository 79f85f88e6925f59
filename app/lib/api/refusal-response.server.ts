import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { serverText } from "~/lib/i18n/server-texts.server";
import { refusalStatus } from "~/lib/refusals";
import { type Refusal, refuse } from "~/lib/result";
import { firstSentence } from "./field-sentence.server";

/**
 * The text of a refusal. Of wrong fields it says the first one, because existing clients show no other; a reason with a
 * text of its own keeps it.
 */
function messageOf({ reason, errors, detail }: Refusal): string {
	if (detail) return complaintText(textsOf("en").t, detail);
	return (reason === "invalid-fields" && errors && firstSentence(errors)) || serverText("en", reason);
}

/** The JSON of a refusal: `{msg}`, and `errors` where fields are to blame. */
export function refusalResponse(refusal: Refusal, extra: Readonly<Record<string, unknown>> = {}): Response {
	const errors = refusal.errors && {
		errors: Object.fromEntries(
			Object.entries(refusal.errors).map(([name, key]) => [name, key.split("?")[0]]),
		),
	};
	const headers = new Headers();
	if (refusal.retryAfter) headers.set("Retry-After", String(refusal.retryAfter));
	const answer = { msg: messageOf(refusal), ...errors, ...extra };
	return Response.json(answer, { status: refusalStatus[refusal.reason], headers });
}

/** The refusal of a method that a path does not have. @param methods those it has */
export function refuseMethod(methods: readonly string[]): Response {
	const response = refusalResponse(refuse("method-not-allowed"));
	const allowed = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
	response.headers.set("Allow", [...allowed, "OPTIONS"].join(", "));
	return response;
}
