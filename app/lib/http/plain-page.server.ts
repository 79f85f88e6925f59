import type { TFunction } from "i18next";
import { escapeHtml } from "~/lib/escape";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText, waitMessage } from "~/lib/i18n/message";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import stylesUrl from "~/styles.css?url";
import { returnedFormHtml } from "./returned-form-html.server";

interface PlainPage {
	readonly language: Language;
	readonly reason: RefusalReason;
	/** Seconds to wait, for status 429. */
	readonly retryAfter?: number;
	/** Id of the request. It is shown, for questions to the operator. */
	readonly requestId?: string;
	/** Page to open after the login, for status 401, or after the code of a second factor. */
	readonly returnTo?: string;
	/** The typed values, which the reader can send again to `action`. */
	readonly typed?: { readonly form: FormData; readonly action: string };
}

/** Texts that differ from those of the API. */
const titles: Readonly<Partial<Record<RefusalReason, string>>> = {
	unavailable: "backend.unavailable",
	"token-invalid": "error.login.title",
	"user-missing": "error.login.title",
	"code-outdated": "secondFactor.confirm.title",
	"duty-over": "error.duty.title",
};

/** What to do before the typed values are sent again. */
const advices: Readonly<Partial<Record<RefusalReason, string>>> = {
	"token-invalid": "error.keptForm.login",
	"user-missing": "error.keptForm.login",
	"code-outdated": "error.keptForm.code",
	"duty-over": "error.keptForm.duty",
};

/** Links by which a reader who lacks something can continue. */
const remedies: Readonly<Partial<Record<RefusalReason, Remedy>>> = {
	"token-invalid": { path: "/login", link: "nav.login" },
	"user-missing": { path: "/login", link: "nav.login" },
	"code-outdated": { path: "/confirm", link: "secondFactor.confirm.link" },
};

interface Remedy {
	readonly path: string;
	/** Key of the link's text. */
	readonly link: string;
}

/** A page that needs neither Remix nor the database. */
export function plainPage({ language, reason, retryAfter, requestId, returnTo, typed }: PlainPage): Response {
	const texts = textsOf(language);
	const { t } = texts;
	const title = retryAfter ? waitMessage(retryAfter) : (titles[reason] ?? `server.${reason}`);
	const text = escapeHtml(complaintText(t, title));
	const remedy = returnTo === undefined ? undefined : remedies[reason];
	const advice = escapeHtml(t(advices[reason] ?? "error.keptForm"));
	const form = typed ? returnedFormHtml(typed.form, typed.action, texts) : "";
	const id = requestId ? `<p class="muted">${escapeHtml(t("error.requestId", { id: requestId }))}</p>` : "";
	// A link that the form depends on stands before it.
	const ways =
		remedy && returnTo
			? [remedyLink(remedy, returnTo, typed !== undefined, t), form]
			: [form, id, homeLink(t)];
	const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text}</title><link rel="stylesheet" href="${stylesUrl}"></head>
<body><main class="page"><div class="narrow stack"><h1>${text}</h1>${typed ? `<p>${advice}</p>` : ""}${ways.join("")}</div></main></body></html>`;
	const headers = new Headers({
		"Content-Type": "text/html; charset=utf-8",
		"Cache-Control": "private, no-store",
	});
	if (retryAfter) headers.set("Retry-After", String(retryAfter));
	return new Response(html, { status: refusalStatus[reason], headers });
}

function homeLink(t: TFunction): string {
	return `<p><a class="button" href="/">${escapeHtml(t("error.home"))}</a></p>`;
}

/** @param beside opens the page in another tab, so that the typed values stay */
function remedyLink({ path, link }: Remedy, returnTo: string, beside: boolean, t: TFunction): string {
	const address = `${path}?redirectTo=${encodeURIComponent(returnTo)}`;
	const target = beside ? ' target="_blank"' : "";
	return `<p><a class="button" href="${address}"${target}>${escapeHtml(t(link))}</a></p>`;
}
