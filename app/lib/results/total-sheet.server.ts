import { eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { pick } from "~/lib/pick";
import { flownFigures } from "~/lib/scoring/preliminary-scores.server";
import { dailyResults, dayScores, type ScorePenalty } from "~db/schema";
import { totalsOfClass } from "./running-total.server";

export type TotalSheet = NonNullable<Awaited<ReturnType<typeof readTotalSheet>>>;

/** The total of a class, as a jury signs it: each day with its state, each row with its penalties. Null while no day is scored. */
export async function readTotalSheet(ctx: Ctx, classType: string) {
	const { db } = ctx;
	const [competitionClass] = await classByType(db, classType);
	const totals = competitionClass && (await totalsOfClass(ctx, competitionClass.id));
	if (!totals?.ok || !totals.value.total) return null;
	const { chosen, total } = totals.value;
	const { scored, ours, stated } = await read(db, {
		scored: db
			.select(pick(dayScores, "dayId", "state", "revision"))
			.from(dayScores)
			.where(eq(dayScores.competitionClassId, chosen.id)),
		ours: flownFigures(db, sql`${chosen.id}`),
		stated: db
			.select(pick(dailyResults, "dayId", "registrationId", "competitor", "penalty"))
			.from(dailyResults)
			.where(eq(dailyResults.competitionClassId, chosen.id)),
	});
	return {
		classId: chosen.id,
		classType: chosen.type,
		...pick(total, "status", "updatedAt"),
		days: total.days.map((day) => {
			const sheet = chosen.sheets.find(({ dayId }) => dayId === day.dayId);
			const own = scored.find(({ dayId }) => dayId === day.dayId);
			return {
				...pick(day, "dayId", "dayName", "date"),
				status: sheet?.status ?? own?.state ?? "preliminary",
				/** Null when others count. */
				revision: !sheet || sheet.source === "here" ? (own?.revision ?? null) : null,
			};
		}),
		rows: total.rows.map((row) => ({
			...row,
			/** By day, those that are in its points. Without its reason where only others know it. */
			penalties: total.days.map(({ dayId }): readonly ScorePenalty[] => {
				const isOwn = (one: { readonly dayId: string; readonly registrationId: string | null }) =>
					one.dayId === dayId && one.registrationId !== null && one.registrationId === row.registrationId;
				const own = ours.find(isOwn);
				const table = stated.filter((one) => one.dayId === dayId);
				const found = table.find((one) => isOwn(one) || one.competitor === row.competitor);
				const points = (table.length === 0 ? own : found)?.penalty ?? 0;
				if (points === 0) return [];
				if (points !== own?.penalty) return [{ points, text: "" }];
				return own.penalties.filter((one) => one.points > 0);
			}),
		})),
	};
}
