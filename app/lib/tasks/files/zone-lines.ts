import type { TaskKind } from "~db/enums";
import type { DroppedFromFile, FileComplaint } from "~db/schema";
import { altitudeOption, isInnerSectorLost, zoneOfOptions } from "./cup-fields";
import type { FoundTask, ZoneOrComplaint } from "./found-task";

/** A line of SeeYou or LXNAV about the zone of a point. */
export interface ZoneLine {
	/** Of the line, counted from 1. */
	readonly number: number;
	/** Of the point, from 0 at the start. */
	readonly point: number;
	/** From `cupOptions`. */
	readonly options: ReadonlyMap<string, string>;
}

/** What the zone lines of a task say, by index of the point. The last line about a point counts. */
export interface StatedZones {
	readonly zones: ReadonlyMap<number, ZoneOrComplaint>;
	readonly complaints: readonly FileComplaint[];
	/** Whether one of them is an area. */
	readonly hasArea: boolean;
	/** Metres; null without a limit. */
	readonly highestStart: number | null;
	/** Points where the radius comes off the legs. */
	readonly reduced: ReadonlySet<number>;
	/** Points that move to the edge of their zone. */
	readonly moved: ReadonlySet<number>;
	/** Points whose zone has an inner sector. */
	readonly withInnerSector: ReadonlySet<number>;
}

export function readZoneLines(lines: readonly ZoneLine[]): StatedZones {
	const optionsOf = new Map(lines.map(({ point, options }) => [point, options]));
	const pointsWhere = (is: (options: ZoneLine["options"]) => boolean) =>
		new Set([...optionsOf].flatMap(([point, options]) => (is(options) ? point : [])));
	const start = optionsOf.get(0) ?? new Map<string, string>();
	return {
		zones: new Map([...optionsOf].map(([point, options]) => [point, zoneOfOptions(options)])),
		complaints: lines.flatMap(({ number, options }) => {
			const zone = zoneOfOptions(options);
			return typeof zone === "string" ? { line: number, complaint: zone } : [];
		}),
		hasArea: pointsWhere((options) => options.get("aat") === "1").size > 0,
		// LXNAV calls it Maxa.
		highestStart: altitudeOption(start, "maxalt") ?? altitudeOption(start, "maxa"),
		reduced: pointsWhere((options) => options.get("reduce") === "1"),
		moved: pointsWhere((options) => options.get("move") === "1"),
		withInnerSector: pointsWhere(isInnerSectorLost),
	};
}

/**
 * Whether the radius of the finish comes off the distance; nothing when its zone is not stated. A ring that moves to its edge
 * is nearer by its radius.
 */
export function statedScoring(
	{ zones, reduced, moved }: StatedZones,
	count: number,
): { readonly scoring?: FoundTask["scoring"] } {
	const last = count - 1;
	const zone = zones.get(last);
	if (zone === undefined) return {};
	return { scoring: { subtractFinishRadius: reduced.has(last) || (moved.has(last) && isRound(zone)) } };
}

const isRound = (zone: ZoneOrComplaint | undefined) => typeof zone === "object" && zone.shape !== "line";

/** What a task of ours does not keep of the zones. The flown places of areas are on no edge, so nothing comes off there. */
export function droppedOf(stated: StatedZones, kind: TaskKind, count: number): DroppedFromFile[] {
	const { zones, reduced, moved, withInnerSector } = stated;
	const isReduced = (point: number) =>
		kind === "RT" &&
		point < count - 1 &&
		(reduced.has(point) || moved.has(point)) &&
		isRound(zones.get(point));
	return Array.from({ length: count }, (_, point): DroppedFromFile[] => [
		...(withInnerSector.has(point) ? [{ point, complaint: "task.file.innerSector" } as const] : []),
		...(isReduced(point) ? [{ point, complaint: "task.file.reduced" } as const] : []),
	]).flat();
}
