import type {
	competitionDays,
	competitorStatuses,
	dailyResults,
	registrations,
	resultSheets,
	users,
} from "~db/schema";
import type { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import type { Random } from "./random";

type Day = typeof competitionDays.$inferInsert;
type Registration = typeof registrations.$inferInsert;
type Result = typeof dailyResults.$inferInsert;
type Sheet = typeof resultSheets.$inferInsert;
type Status = typeof competitorStatuses.$inferInsert;
type Class = ReturnType<typeof referenceRows>["competitionClasses"][number];
type Competitor = Pick<Result, "competitor" | "name" | "aeroclub" | "glider" | "handicap"> & {
	readonly entry: Registration;
	/** Share of the day's points that this pilot usually gets, 0 to 1. */
	readonly skill: number;
};

export interface Season {
	readonly year: number;
	readonly reference: ReturnType<typeof referenceRows>;
	/** Those that have been scored, and days without a task. */
	readonly days: readonly Day[];
	readonly users: readonly (typeof users.$inferInsert)[];
	readonly registrations: readonly Registration[];
	readonly statuses: readonly Status[];
}

/** Day by day: a short day is worth less than a thousand points. */
const winnersPoints = [1000, 874, 1000, 712];

/** Flight ids of SoaringSpot exceed 32 bits. */
const firstFlightId = 6_981_400_000;

/** Equal points share a place. */
function placesOf(points: readonly number[]): number[] {
	return points.map((own) => 1 + points.filter((other) => other > own).length);
}

function competitorsOf(season: Season, competitionClass: Class, random: Random): Competitor[] {
	return season.registrations
		.filter((entry) => entry.competitionClassId === competitionClass.id && entry.accepted && !entry.isReserve)
		.map((entry) => {
			const user = season.users.find(({ id }) => id === entry.userId);
			const glider = season.reference.gliderTypes.find(({ id }) => id === entry.gliderTypeId);
			if (!user || !glider) throw new Error(`The demo entry ${entry.number} has no account or no glider.`);
			return {
				entry,
				competitor: entry.startNumber,
				name: `${user.name} ${user.surname}`,
				aeroclub: entry.aeroclub,
				glider: glider.name,
				handicap: Math.round((glider.index / competitionClass.referenceIndex) * 10_000) / 10_000,
				skill: 0.55 + 0.45 * random.next(),
			};
		});
}

/**
 * A share of the winner's points: none on the ground, fewer after an outlanding.
 */
function rawPoints(skill: number, status: Status["status"], random: Random): number {
	const form = skill * (0.85 + 0.15 * random.next());
	if (status === "HOME") return form;
	return status === "OUTLANDING" ? form * 0.45 : 0;
}

function resultsOfClass(
	season: Season,
	competitionClass: Class,
	scored: readonly Day[],
	random: Random,
): Result[] {
	const competitors = competitorsOf(season, competitionClass, random);
	const totals = new Map(competitors.map(({ competitor }) => [competitor, 0]));
	return scored.flatMap((day, dayIndex) => {
		const flights = competitors.map((competitor) => {
			const status = season.statuses.find(
				({ dayId, registrationId }) => dayId === day.id && registrationId === competitor.entry.id,
			)?.status;
			return { competitor, status, raw: rawPoints(competitor.skill, status, random) };
		});
		const best = Math.max(...flights.map(({ raw }) => raw));
		const winner = winnersPoints[dayIndex % winnersPoints.length] ?? 1000;
		const points = flights.map(({ raw }) => Math.round((raw / best) * winner));
		const totalPoints = flights.map(({ competitor }, index) => {
			const total = (totals.get(competitor.competitor) ?? 0) + (points[index] ?? 0);
			totals.set(competitor.competitor, total);
			return total;
		});
		const positions = placesOf(points);
		const totalPositions = placesOf(totalPoints);
		return flights.map(({ competitor: { entry, skill: _, ...competitor }, status }, index) => ({
			id: stableId(season.year, "daily-result", `${day.date}/${entry.id}`),
			competitionClassId: competitionClass.id,
			dayId: day.id,
			registrationId: entry.id,
			...competitor,
			position: positions[index] ?? 0,
			points: points[index] ?? 0,
			totalPoints: totalPoints[index] ?? 0,
			totalPosition: totalPositions[index] ?? 0,
			flightId: status === "DNF" ? null : firstFlightId + dayIndex * 1000 + entry.number,
		}));
	});
}

/** Official results of every day with a task, with the sums after each day. Points follow from the status of the day. */
export function resultsOf(
	season: Season,
	random: Random,
): { readonly resultSheets: Sheet[]; readonly dailyResults: Result[] } {
	const scored = season.days.filter((day) => day.task === "TASK");
	const sheets = season.reference.competitionClasses.flatMap(({ id, type }) =>
		scored.map((day) => ({
			id: stableId(season.year, "result-sheet", `${day.date}/${type}`),
			competitionClassId: id,
			dayId: day.id,
			status: "official" as const,
			source: "soaring-spot" as const,
			updatedAt: new Date(`${day.date}T18:55:00Z`),
		})),
	);
	return {
		resultSheets: sheets,
		dailyResults: season.reference.competitionClasses.flatMap((competitionClass) =>
			resultsOfClass(season, competitionClass, scored, random),
		),
	};
}
