import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvResponse } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { daySheetCsv, readDaySheet } from "~/lib/results/day-sheet.server";

/** Our scores of a class on a day as CSV. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { date = "", class: classType = "" } = params;
	const sheet = await readDaySheet(ctx, date, classType);
	if (!sheet) return plainPage({ language: ctx.language, reason: "not-found" });
	return csvResponse({ name: `results-${date}-${classType}.csv`, text: daySheetCsv(sheet, ctx.language) });
}
