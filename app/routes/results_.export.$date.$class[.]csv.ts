import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Ctx } from "~/lib/context";
import { csvResponse } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { readDaySheet } from "~/lib/results/day-sheet.server";
import { readTotalSheet } from "~/lib/results/total-sheet.server";
import { writeResultsCsv, writeTotalCsv } from "~/lib/results/write-results-csv";

/** Our scores of a class on a day as CSV, or its total. */
export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { date = "", class: classType = "" } = params;
	const text = await csvOf(ctx, date, classType);
	if (text === null) return plainPage({ language: ctx.language, reason: "not-found" });
	return csvResponse({ name: `results-${date}-${classType}.csv`, text });
}

async function csvOf(ctx: Ctx, date: string, classType: string): Promise<string | null> {
	if (date === "total") {
		const total = await readTotalSheet(ctx, classType);
		return total && writeTotalCsv(total, ctx.language);
	}
	const sheet = await readDaySheet(ctx, date, classType);
	return sheet && writeResultsCsv(sheet, ctx.language);
}
