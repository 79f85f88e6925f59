import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvResponse } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { readDaySheet } from "~/lib/results/day-sheet.server";
import { writeSoaringSpotCsv } from "~/lib/results/write-results-csv";

/** Our official results of a class on a day as CSV with the column names of SoaringSpot. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { date = "", class: classType = "" } = params;
	const sheet = await readDaySheet(ctx, date, classType);
	if (!sheet?.isOfficial) return plainPage({ language: ctx.language, reason: "not-found" });
	return csvResponse({ name: `soaringspot-${date}-${classType}.csv`, text: writeSoaringSpotCsv(sheet) });
}
