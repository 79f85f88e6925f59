import { eq, sql } from "drizzle-orm";
import type { StatusOrNone } from "~/components/status-chip";
import { dateOfDuty, isAtDesk, isAtDeskOf, may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays, currentDate, currentDay, daysUntilToday } from "~/lib/days/days-queries.server";
import {
	type CompetitorStatus,
	nameForDesk,
	openDays,
	openStatuses,
	type ReserveOfDate,
	reservesOfDate,
	statusesOfDate,
	tapsOfActor,
	toTaps,
} from "~/lib/days/statuses/statuses-queries.server";
import { starterCount } from "~/lib/db/conditions.server";
import { first, preparedRead } from "~/lib/db/read.server";
import { countsAmong } from "~/lib/desk/confirmed-reports";
import { gridClosedBy, type OfficialClasses, officialClasses } from "~/lib/desk/grid-closed.server";
import { inOrder } from "~/lib/desk/grid-order";
import { type Grid, gridsOfDate, pilotsOnGrid } from "~/lib/desk/grid-queries.server";
import { hasKnownPlace, isOfNow, type Landing, landingProposal } from "~/lib/desk/landing-proposal";
import {
	landingsByPilot,
	type MissingPilot,
	missedTitle,
	missingQueries,
	toMissing,
} from "~/lib/desk/missing-pilots.server";
import { nearestName } from "~/lib/desk/outlanding-place";
import { type Outlanding, outlandingsOfDate } from "~/lib/desk/outlandings-queries.server";
import { numbersFor } from "~/lib/desk/phones.server";
import { toPublicOutlanding } from "~/lib/desk/public-outlanding";
import { classTypesOf } from "~/lib/editions/classes";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { crewText } from "~/lib/entries/crew";
import { marksOf } from "~/lib/entries/entries-queries.server";
import { flightPath } from "~/lib/flights/flight-paths";
import { compareNames, sortedByStartNumber } from "~/lib/i18n/collate";
import {
	type DeskPositions,
	noPositions,
	readDeskPositions,
	withPositions,
} from "~/lib/live/desk-live.server";
import { liveLanding } from "~/lib/live/live-landing";
import { lastLight } from "~/lib/maps/sunset";
import { pick } from "~/lib/pick";
import { done, refuse, type ValueOf } from "~/lib/result";
import { doubtOf } from "~/lib/results/day-reports/doubt.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { shownTasks, taskLinesOfDate } from "~/lib/tasks/tasks-queries.server";
import type { PilotStatus } from "~db/enums";
import { competitionDays } from "~db/schema";
import { type BoardChoice, boardPathsByDay } from "./board-address";
import { readBoardMap } from "./board-map.server";
import { countOrder } from "./status-orders";

interface Known {
	readonly out: Outlanding | undefined;
	readonly landing: Landing | null;
	/** The landing by live positions, which only the desk reads; null when a log says it. */
	readonly live: { readonly landing: Landing; readonly near: string | null } | null;
	/** Whether the pilot is on the red list. */
	readonly isMissed: boolean;
}

/** Only the desk sees the last change. */
function toRow(
	status: CompetitorStatus,
	flight: string | null,
	isDesk: boolean,
	{ out, landing: ofLog, live, isMissed }: Known,
) {
	const { id, name, surname, startNumber, registrationNumber, gliderTypeName, classType, updatedAt, setBy } =
		status;
	const isLive = live !== null && !ofLog?.landedAt;
	const landing = isLive ? live.landing : ofLog;
	return {
		id,
		registrationId: status.registrationId,
		fullName: crewText({ name: `${name} ${surname}`, secondPilot: status.secondPilot }),
		surname,
		...marksOf(status),
		startNumber,
		registrationNumber,
		gliderType: gliderTypeName,
		classType,
		status: status.status,
		isMissed,
		/** A known place near the field of a pilot who is out. */
		near: status.status === "OUTLANDING" && out ? toPublicOutlanding(out).near : null,
		/** What a log, for the desk also a position, says about a pilot who is not home. The desk sees what it proposes. */
		landing:
			status.status === "HOME" || !landing
				? null
				: {
						landedAt: landing.landedAt,
						proposal: isDesk ? landingProposal(status.status, landing, out) : null,
						/** Whether positions of the Open Glider Network say it, near which place; null for a log. */
						live: isLive ? { near: live.near } : null,
					},
		/** Path of the flight's page; null when the reader may see none. */
		flight,
		/** Whether the grid says that the pilot does not fly. */
		isScratched: status.isScratched === true,
		/** Whether the grid has a launch after that of the status: its undo leaves this pilot in the air. */
		isRelit: (status.launches?.at(-1) ?? 0) > updatedAt.getTime(),
		/** Whether somebody has reported where the pilot's field is. Only the desk reads it. */
		hasPlace: isDesk && hasKnownPlace(out),
		lastChange: isDesk ? { at: updatedAt, by: setBy } : null,
	};
}

