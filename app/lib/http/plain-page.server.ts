import { textsOf } from "../i18n/i18n.server";
import type { Language } from "../i18n/language";
import { type RefusalReason, refusalStatus } from "../refusals";
import { escapeHtml } from "./html";

/**
 * A page that needs neither Remix nor the database, for answers given before or instead of both.
 * @param requestId shown where the operator may be asked about it
 */
export function plainPage(language: Language, reason: RefusalReason, requestId?: string): Response {
	const { t } = textsOf(language);
	const text = escapeHtml(t(reason === "unavailable" ? "backend.unavailable" : `server.${reason}`));
	const id = requestId ? `<p><small>${escapeHtml(t("error.requestId", { id: requestId }))}</small></p>` : "";
	const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text}</title></head>
<body><main><h1>${text}</h1>${id}<p><a href="/">${escapeHtml(t("error.home"))}</a></p></main></body></html>`;
	return new Response(html, {
		status: refusalStatus[reason],
		headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store" },
	});
}
