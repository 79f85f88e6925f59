import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { refusalResponse } from "~/lib/http/refusal-response.server";
import { localMails } from "~/lib/mail/local-mailbox.server";
import { refuse } from "~/lib/result";

/** The local mailbox for tests: `[{ to, subject, text, html, attachments, sentAt }]`, newest first. */
export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) return refusalResponse(refuse("not-found"));
	return Response.json(await localMails(ctx));
}
