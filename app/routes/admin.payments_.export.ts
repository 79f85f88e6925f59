import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { asStaff } from "~/lib/access";
import { exportBalances } from "~/lib/entries/balances.server";
import { paymentsPath } from "~/lib/entries/entry-paths";
import { csvResponse } from "~/lib/http/download.server";
import { answerWithFile } from "~/lib/http/page-guards.server";

/** Who has paid what as CSV; `?dialect=excel` for Czech Excel. */
export function loader({ request, context }: LoaderFunctionArgs) {
	const forExcel = new URL(request.url).searchParams.get("dialect") === "excel";
	const isHead = request.method === "HEAD";
	return answerWithFile(
		context,
		(ctx) => asStaff(ctx, "payments"),
		paymentsPath,
		async (ctx) => csvResponse(await exportBalances(ctx, { forExcel, isHead })),
	);
}
