import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readIncomingLogs } from "~/lib/flights/unmatched-logs/add-incoming.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";

/** Reads the next of the files that are kept unread. Scripts ask without a form; one without them leads back. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "logs");
	const hasForm = request.headers.has("Content-Type");
	if (hasForm) bodyOf(await readForm(request));
	const read = await readIncomingLogs(ctx);
	if (!read.ok) throw errorPage(read.reason, read.retryAfter);
	return hasForm ? redirect("/igc", 303) : new Response(null, { status: 204 });
}
