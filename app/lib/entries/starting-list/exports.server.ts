import { eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { isCompetitorOrWaiting } from "~/lib/entries/accepted-queries.server";
import { classById } from "~/lib/entries/classes/classes-queries.server";
import { type Entry, selectEntries } from "~/lib/entries/entries-queries.server";
import { variableSymbol } from "~/lib/entries/payment";
import { compareNames } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import type { ExportEntry } from "./export-entry";
import { type GeneralExportDialect, generalExport } from "./general-export";
import { listOrder } from "./list-order";
import { seeYouExport } from "./seeyou-export";

export interface CsvFile {
	readonly name: string;
	readonly text: string;
}

/** All entries, accepted or waiting, by class and in the order of the list. */
export async function exportEntries(ctx: AdminCtx, dialect: GeneralExportDialect): Promise<Result<CsvFile>> {
	const entries = (await selectEntries(ctx.db).where(isCompetitorOrWaiting)).sort(
		(a, b) => compareNames(a.competitionClass.name, b.competitionClass.name) || listOrder(a, b),
	);
	await commit(ctx, {
		statements: [],
		audit: { action: "starting-list.export", after: { entries: entries.length, dialect } },
		visible: false,
	});
	return done({
		name: `export-${pragueDate(ctx.now)}.csv`,
		text: generalExport(
			entries.map((entry) => toExportEntry(ctx, entry)),
			dialect,
		),
	});
}

export async function exportForSeeYou(ctx: AdminCtx, classId: string): Promise<Result<CsvFile, "not-found">> {
	const { db, now } = ctx;
	const { competitionClass, entries } = await read(db, {
		competitionClass: first(classById(db, classId)),
		entries: selectEntries(db).where(eq(registrations.competitionClassId, classId)),
	});
	if (!competitionClass) return refuse("not-found");
	await commit(ctx, {
		statements: [],
		audit: { action: "starting-list.export-see-you", subjectId: classId },
		visible: false,
	});
	return done({
		name: `export-see-you-${pragueDate(now)}.csv`,
		text: seeYouExport(entries.sort(listOrder).map((entry) => toExportEntry(ctx, entry))),
	});
}

function toExportEntry({ edition }: AdminCtx, { user, accommodationType, ...entry }: Entry): ExportEntry {
	const { name, surname, email } = user;
	return {
		...entry,
		name,
		surname,
		email,
		accommodationType: accommodationType.name,
		variableSymbol: variableSymbol(edition.year, entry.number),
	};
}
