import type { TFunction } from "i18next";
import type { DayBreakdown } from "~/lib/scoring/explained-score.server";
import type { DayScores, ScoredRow } from "~db/schema";

export interface ScoreFormulaProps {
	readonly row: ScoredRow;
	readonly sheet: Omit<DayScores, "rows">;
	readonly breakdown: DayBreakdown;
}

/** A line of the calculation; its name is the text `scoreFormula.term.<key>`. */
export interface Line {
	readonly key: string;
	/** Stands in brackets after the name. */
	readonly symbol: string;
	/** The formula, the formula with the numbers put in, and words about them. */
	readonly terms: readonly string[];
	readonly value: string;
}

/** What lines are written with: texts, and numbers of the language. */
export interface Writer {
	readonly t: TFunction;
	readonly number: (value: number, digits?: number | readonly [number, number]) => string;
}

/** Metres are whole, so three decimals of a kilometre are exact; those of a speed keep the points right to a tenth. */
const [exactKm, exactKmh] = [3, 3] as const;

/** Kilometres. */
export const inKm = ({ number }: Writer, metres: number) => number(metres / 1000, exactKm);

/** Km/h. */
export const inKmh = ({ number }: Writer, kmh: number) => number(kmh, exactKmh);

/** A factor: F, FCR or H. */
export const asFactor = ({ number }: Writer, factor: number) => number(factor, [0, 4]);
