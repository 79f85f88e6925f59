import { z } from "zod";
import { resultStatuses } from "~db/enums";
import type { ClassOfResults, ClassWithTotal } from "./class-totals.server";
import type { DayResult, ResultsOfDay } from "./day-result";
import type { ResultRow } from "./standings";

const classJson = z.object({ _id: z.string(), name: z.string(), type: z.string() });

const dayJson = z.object({ _id: z.string(), name: z.string(), date: z.iso.date() });

export const resultRowJson = z.object({
	position: z.int(),
	name: z.string(),
	aeroclub: z.string(),
	glider: z.string(),
	handicap: z.number().nullable(),
	points: z.number(),
	/** The number may exceed 32 bits. */
	flightId: z.int().nullable(),
});

export const topResultsJson = z.object({
	classes: z.array(
		classJson.extend({
			results: z.array(resultRowJson).max(3),
			/** The days that the results are after, by date. */
			days: z.array(
				dayJson.extend({
					status: z.enum(resultStatuses),
					/** False for an invalid day, on which all have 0 points. */
					counts: z.boolean(),
				}),
			),
		}),
	),
});

export const resultFiltersJson = z.object({
	classes: z.array(
		classJson.extend({
			days: z.array(dayJson),
		}),
	),
});

export function toResultRowJson(
	row: Pick<ResultRow, keyof z.infer<typeof resultRowJson>>,
): z.infer<typeof resultRowJson> {
	const { position, name, aeroclub, glider, handicap, points, flightId } = row;
	return { position, name, aeroclub, glider, handicap, points, flightId };
}

/** Makes a row of a day's results. The contract knows no row without a place: it has the one behind all who have points. */
export function toDailyRowsJson(rows: readonly DayResult[]): z.infer<typeof resultRowJson>[] {
	const behind = 1 + rows.filter(({ points, isGuest }) => !isGuest && (points ?? 0) > 0).length;
	return rows.map((row) =>
		toResultRowJson({ ...row, position: row.place ?? behind, points: row.points ?? 0 }),
	);
}

/** Makes at most three rows a class, even when more share the third place. */
export function toTopResultsJson(classes: readonly ClassWithTotal[]): z.infer<typeof topResultsJson> {
	return {
		classes: classes.map(({ id, name, type, total }) => ({
			_id: id,
			name,
			type,
			results: (total?.rows ?? []).slice(0, 3).map(toResultRowJson),
			days: (total?.days ?? []).map(({ dayId, dayName, date, status, isInvalid }) => ({
				_id: dayId,
				name: dayName,
				date,
				status,
				counts: !isInvalid,
			})),
		})),
	};
}

/** @param days of all classes */
export function toResultFiltersJson(
	classes: readonly ClassOfResults[],
	days: readonly ResultsOfDay[],
): z.infer<typeof resultFiltersJson> {
	return {
		classes: classes.map(({ id, name, type }) => ({
			_id: id,
			name,
			type,
			days: days
				.filter(({ classId }) => classId === id)
				.map(({ dayId, dayName, date }) => ({ _id: dayId, name: dayName, date })),
		})),
	};
}