function toReserve({ id, name, surname, startNumber, onDay, status }: ReserveOfDate) {
	const flown = status !== null && status !== "DNF";
	return { id, fullName: `${name} ${surname}`, startNumber, onDay, flown };
}

export type BoardReserve = ReturnType<typeof toReserve>;
export type BoardRow = ReturnType<typeof toRow>;

function gliderTypesOf(statuses: readonly CompetitorStatus[]) {
	const byId = new Map(statuses.map(({ gliderTypeId, gliderTypeName }) => [gliderTypeId, gliderTypeName]));
	return [...byId].map(([id, name]) => ({ id, name })).toSorted((a, b) => compareNames(a.name, b.name));
}

/** Milliseconds. No duty is longer. */
const dutyLength = 18 * 3_600_000;

const readFor = (atDesk: boolean) =>
	preparedRead(["today", "yesterday", "chosen", "onDuty", "link", "since"], (db, asked) => {
		const { today, yesterday, chosen, onDuty, link, since } = asked;
		const date = sql<string | null>`coalesce(${chosen}, ${currentDate(today)})`;
		return {
			days: allDays(db),
			found: statusesOfDate(db, date, atDesk ? nameForDesk : undefined),
			count: first(starterCount(db, eq(competitionDays.date, date))),
			taskLines: taskLinesOfDate(db, date),
			outlandings: outlandingsOfDate(db, date),
			grids: gridsOfDate(db, date),
			...missingQueries(db, today, yesterday),
			...(atDesk && {
				official: officialClasses(db, eq(competitionDays.date, date)),
				reserves: reservesOfDate(db, date),
				open: openStatuses(db, today),
				taps: tapsOfActor(db, { actorId: onDuty, link }, date, sql`CAST(${since} AS INTEGER)`),
			}),
		};
	});
const readForDesk = readFor(true);
const readForAll = readFor(false);

