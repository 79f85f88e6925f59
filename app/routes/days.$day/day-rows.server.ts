import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { firstFlight, isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isGliderFlown } from "~/lib/db/flown.server";
import { crewText } from "~/lib/entries/crew";
import { flightPath } from "~/lib/flights/flight-paths";
import { pick } from "~/lib/pick";
import type { DayReport } from "~/lib/results/day-reports/class-report";
import { byPlace, type DayResult, type FlightFigures } from "~/lib/results/day-result";
import { scorePath } from "~/lib/scoring/day-scores";
import type { PilotStatus } from "~db/enums";
import { competitionDays, gliderTypes, pilotDays, registrations, users } from "~db/schema";

/** Selects who takes part in a day, with status and first flight, in no order. */
export function pilotsOfDate(db: Db, date: string | SQL<string>) {
	return db
		.select({
			registrationId: registrations.id,
			classId: flown.classId,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			secondPilot: flown.secondPilot,
			crew: pilotDays.crew,
			glider: gliderTypes.name,
			status: pilotDays.status,
			flightId: firstFlight(competitionDays.id, registrations.id),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(gliderTypes, isGliderFlown)
		.where(eq(competitionDays.date, date));
}

type PilotOfDay = Awaited<ReturnType<typeof pilotsOfDate>>[number];

/** A competitor's day, with or without a result. */
export interface DayRow extends Pick<DayResult, "place" | "points" | "proposed" | "speedKmh" | "distanceM"> {
	readonly key: string;
	/** Id of the entry; null for a result without an entry. */
	readonly id: string | null;
	readonly startNumber: string | null;
	readonly name: string;
	readonly glider: string;
	/** How the flight went: what our engine says, else the status; null when there is nothing to say. */
	readonly note: DayResult["status"] | PilotStatus;
	/** Whether distance and speed are ours, because the official results do not state them. */
	readonly isOurs: boolean;
	/** Path of the flight; null when the reader may see none. */
	readonly flight: string | null;
	/** Path of the explained score. */
	readonly score: string | null;
}

/** Rows in the order of the results; who stays on the ground comes last. A result that belongs to no entry has its row, too. */
export function rowsOfClass(
	ctx: Ctx,
	day: { readonly id: string; readonly task: string },
	pilots: readonly PilotOfDay[],
	results: DayReport | null,
): DayRow[] {
	if (day.task !== "TASK") return [];
	const found = results?.rows ?? [];
	const isLacking = areFiguresLacking(found);
	const matched = pilots.map((pilot) => ({
		pilot,
		result: found.find(({ registrationId }) => registrationId === pilot.registrationId),
	}));
	const others = found
		.filter((result) => !matched.some((one) => one.result === result))
		.map((result) => ({ pilot: undefined, result }));
	return [...matched, ...others]
		.map(({ pilot, result }) => {
			const row = toRow(ctx, day.id, { pilot, result, ours: isLacking ? result?.ours : undefined });
			const status = row.note === "DNF" ? "dnf" : (result?.status ?? "flying");
			return { row, place: row.place, status, startNumber: row.startNumber };
		})
		.toSorted(byPlace)
		.map(({ row }) => row);
}

/** Whether the source of results states neither distances nor speeds. Ours are shown then. */
function areFiguresLacking(rows: readonly DayResult[]): boolean {
	return rows.every(({ distanceM, speedKmh }) => distanceM === null && speedKmh === null);
}

/** What is known of somebody on a day. */
interface Known {
	readonly pilot: PilotOfDay | undefined;
	readonly result: DayResult | undefined;
	/** Our result, where another source lacks speed and distance. */
	readonly ours: DayResult["ours"] | undefined;
}

function toRow(ctx: Ctx, dayId: string, { pilot, result, ours }: Known): DayRow {
	const name = pilot ? crewText({ ...pilot, name: `${pilot.name} ${pilot.surname}` }) : (result?.name ?? "");
	const entry = pilot?.registrationId ?? null;
	return {
		id: entry,
		key: entry ?? `${result?.startNumber ?? ""}/${name}`,
		startNumber: pilot?.startNumber ?? result?.startNumber ?? null,
		name,
		glider: pilot?.glider ?? result?.glider ?? "",
		place: result?.place ?? null,
		points: result?.points ?? null,
		proposed: result?.proposed ?? null,
		speedKmh: ours?.speedKmh ?? result?.speedKmh ?? null,
		distanceM: ours?.distanceM ?? result?.distanceM ?? null,
		isOurs: (ours?.speedKmh ?? ours?.distanceM ?? null) !== null,
		note: noteOf(result, pilot?.status ?? null),
		// Everybody who is expected is accepted, and only a log that scores is joined.
		flight: pilot?.flightId
			? flightPath(ctx, { id: pilot.flightId, isCompetitor: true, standing: "scores" })
			: null,
		score: entry && result?.ours?.isExplained ? scorePath(dayId, entry) : null,
	};
}

/** The note of a row. A competitor who is home and has points needs none. */
function noteOf(result: DayResult | undefined, state: PilotStatus | null): DayRow["note"] {
	const status = result?.status ?? null;
	if (status === "missing" || status === "flying") return state ?? status;
	if (status === "out" && state === "OUTLANDING") return state;
	if (status === null && state === "HOME" && result) return null;
	return status ?? state;
}

/** The fastest and the longest flight; null without one, and when several are the best: who has flown round has flown as far as others. */
export function bestOf(rows: readonly DayResult[]) {
	const isLacking = areFiguresLacking(rows);
	const most = (figureOf: (row: FlightFigures) => number | null) => {
		const flown = rows.flatMap((row) => {
			const figures = isLacking ? row.ours : row;
			const value = figures && figureOf(figures);
			return value ? [{ name: row.name, value }] : [];
		});
		const [best, next] = flown.toSorted((one, other) => other.value - one.value);
		return best && best.value !== next?.value ? best : null;
	};
	return { speed: most(({ speedKmh }) => speedKmh), distance: most(({ distanceM }) => distanceM) };
}
