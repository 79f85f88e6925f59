import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/anonymous";
import type { StaffCtx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { nameOfClass } from "~/lib/editions/classes";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { latestSyncRun } from "~/lib/results/sync-runs.server";
import { hasResultsSource } from "~/lib/settings.server";
import {
	type ClassReport,
	competitionClasses,
	competitionDays,
	results,
	resultTables,
	type SyncReport,
} from "~db/schema";
import type { Edition } from "~editions/schema";

export async function readResultsAdmin({ db, settings, edition, language }: StaffCtx<"scoring">) {
	const { days, run, unbound, ...found } = await read(db, {
		classes: allClasses(db),
		tables: allTables(db),
		days: allDays(db),
		run: first(latestSyncRun(db)),
		unbound: unboundResults(db),
	});
	return {
		year: edition.year,
		hasSource: hasResultsSource(settings),
		/** What becomes of a removed import, in words. */
		aboutRemoval: textsOf(language).t("results.remove.about"),
		aboutFile: textsOf(language).t("results.import.file.hint"),
		aboutUnbound: textsOf(language).t("results.sheets.unbound.about"),
		classes: found.classes.map(({ id, type }) => ({
			id,
			type,
			sheets: found.tables.filter(({ classId }) => classId === id),
		})),
		days: days.map(({ id, name, date, task }) => ({ id, name, date, task })),
		lastRun: run
			? {
					outcome: run.outcome,
					at: run.finishedAt ?? run.startedAt,
					...reportInWords(run.detail, edition, language),
				}
			: null,
		unbound: { results: unbound.length, competitors: toUnboundCompetitors(unbound) },
	};
}

function reportInWords({ error, classes }: SyncReport, edition: Edition, language: Language) {
	const { t } = textsOf(language);
	const days = (dates: readonly string[]) => dates.map((date) => formatDay(date, language)).join(", ");
	const about = (report: ClassReport): string => {
		const reason = report.error ? t(`results.sync.error.${report.error}`) : "";
		const changes = (["removed", "imported", "hidden"] as const).filter((kind) => report[kind].length > 0);
		return [
			t(`results.sync.class.${report.outcome}`, { reason, days: days(report.written) }),
			...changes.map((kind) => t(`results.sync.class.${kind}`, { days: days(report[kind]) })),
		].join(" ");
	};
	return {
		error: error ? `${t(`results.sync.error.${error}`)}.` : null,
		classes: classes.map((report) => `${nameOfClass(edition, report.type, language)}: ${about(report)}`),
	};
}

export type ResultsAdmin = Awaited<ReturnType<typeof readResultsAdmin>>;

/** Selects the tables of all classes, by date: also those of days without a task, which nobody sees. */
function allTables(db: Db) {
	return db
		.select({
			classId: resultTables.competitionClassId,
			dayName: competitionDays.name,
			...pick(competitionDays, "date", "task"),
			...pick(resultTables, "dayId", "status", "source", "updatedAt"),
		})
		.from(resultTables)
		.innerJoin(competitionDays, eq(competitionDays.id, resultTables.dayId))
		.orderBy(asc(competitionDays.date));
}

/** Selects the named results that no entry is bound to, by competitor and date. */
function unboundResults(db: Db) {
	const { competitor, startNumber, registrationId } = results;
	return db
		.select({
			type: competitionClasses.type,
			competitor,
			startNumber,
			name: sql<string>`${results.name}`,
			date: competitionDays.date,
		})
		.from(results)
		.innerJoin(competitionClasses, eq(competitionClasses.id, results.competitionClassId))
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.where(and(isNull(registrationId), ne(results.name, anonymousResult.name)))
		.orderBy(classOrder(db), asc(competitor), asc(competitionDays.date));
}

type Row = Awaited<ReturnType<typeof unboundResults>>[number];

interface UnboundCompetitor extends Pick<Row, "type"> {
	readonly key: string;
	/** Start number, if the source has it, and name. */
	readonly known: string;
	readonly dates: string[];
}

/** One line for each competitor, with the dates of their results. */
function toUnboundCompetitors(rows: readonly Row[]): UnboundCompetitor[] {
	const lines = new Map<string, UnboundCompetitor>();
	for (const { type, competitor, startNumber, name, date } of rows) {
		const key = `${type} ${competitor}`;
		const line = lines.get(key);
		if (line) line.dates.push(date);
		else {
			lines.set(key, { key, type, known: startNumber ? `${startNumber} ${name}` : name, dates: [date] });
		}
	}
	return [...lines.values()];
}