/** The days to choose from end with today; a later day is among them only while it is shown. */
export async function readStatusBoard(ctx: Ctx, choice: BoardChoice) {
	const today = pragueDate(ctx.now);
	const atDesk = isAtDesk(ctx);
	const date = choice.date ?? dateOfDuty(ctx);
	const { days, found, count, taskLines, outlandings, grids, official, reserves, open, taps, ...night } =
		await (atDesk ? readForDesk : readForAll)(ctx.db, {
			today,
			yesterday: addDays(today, -1),
			chosen: date,
			...deskOf(ctx, choice),
			since: String(ctx.now.getTime() - dutyLength),
		});
	const day = date ? days.find((one) => one.date === date) : currentDay(days, today);
	if (choice.date && !day) return refuse("not-found");

	const isDesk = isAtDeskOf(ctx, day?.id);
	const positions = atDesk ? await readDeskPositions(ctx) : noPositions;
	const statuses = sortedByStartNumber(found);
	const shown = chosenStatuses(statuses, choice);
	// Only accepted competitors, and logs that score, are among the statuses.
	const flightOf = ({ flightId }: CompetitorStatus) =>
		flightId === null ? null : flightPath(ctx, { id: flightId, isCompetitor: true, standing: "scores" });
	const missing = toMissing(ctx, night);
	const counting = countsAmong(outlandings);
	const ends = landingsByPilot(ctx.edition, night, day?.id ?? "");
	const until = daysUntilToday(days, today);
	const pathOfDay = boardPathsByDay(choice);
	return done({
		/** Whether the reader works at the desk of this day. */
		isDesk,
		day: day ? { ...pick(day, "id", "name", "date", "task"), isAhead: day.date > today } : null,
		strip: dayStrip(ctx, days, day?.date ?? null, (other) =>
			until.includes(other) || other === day ? pathOfDay(other.date) : null,
		),
		gliderTypes: gliderTypesOf(statuses),
		/** The tasks of the classes that have published one. */
		tasks: shownTasks(taskLines).map(({ number, ...task }) => ({ ...task, version: versionLetter(number) })),
		/** Of the board in the morning, before there are statuses: who stands on the grid, in the order of the launch. */
		standing: choice.view === "list" || found.length > 0 ? [] : await standingOn(ctx, day?.date, grids),
		/** Before anybody has launched: the ids of the entries as they stand on the grid, with their rows. */
		gridRows: hasFlown(found) ? [] : grids.flatMap(rowsOfGrid),
		rows: shown.map((status) =>
			toRow(status, flightOf(status), isDesk, {
				out: fieldOf(status, counting),
				landing: ends.get(status.registrationId) ?? null,
				live: isDesk && day ? liveOf(ctx, positions, { ...status, date: day.date }) : null,
				isMissed: missing.some(({ id, dayId }) => id === status.registrationId && dayId === day?.id),
			}),
		),
		lastChange: latestChange(found),
		/** Where everybody is: on the board, while somebody flies. */
		map: await mapOf(ctx, choice, day?.date, shown),
		...numbersOf(ctx, shown, day?.date),
		/** Number of pilots who take part in that day, of every glider type. After a cancellation they still have to come home. */
		starters: count?.parts ?? 0,
		/** Number of starters without a status. */
		missing: count?.withoutStatus ?? 0,
		/** Only for organisers. */
		openDays: openDays(ctx, may(ctx, "desk") ? (open ?? []) : [], missing),
		/** Only for the desk of this day. */
		undoable: isDesk && day ? undoableOf(ctx, { date: day.date, official: official ?? [] }, statuses) : [],
		reserves: isDesk ? sortedByStartNumber(reserves ?? []).map(toReserve) : [],
		...nightOf(ctx, missing, positions, day?.date === today && hasFlying(found)),
		/** The taps of this person on duty, the oldest first. */
		taps: toTaps(taps ?? []),
	});
}

/** Null on the list, and while nobody flies or no positions are shown. */
function mapOf(
	ctx: Ctx,
	{ view }: BoardChoice,
	date: string | undefined,
	shown: readonly CompetitorStatus[],
) {
	const isFlown = date === pragueDate(ctx.now) && hasFlying(shown);
	return view !== "list" && date && isFlown ? readBoardMap(ctx, date) : null;
}

/** The landing of a pilot by live positions. */
function liveOf(ctx: Ctx, positions: DeskPositions, status: CompetitorStatus & { readonly date: string }) {
	const position = positions.pilots.get(status.registrationId);
	const landing = position && liveLanding(ctx.edition, position, { ...status, statusAt: status.updatedAt });
	return landing
		? { landing, near: landing.position && nearestName(landing.position, positions.places) }
		: null;
}

/** The classes whose launch can be taken back. On a grid that is closed, launches stay as they were noted. */
function undoableOf(
	ctx: Ctx,
	{ date, official }: { readonly date: string; readonly official: OfficialClasses },
	statuses: readonly CompetitorStatus[],
) {
	const isNoted = (classType: string) =>
		statuses.some((status) => status.classType === classType && (status.launches ?? []).length > 0);
	return classTypesOf(ctx.edition).filter(
		(classType) => gridClosedBy(ctx, { date, classType }, official) === null || !isNoted(classType),
	);
}

/** Whose taps are shown: an organiser's own ones, or those by a link. */
function deskOf(ctx: Ctx, { duty }: BoardChoice) {
	if (!duty) return { onDuty: null, link: null };
	if (may(ctx, "desk")) return { onDuty: ctx.actor.id, link: null };
	return { onDuty: ctx.onDuty?.id ?? null, link: ctx.onDuty?.duty.id ?? null };
}

const fieldOf = ({ registrationId, launches }: CompetitorStatus, counting: readonly Outlanding[]) =>
	counting.find((report) => report.registrationId === registrationId && isOfNow(report, launches));

function latestChange(statuses: readonly CompetitorStatus[]): Date | null {
	const changes = statuses.map(({ updatedAt }) => updatedAt.getTime());
	return changes.length > 0 ? new Date(Math.max(...changes)) : null;
}

