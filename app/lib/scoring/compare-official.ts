import type { Finding } from "~db/schema";

interface ComparedRow {
	/** Null while no log or override says what was flown. */
	readonly distanceM: number | null;
	readonly pilot: { readonly startNumber: string };
	readonly handicap: number;
	readonly points: number | null;
	readonly findings: readonly Finding[];
	readonly official: { readonly points: number; readonly handicap: number | null } | null;
}

export interface Difference {
	readonly startNumber: string;
	/** Our points minus the official ones. */
	readonly points: number;
	/** A finding whose proposed penalty explains the difference. */
	readonly finding: Finding | null;
}

export interface Comparison {
	/** Number of competitors whose flight both sides have scored. */
	readonly compared: number;
	readonly agreeing: number;
	readonly differences: readonly Difference[];
	/** Handicap factors that differ from ours. */
	readonly handicaps: readonly {
		readonly startNumber: string;
		readonly ours: number;
		readonly official: number;
	}[];
}

/** Handicaps are stated with three decimals or four. */
const sameHandicap = 0.0006;

/** Our scores beside the official ones. */
export function differencesOf(rows: readonly ComparedRow[]): Comparison {
	const both = rows.flatMap(({ official, points, ...row }) =>
		official && points !== null && row.distanceM !== null ? [{ ...row, official, points }] : [],
	);
	const differences = both
		.filter(({ points, official }) => points !== official.points)
		.map(({ pilot, points, official, findings }) => {
			const difference = Math.round((points - official.points) * 10) / 10;
			return {
				startNumber: pilot.startNumber,
				points: difference,
				finding: findings.find(({ proposedPoints }) => proposedPoints === difference) ?? null,
			};
		});
	return {
		compared: both.length,
		agreeing: both.length - differences.length,
		differences,
		handicaps: both.flatMap(({ pilot, handicap, official }) =>
			official.handicap !== null && Math.abs(official.handicap - handicap) > sameHandicap
				? [{ startNumber: pilot.startNumber, ours: handicap, official: official.handicap }]
				: [],
		),
	};
}
