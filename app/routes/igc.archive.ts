import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { adminPage } from "~/lib/http/page-access.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { downloadIgcDay } from "~/lib/igc/download-igc.server";

/** Marks the flights of a day as downloaded and leads to their archive. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = adminPage(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const link = await downloadIgcDay(ctx, String(form.value.get("day") ?? ""));
	return link.ok ? redirect(link.value, 303) : redirectWithFlash("/igc", "error", `server.${link.reason}`);
}
