import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { isScoring } from "~/lib/db/conditions.server";
import { tracesOf } from "~/lib/flights/flights-queries.server";
import { canReplay } from "~/lib/flights/replay/replay-availability";
import type { MedalTrace } from "~/lib/tasks/draw-task.server";
import { igcFiles, type TaskRules } from "~db/schema";
import { podiumPlaces } from "../running-total";
import type { ClassStage, DayReport } from "./class-report";

interface ClassOfDay {
	readonly stage: ClassStage;
	readonly results: DayReport | null;
	/** Rules of the task in force; null without one. */
	readonly rules: TaskRules | null;
}

/**
 * The tracks of the first three of each class, by the id of their entry, once the class may be replayed. For a day without results
 * it reads nothing.
 * @param day id and local date of the day
 */
export async function medalTraces(
	ctx: Ctx,
	day: { readonly id: string; readonly date: string },
	classes: readonly ClassOfDay[],
): Promise<ReadonlyMap<string, MedalTrace>> {
	const places = new Map<string, number>();
	for (const { stage, results, rules } of classes) {
		if (stage !== "evening" || !canReplay(ctx, day.date, rules)) continue;
		for (const { registrationId, place } of results?.rows ?? [])
			if (registrationId !== null && place !== null && place <= podiumPlaces)
				places.set(registrationId, place);
	}
	if (places.size === 0) return new Map();
	const found = await tracesOf(
		ctx.db,
		and(
			eq(igcFiles.dayId, day.id),
			isScoring,
			isNull(igcFiles.continues),
			inArray(igcFiles.registrationId, [...places.keys()]),
		),
	);
	// A later flight of a pilot must not replace the first one.
	return new Map(
		found
			.toReversed()
			.map(({ registrationId, trace }) => [
				registrationId,
				{ place: places.get(registrationId) ?? podiumPlaces, trace },
			]),
	);
}

/** The tracks of a class, the first place first. */
export function tracesOfClass(
	traces: ReadonlyMap<string, MedalTrace>,
	results: DayReport | null,
): MedalTrace[] {
	return (results?.rows ?? []).flatMap(({ registrationId }) => {
		const found = registrationId === null ? undefined : traces.get(registrationId);
		return found ?? [];
	});
}
