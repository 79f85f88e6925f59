import type { Ctx } from "~/lib/context";
import { visibleFlights } from "~/lib/igc/flights-queries.server";
import { canReplay } from "~/lib/replay/replay-opens";
import { replayPath } from "~/lib/replay/replay-path";
import type { ClassType } from "~db/enums";
import type { TaskRules } from "~db/schema";

interface ClassOnDay {
	readonly type: ClassType;
	/** Absent where the class has no results. */
	readonly day: { readonly dayId: string; readonly date: string } | undefined;
}

/** What this reader sees of the flights of a class on a day. */
export interface FlightsOfDay {
	/** Ids by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Path of the replay; null without flights, or before they can be replayed. */
	readonly replay: string | null;
}

/**
 * @param delivered rows of `flightsOfClass`
 * @param rules rows of `rulesInForce`
 */
export function flightsOfDay(
	ctx: Ctx,
	{ type, day }: ClassOnDay,
	delivered: Parameters<typeof visibleFlights>[1],
	rules: readonly { readonly dayId: string; readonly rules: TaskRules }[],
): FlightsOfDay {
	const ofDay = <R extends { readonly dayId: string }>(row: R) => row.dayId === day?.dayId;
	const flights = visibleFlights(ctx, delivered.filter(ofDay));
	const inForce = rules.find(ofDay)?.rules ?? null;
	const isOpen = day && Object.keys(flights).length > 0 && canReplay(ctx, day.date, inForce);
	return { flights, replay: isOpen ? replayPath(ctx.edition, day.date, type) : null };
}
