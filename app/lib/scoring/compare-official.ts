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

/** Handicaps are stated with three decimals or four. */
const sameHandicap = 0.0006;

/** Our scores beside the official ones. */
export function differencesOf(rows: readonly ComparedRow[]) {
	const both = rows.flatMap(({ official, points, ...row }) =>
		official && points !== null && row.distanceM !== null ? [{ ...row, official, points }] : [],
	);
	const differences = both
		.filter(({ points, official }) => points !== official.points)
		.map(({ pilot, points, official, findings }) => {
			const difference = Math.round((points - official.points) * 10) / 10;
			return {
				startNumber: pilot.startNumber,
				/** Our points minus the official ones. */
				points: difference,
				/** A finding whose proposed penalty explains the difference. */
				finding: findings.find(({ proposedPoints }) => proposedPoints === difference) ?? null,
			};
		});
	return {
		/** Number of competitors whose flight both sides have scored. */
		compared: both.length,
		agreeing: both.length - differences.length,
		differences,
		/** Handicap factors that differ from ours. */
		handicaps: both.flatMap(({ pilot, handicap, official }) =>
			official.handicap !== null && Math.abs(official.handicap - handicap) > sameHandicap
				? [{ startNumber: pilot.startNumber, ours: handicap, official: official.handicap }]
				: [],
		),
	};
}
