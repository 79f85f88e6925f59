import { legBetween, type Position } from "~/lib/maps/geodesy";
import type { PilotStatus } from "~db/enums";
import type { Edition } from "~editions/schema";
import type { Outlanding } from "./outlandings-queries.server";

/** What a log, or the positions of the Open Glider Network, say about the end of a flight. */
export interface Landing {
	/** When the pilot landed, or the log ends in the air. */
	readonly endsAt: Date;
	/** Null for a log that ends in the air. */
	readonly landedAt: Date | null;
	/** Null when the log does not say it. */
	readonly position: { readonly latitude: number; readonly longitude: number } | null;
	readonly isAtAirfield: boolean;
	/** Whether the pilot has been launched again since, or is said to fly since. */
	readonly isOver: boolean;
}

/** The stored end of a log. */
interface EndOfLog {
	/** UTC date of the log. */
	readonly date: string;
	/** Seconds since UTC midnight of that date; null for a log that ends in the air. */
	readonly landing: number | null;
	/** Seconds since that midnight. */
	readonly lastFix: number;
	readonly latitude: number | null;
	readonly longitude: number | null;
	readonly status: PilotStatus | null;
	readonly statusAt: Date | null;
	/** Those noted on the grid, in milliseconds; null without any. */
	readonly launches: readonly number[] | null;
}

/** Radius in metres around the runway, its ends and the hangars. */
const airfieldRadius = 2_500;

export function toLanding(
	{ airfield }: Pick<Edition, "airfield">,
	{ date, landing, lastFix, latitude, longitude, status, statusAt, launches }: EndOfLog,
): Landing {
	const position = latitude === null || longitude === null ? null : { latitude, longitude };
	const endsAt = new Date(Date.parse(`${date}T00:00:00Z`) + (landing ?? lastFix) * 1000);
	const landedAt = landing === null ? null : endsAt;
	return landingAt({ airfield }, { endsAt, landedAt, position }, { status, statusAt, launches });
}

/** A landing, whatever says it, with what its pilot has done since. */
export function landingAt(
	{ airfield }: Pick<Edition, "airfield">,
	{ endsAt, landedAt, position }: Pick<Landing, "endsAt" | "landedAt" | "position">,
	{ status, statusAt, launches }: Pick<EndOfLog, "status" | "statusAt" | "launches">,
): Landing {
	const fliesSince = status === "FLYING" && statusAt ? statusAt.getTime() : 0;
	return {
		endsAt,
		landedAt,
		isOver: landedAt !== null && landedAt.getTime() < Math.max(fliesSince, launches?.at(-1) ?? 0),
		position,
		isAtAirfield: position !== null && isAtAirfield({ airfield }, position),
	};
}

/** @param airfield an edition's, or where it is */
export function isAtAirfield({ airfield }: { readonly airfield: Position }, position: Position): boolean {
	return legBetween("sphere", airfield, position).distanceM <= airfieldRadius;
}

/** Whether a report is of the field in which a pilot may be now: its pilot is not yet back, and was not launched again since. */
export const isOfNow = (
	{ state, createdAt }: Pick<Outlanding, "state" | "createdAt">,
	launches: readonly number[] | null,
) => state !== "back" && createdAt.getTime() >= (launches?.at(-1) ?? 0);

type Place = Pick<Outlanding, "latitude" | "place">;

/** Whether a report says where the field is. */
export const hasKnownPlace = (report: Place | undefined) =>
	report !== undefined && (report.latitude ?? report.place) !== null;

/**
 * Returns what the landing of a log proposes to the desk: that its pilot is home, or out in a field of which no place is known yet.
 * It proposes nothing for who is home already or flies again, and nothing when the log ends in the air. Only the desk accepts a proposal.
 * @param report the report that counts of the pilot's field now
 */
export function landingProposal(
	status: PilotStatus | null,
	{ landedAt, position, isAtAirfield, isOver }: Landing,
	report: Place | undefined,
): "home" | "out" | null {
	if (status === "HOME" || !landedAt || isOver) return null;
	if (isAtAirfield) return "home";
	const isKnown = status === "OUTLANDING" && hasKnownPlace(report);
	return isKnown || !position ? null : "out";
}
