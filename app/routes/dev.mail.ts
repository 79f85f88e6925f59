import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { escapeHtml } from "~/lib/escape";
import { plainPage } from "~/lib/http/plain-page.server";
import { type MailAttachment, pictureUrl } from "~/lib/mail/compose-mail";
import { localMails } from "~/lib/mail/local-mailbox.server";

/** The local mailbox, for people who try the application on their own machine. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) return plainPage({ language: ctx.language, reason: "not-found" });
	const mails = await localMails(ctx);
	const items = mails.map(
		({ to, subject, text, sentAt, attachments }) =>
			`<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${escapeHtml(sentAt)}</p><p>${linked(text)}</p>${attachments.map(imageOf).join("")}</article>`,
	);
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local mailbox</title></head>
<body><main><h1>Local mailbox</h1><p><a href="/dev/mail.json">JSON</a></p>
${items.join("\n") || "<p>No mail yet.</p>"}</main></body></html>`;
	return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function imageOf(picture: MailAttachment): string {
	return `<p><img src="${pictureUrl(picture)}" alt="${escapeHtml(picture.alt)}" width="320"></p>`;
}

/** The content policy forbids styles in the page, so lines and long addresses break by elements. */
function linked(text: string): string {
	const breakable = (url: string) => url.replace(/[/?=-]+/g, "$&<wbr>");
	return escapeHtml(text)
		.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${breakable(url)}</a>`)
		.replaceAll("\n", "<br>");
}