function numbersOf(ctx: Ctx, shown: readonly CompetitorStatus[], date: string | undefined) {
	const flying = shown.filter(({ status }) => status === "FLYING").length;
	const statuses = { counts: { FLYING: flying }, changedAt: latestChange(shown) };
	return {
		counts: countsShown(shown),
		/** Why the number of those who fly today may be wrong, in words; null while it can be trusted. */
		doubt: date === pragueDate(ctx.now) ? doubtOf(ctx, { date, statuses, rules: null }) : null,
	};
}

/** Asked for only then: all day the statuses say it. */
async function standingOn({ db, edition }: Ctx, date: string | undefined, grids: readonly Grid[]) {
	if (!date) return [];
	const pilots = sortedByStartNumber(await pilotsOnGrid(db, date));
	return classTypesOf(edition).flatMap((type) => {
		const ofClass = pilots.filter(({ classType }) => classType === type);
		const grid = grids.find(({ classId }) => classId === ofClass[0]?.classId);
		return inOrder(grid?.order ?? [], ofClass)
			.map(({ id, startNumber, name, surname, secondPilot, classType, isScratched }, place) => ({
				id,
				startNumber,
				fullName: crewText({ name: `${name} ${surname}`, secondPilot }),
				classType,
				isScratched: isScratched === true,
				/** Null before the order is made. */
				row: grid ? Math.floor(place / grid.width) + 1 : null,
			}))
			.filter((pilot) => !pilot.isScratched);
	});
}

const hasFlown = (statuses: readonly CompetitorStatus[]) =>
	statuses.some(({ status }) => status !== null && status !== "DNF");

const hasFlying = (statuses: readonly CompetitorStatus[]) =>
	statuses.some(({ status }) => status === "FLYING");

const rowsOfGrid = ({ order, width }: Grid) =>
	order.map((id, place) => ({ id, row: Math.floor(place / width) + 1 }));

function chosenStatuses(statuses: readonly CompetitorStatus[], choice: BoardChoice) {
	return statuses.filter(
		({ gliderTypeId, classType }) =>
			(!choice.gliderTypeId || gliderTypeId === choice.gliderTypeId) &&
			(!choice.classType || classType === choice.classType),
	);
}

/** The pilots who are missing now, of today or of the day before. @param isFlown whether somebody flies now */
function nightOf(ctx: Ctx, missing: readonly MissingPilot[], positions: DeskPositions, isFlown: boolean) {
	const date = missing[0]?.date ?? pragueDate(ctx.now);
	return {
		/** Only for a desk: that nothing is heard of the Open Glider Network, so nothing of landings either. */
		trouble: isFlown || missing.length > 0 ? positions.trouble : null,
		missedTitle: missedTitle(ctx, missing),
		/** The missing pilots for everybody, without phone numbers, and since when there is no news of them. */
		missed: missing.map(({ id, startNumber, fullName, lastSign }) => ({
			id,
			startNumber,
			fullName,
			newsAt: lastSign?.at ?? null,
		})),
		/** Only for a desk, of whatever day: the night is everybody's. */
		missedForDesk: isAtDesk(ctx)
			? withPositions(ctx, missing, positions).map((pilot) => ({ ...pilot, ...numbersFor(ctx, pilot) }))
			: [],
		sunset: lastLight(date, ctx.edition.airfield)?.sunset ?? null,
	};
}

export type StatusBoard = ValueOf<typeof readStatusBoard>;

interface ShownCount {
	readonly status: StatusOrNone;
	readonly count: number;
}

/** Competitors still under way first; those without a status only if there are any. */
function countsShown(statuses: readonly { readonly status: PilotStatus | null }[]): ShownCount[] {
	return countOrder
		.map((wanted) => ({
			status: wanted,
			count: statuses.filter(({ status }) => (status ?? "none") === wanted).length,
		}))
		.filter(({ status, count }) => status !== "none" || count > 0);
}

export interface StatusesData {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
	/** React refreshes the page of a signed-in user, a small script that of a visitor. */
	readonly hydrates: boolean;
	readonly readAt: Date;
	/** Version of the edition's data. */
	readonly version: number;
	/** Minutes by which the clock of a demo runs ahead; 0 otherwise. */
	readonly clockAhead: number;
}
