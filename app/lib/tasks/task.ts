import type { EarthModel } from "~/lib/geodesy/earth-model";
import type { Position } from "~/lib/geodesy/position";
import type { TaskKind } from "~db/enums";

/** Where a zone looks. The zone of a start always looks to the next point, that of a finish to the previous one. */
export const zoneStyles = ["fixed", "symmetrical", "next", "previous", "start"] as const;
export type ZoneStyle = (typeof zoneStyles)[number];

interface Direction {
	readonly style: ZoneStyle;
	/** True direction, seen from the point, of the middle of the zone; a number for the style "fixed" only. */
	readonly axisDeg: number | null;
}

/** What a glider has to cross or reach at a point. Angles are whole openings, never half of them. */
export type Zone = Direction &
	(
		| { readonly shape: "line"; readonly lengthM: number }
		| { readonly shape: "cylinder"; readonly radiusM: number }
		| { readonly shape: "sector"; readonly radiusM: number; readonly angleDeg: number }
		/** A cylinder of `innerRadiusM` and a sector of `radiusM` and `angleDeg`. */
		| {
				readonly shape: "keyhole";
				readonly radiusM: number;
				readonly angleDeg: number;
				readonly innerRadiusM: number;
		  }
		/** The area between two radii and two radials; 360 degrees go all round. */
		| {
				readonly shape: "ring";
				readonly radiusM: number;
				readonly innerRadiusM: number;
				readonly angleDeg: number;
		  }
	);

/** Start, a point, finish. */
export const fewestPoints = 3;
export const mostPoints = 30;

export interface TaskPoint extends Position {
	readonly name: string;
	readonly code: string;
	readonly elevationM: number | null;
	readonly zone: Zone;
}

/** Presses of the pilot's event marker before a start. */
export interface PevRule {
	readonly waitS: number;
	/** Null without an end. */
	readonly windowS: number | null;
	readonly presses: number;
}

/** Presses that Annex A allows. */
export const usualPresses = 3;

/** What is null is no rule. Times are local ("HH:MM:SS", Europe/Prague), altitudes above sea level. */
export interface TaskRules {
	readonly startOpens: string | null;
	readonly startAltitudeM: number | null;
	readonly startSpeedKmh: number | null;
	readonly pev: PevRule | null;
	readonly finishAltitudeM: number | null;
	readonly finishCloses: string | null;
	/** Seconds after the landing. */
	readonly logDeadlineS: number | null;
}

/** How flights of the task become points (FAI Sporting Code section 3 Annex A, chapter 8). */
export interface TaskScoring {
	readonly d1Km: number;
	readonly dmKm: number;
	readonly handicaps: boolean;
	readonly earth: EarthModel;
	/** The radius of a finish ring, or half the length of a finish line, comes off the distance. */
	readonly subtractFinishRadius: boolean;
}

export interface TaskBriefing {
	/** Local times, "HH:MM:SS". */
	readonly gridTime: string | null;
	readonly firstLaunch: string | null;
	readonly qnhHpa: number | null;
	readonly frequencies: string | null;
	readonly inactiveAirspace: readonly string[];
	readonly note: string | null;
}

/** Settings of a task, or those of them that are stated. */
export interface TaskSettings {
	readonly rules?: Partial<TaskRules> | undefined;
	readonly scoring?: Partial<TaskScoring> | undefined;
	readonly briefing?: Partial<TaskBriefing> | undefined;
}

/** Start, turn points or areas, and finish, in order. */
export interface Task {
	readonly kind: TaskKind;
	/** Seconds; null for a racing task. */
	readonly taskTimeS: number | null;
	readonly points: readonly TaskPoint[];
	readonly rules: TaskRules;
	readonly scoring: TaskScoring;
	readonly briefing: TaskBriefing;
}
