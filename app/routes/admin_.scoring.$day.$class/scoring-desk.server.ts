import { classByType } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { classScores } from "~/lib/scoring/class-scores.server";

/** The scores of a class on a day beside those of the official scorer. Null when there is no such day or class. */
export async function readScoringDesk(ctx: AdminCtx, date: string, classType: string) {
	const [[day], [competitionClass]] = await ctx.db.batch([
		dayByDate(ctx.db, date),
		classByType(ctx.db, classType),
	]);
	if (!day || !competitionClass) return null;
	const place = { dayId: day.id, classId: competitionClass.id };
	const scores = await classScores(ctx, place);
	if (!scores.ok) return null;
	const { stored, pilots, officialPoints, status } = scores.value;
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const rows = (stored?.sheet.rows ?? []).flatMap(({ flight, ...row }) => {
		const pilot = pilotOf.get(row.registrationId);
		const official = officialPoints.get(row.registrationId) ?? null;
		return pilot ? [{ ...row, pilot, official, findings: flight?.findings ?? [] }] : [];
	});
	const compared = rows.filter(({ official, points }) => official !== null && points !== null);
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
		/** Names of the points of the task. */
		points: stored?.sheet.task.points ?? [],
		/** Start numbers of those who launched and have no evaluated log. */
		missing: rows.filter(isWithoutLog).map(({ pilot }) => pilot.startNumber),
		compared: compared.length,
		agreeing: compared.filter(({ official, points }) => official === points).length,
		rows,
	};
}

function isWithoutLog({ status, distanceM }: { readonly status: string; readonly distanceM: number | null }) {
	return distanceM === null && status !== "dnf";
}

type ScoringDesk = NonNullable<Awaited<ReturnType<typeof readScoringDesk>>>;
export type DeskRow = ScoringDesk["rows"][number];
