import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { asStaff } from "~/lib/access";
import { downloadIgcDay } from "~/lib/flights/download-igc.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { answerWithFile } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";

/** Marks the flights of a day as downloaded and leads to their archive. */
export function action({ request, context }: ActionFunctionArgs) {
	return answerWithFile(
		context,
		(ctx) => asStaff(ctx, "logs"),
		"/igc",
		async (ctx) => {
			const form = bodyOf(await readForm(request));
			const link = await downloadIgcDay(ctx, String(form.get("day") ?? ""));
			return link.ok
				? redirect(link.value, 303)
				: redirectWithFlash("/igc", { key: `server.${link.reason}`, kind: "error" });
		},
	);
}
