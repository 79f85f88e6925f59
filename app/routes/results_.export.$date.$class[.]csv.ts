import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvResponse } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { readDaySheet } from "~/lib/results/day-sheet.server";
import { writeResultsCsv } from "~/lib/results/write-results-csv";

/** Our scores of a class on a day as CSV. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { date = "", class: classType = "" } = params;
	const sheet = await readDaySheet(ctx, date, classType);
	if (!sheet) return plainPage({ language: ctx.language, reason: "not-found" });
	return csvResponse({
		name: `results-${date}-${classType}.csv`,
		text: writeResultsCsv(sheet, ctx.language),
	});
}
