import { classByType } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { compareNames } from "~/lib/i18n/collate";
import { classScores } from "~/lib/scoring/class-scores.server";
import { differencesOf } from "~/lib/scoring/compare-official";
import { byPlace } from "~/lib/scoring/preliminary-scores.server";
import { setAsideLogs } from "~/lib/scoring/set-aside-logs.server";
import { newestTask } from "~/lib/tasks/tasks-queries.server";

/** The scores of a class on a day beside those of the official scorer. Null when there is no such day or class. */
export async function readScoringDesk(ctx: AdminCtx, date: string, classType: string) {
	const [[day], [competitionClass]] = await ctx.db.batch([
		dayByDate(ctx.db, date),
		classByType(ctx.db, classType),
	]);
	if (!day || !competitionClass) return null;
	const place = { dayId: day.id, classId: competitionClass.id };
	const [scores, [[newest], setAside]] = await Promise.all([
		classScores(ctx, place),
		ctx.db.batch([newestTask(ctx.db, place.dayId, place.classId), setAsideLogs(ctx.db)]),
	]);
	if (!scores.ok) return null;
	const { stored, pilots, official, decisions, status } = scores.value;
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const decisionOf = new Map(decisions.map((decision) => [decision.registrationId, decision]));
	const rows = (stored?.sheet.rows ?? []).flatMap(({ flight, ...row }) => {
		const pilot = pilotOf.get(row.registrationId);
		const decision = decisionOf.get(row.registrationId);
		const findings = flight?.findings ?? [];
		return pilot
			? [
					{
						...row,
						pilot,
						official: official.get(row.registrationId) ?? null,
						findings,
						disqualified: decision?.disqualified ?? false,
						decided: decision
							? { at: decision.updatedAt, reason: decision.reason, isUndoable: decision.previous !== null }
							: null,
					},
				]
			: [];
	});
	return {
		place,
		day: { name: day.name, date: day.date },
		classType: competitionClass.type,
		status,
		published: stored?.published ?? false,
		cancelled: stored?.cancelled ?? false,
		computedAt: stored?.computedAt ?? null,
		logs: stored?.sheet.logs ?? 0,
		expected: stored?.sheet.expected ?? 0,
		/** The day's numbers; null before the class is scored. */
		figures: stored?.sheet.day ?? null,
		/** Names of the points of the task. */
		points: stored?.sheet.task.points ?? [],
		/** Whether a log can be tried: a draft or a version in force is there. */
		hasTask: newest !== undefined && newest.state !== "cancelled",
		/** Start numbers of those who launched and have no evaluated log. */
		missing: startNumbersOf(rows.filter(isWithoutLog)),
		/** Start numbers of those whose logs failed to be evaluated twice. */
		setAside: setAside
			.filter((log) => log.dayId === place.dayId && log.classType === competitionClass.type)
			.map(({ startNumber }) => startNumber)
			.toSorted(compareNames),
		/** Start numbers of those whose handicap is not known. */
		withoutHandicap: startNumbersOf(rows.filter(({ isHandicapMissing }) => isHandicapMissing)),
		comparison: differencesOf(rows),
		rows: rows.toSorted(byPlace),
	};
}

function startNumbersOf(rows: readonly { readonly pilot: { readonly startNumber: string } }[]): string[] {
	return rows.map(({ pilot }) => pilot.startNumber).toSorted(compareNames);
}

function isWithoutLog({ status, distanceM }: { readonly status: string; readonly distanceM: number | null }) {
	return distanceM === null && status !== "dnf";
}

export type ScoringDesk = NonNullable<Awaited<ReturnType<typeof readScoringDesk>>>;
export type DeskRow = ScoringDesk["rows"][number];
