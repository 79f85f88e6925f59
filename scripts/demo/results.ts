import type { dailyResults, resultTables, ScoredRow } from "~db/schema";
import { stableId } from "../reference/stable-id";
import type { Field } from "./flown-days";
import type { DemoSheet } from "./scores";

type Result = typeof dailyResults.$inferInsert;
type Sheet = typeof resultTables.$inferInsert;

/** Flight ids of SoaringSpot exceed 32 bits. */
const firstFlightId = 6_981_400_000;

/** What the official scorer judges otherwise than our engine: a start some seconds earlier, of who is so many places down. */
const otherStart = { place: 4, points: 3 };

/**
 * Official results of the flown days but the last. Those from SoaringSpot have the sums after each day, and our points but for two small
 * differences a sheet.
 */
export function resultsOf(
	year: number,
	field: Field,
	scored: readonly DemoSheet[],
): { readonly resultTables: Sheet[]; readonly dailyResults: Result[] } {
	const totals = new Map<string, number>();
	const official = field.days.flatMap((day, number) =>
		field.competitionClasses.flatMap(({ id, type }) => {
			const source = sourceOf(scored, day.id);
			if (!source) return [];
			const sheet = scored.find(
				({ dayId, competitionClassId }) => dayId === day.id && competitionClassId === id,
			);
			if (!sheet) return [];
			const rows = source === "here" ? ownRows(sheet.sheet.rows) : officialRows(sheet.sheet.rows);
			for (const { row, points } of rows)
				totals.set(row.registrationId, (totals.get(row.registrationId) ?? 0) + points);
			const sums = rows.map(({ row }) => totals.get(row.registrationId) ?? 0);
			return [
				{
					sheet: {
						id: stableId(year, "result-sheet", `${day.date}/${type}`),
						competitionClassId: id,
						dayId: day.id,
						status: "official" as const,
						source,
						updatedAt: sheet.stateSince ?? new Date(`${day.date}T18:55:00Z`),
					},
					results: rows.map(({ row, points, penalty }, index): Result => {
						const entry = entryOf(field, row);
						const total = sums[index] ?? 0;
						return {
							id: stableId(year, "daily-result", `${day.date}/${entry.id}`),
							competitionClassId: id,
							dayId: day.id,
							...describe(field, row),
							position: placeOf(
								points,
								rows.map((one) => one.points),
							),
							points,
							penalty,
							...(source === "here"
								? { totalPoints: null, totalPosition: null, flightId: null }
								: {
										totalPoints: total,
										totalPosition: placeOf(total, sums),
										flightId: row.status === "dnf" ? null : firstFlightId + number * 1000 + entry.number,
									}),
						};
					}),
				},
			];
		}),
	);
	return {
		resultTables: official.map(({ sheet }) => sheet),
		dailyResults: official.flatMap(({ results }) => results),
	};
}

/** Source of the official results of a day: `here` if they became official here, else SoaringSpot. Null for a day that is unofficial. */
function sourceOf(scored: readonly DemoSheet[], dayId: string): Sheet["source"] | null {
	const states = scored.filter((sheet) => sheet.dayId === dayId).map(({ state }) => state);
	if (states.includes("official")) return "here";
	return states.includes("unofficial") ? null : "soaring-spot";
}

/** Our own results, official as they are. */
function ownRows(rows: readonly ScoredRow[]) {
	return rows.map((row) => ({ row, penalty: row.penalty, points: row.points ?? 0 }));
}

/** Points of a penalty that makes a small difference. */
const smallPenalty = 50;

/** The official scorer gives the first small penalty that is proposed, and one start counts otherwise; where none is proposed, two. */
function officialRows(rows: readonly ScoredRow[]) {
	const penalised = rows.find(({ flight, points }) => {
		const proposed = proposedOf(flight?.findings);
		return (points ?? 0) > 100 && proposed > 0 && proposed <= smallPenalty;
	});
	const others = rows
		.filter((row) => row !== penalised)
		.slice(otherStart.place, otherStart.place + (penalised ? 1 : 2));
	return rows.map((row) => {
		const penalty = row === penalised ? proposedOf(row.flight?.findings) : 0;
		return {
			row,
			penalty,
			points: (row.points ?? 0) - penalty - (others.includes(row) ? otherStart.points : 0),
		};
	});
}

function proposedOf(findings: readonly { readonly proposedPoints: number }[] = []): number {
	return findings.find(({ proposedPoints }) => proposedPoints > 0)?.proposedPoints ?? 0;
}

/** Equal points share a place. */
function placeOf(own: number, all: readonly number[]): number {
	return 1 + all.filter((other) => other > own).length;
}

function entryOf({ registrations }: Field, { registrationId }: ScoredRow) {
	const entry = registrations.find(({ id }) => id === registrationId);
	if (!entry) throw new Error(`The demo has no entry ${registrationId}.`);
	return entry;
}

function describe(field: Field, row: ScoredRow) {
	const entry = entryOf(field, row);
	const user = field.users.find(({ id }) => id === entry.userId);
	const glider = field.gliderTypes.find(({ id }) => id === entry.gliderTypeId);
	if (!user || !glider) throw new Error(`The demo entry ${entry.number} has no account or no glider.`);
	return {
		registrationId: entry.id,
		distanceM: row.distanceM,
		speedKmh: row.speedKmh === null ? null : Math.round(row.speedKmh * 100) / 100,
		competitor: entry.startNumber,
		name: `${user.name} ${user.surname}`,
		aeroclub: entry.aeroclub,
		glider: glider.name,
		handicap: row.handicap,
	};
}
