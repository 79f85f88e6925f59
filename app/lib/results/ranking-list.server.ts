import { eq } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import { recordExport } from "~/lib/db/commit.server";
import type { CsvFile } from "~/lib/http/download.server";
import { done, type Result, refuse } from "~/lib/result";
import { competitionClasses, registrations } from "~db/schema";
import { readTotalSheet } from "./total-sheet.server";

const columns = ["competition", "class", "days", "place", "name", "nation", "ranking_id", "points"] as const;

/**
 * The official total of a class as a list for the IGC ranking: who has a place, with the number of the pilot in that ranking.
 * @param isHead see {@link recordExport}
 */
export async function exportForRanking(
	ctx: StaffCtx<"entries">,
	classType: string,
	isHead: boolean,
): Promise<Result<CsvFile, "not-found">> {
	const { db, edition } = ctx;
	const total = await readTotalSheet(ctx, classType);
	if (total?.status !== "official") return refuse("not-found");
	const [found] = await db
		.select({ name: competitionClasses.name })
		.from(competitionClasses)
		.where(eq(competitionClasses.id, total.classId));
	const entries = await db.select({ id: registrations.id, igcId: registrations.igcId }).from(registrations);
	const ids = new Map(entries.map(({ id, igcId }) => [id, igcId]));
	const rows = total.rows
		.filter(({ position, points, disqualification }) => position !== null && points > 0 && !disqualification)
		.map((row): readonly CsvCell[] => [
			edition.title,
			found?.name ?? classType,
			total.counted,
			row.position,
			row.name,
			row.nation,
			row.registrationId === null ? null : (ids.get(row.registrationId) ?? null),
			row.points,
		]);
	await recordExport(ctx, { action: "results.export-ranking", subjectId: total.classId }, isHead);
	return done({ name: `ranking-${classType}.csv`, text: writeCsv(columns, rows, { guardFormulas: true }) });
}
