import { z } from "zod";
import { type ClassWithTables, countedSheets, type ResultRow, type Standings } from "./standings";

const classJson = z.object({ _id: z.string(), name: z.string(), type: z.string() });

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
	classes: z.array(classJson.extend({ results: z.array(resultRowJson).max(3) })),
});

export const resultFiltersJson = z.object({
	classes: z.array(
		classJson.extend({
			days: z.array(z.object({ _id: z.string(), name: z.string(), date: z.iso.date() })),
		}),
	),
});

export function toResultRowJson(row: ResultRow): z.infer<typeof resultRowJson> {
	const { position, name, aeroclub, glider, handicap, points, flightId } = row;
	return { position, name, aeroclub, glider, handicap, points, flightId };
}

/** Makes at most three rows a class, even when more share the third place. */
export function toTopResultsJson(
	classes: readonly (ClassWithTables & { readonly standings: Standings | null })[],
): z.infer<typeof topResultsJson> {
	return {
		classes: classes.map(({ id, name, type, standings }) => ({
			_id: id,
			name,
			type,
			results: (standings?.rows ?? []).slice(0, 3).map(toResultRowJson),
		})),
	};
}

export function toResultFiltersJson(classes: readonly ClassWithTables[]): z.infer<typeof resultFiltersJson> {
	return {
		classes: classes.map(({ id, name, type, sheets }) => ({
			_id: id,
			name,
			type,
			days: countedSheets(sheets).map(({ dayId, dayName, date }) => ({ _id: dayId, name: dayName, date })),
		})),
	};
}
