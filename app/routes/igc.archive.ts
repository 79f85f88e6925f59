import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { asAdmin } from "~/lib/access";
import { downloadIgcDay } from "~/lib/flights/download-igc.server";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { answerWithFile } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";

/** Marks the flights of a day as downloaded and leads to their archive. */
export function action({ request, context }: ActionFunctionArgs) {
	return answerWithFile(context, asAdmin, "/igc", async (ctx) => {
		const form = await readForm(request);
		if (!form.ok) throw refusedBody(form);
		const link = await downloadIgcDay(ctx, String(form.value.get("day") ?? ""));
		return link.ok ? redirect(link.value, 303) : redirectWithFlash("/igc", "error", `server.${link.reason}`);
	});
}
