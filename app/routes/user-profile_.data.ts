import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { asUser } from "~/lib/access";
import { exportOwnData } from "~/lib/accounts/export-own-data.server";
import { sha256Hex } from "~/lib/digest";
import { downloadHeaders } from "~/lib/http/download.server";
import { answerWithFile } from "~/lib/http/page-guards.server";

/** Sends signed-in users their data as a file. An action, because the audit log records the export. */
export function action({ context }: ActionFunctionArgs) {
	return answerWithFile(context, asUser, "/user-profile", async (ctx) => {
		const { name, text } = await exportOwnData(ctx);
		const bytes = new TextEncoder().encode(text);
		const sha256 = await sha256Hex(bytes);
		return new Response(bytes, {
			headers: downloadHeaders({ name, mimetype: "application/json", sha256, public: false }),
		});
	});
}
