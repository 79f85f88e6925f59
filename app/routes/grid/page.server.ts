import { eq, sql } from "drizzle-orm";
import { dateOfDuty, isAtDesk, isAtDeskOf } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays, currentDate, currentDay, daysUntilToday } from "~/lib/days/days-queries.server";
import { lastJointLaunch } from "~/lib/days/statuses/status-taps";
import { preparedRead } from "~/lib/db/read.server";
import {
	gridClosedBy,
	launchClosedBy,
	type OfficialClasses,
	officialClasses,
	rowClosedBy,
} from "~/lib/desk/grid-closed.server";
import { inOrder, rowsOf } from "~/lib/desk/grid-order";
import {
	type Grid,
	type GridPilot,
	gridsBefore,
	gridsOfDate,
	pilotsOnGrid,
	takenBackSince,
} from "~/lib/desk/grid-queries.server";
import { classTypesOf } from "~/lib/editions/classes";
import { pragueDate } from "~/lib/editions/prague-time";
import { crewText } from "~/lib/entries/crew";
import { marksOf } from "~/lib/entries/entries-queries.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, refuse, type ValueOf } from "~/lib/result";
import { competitionDays } from "~db/schema";
import type { ShownPilot } from "./pilot-on-grid";

/** Why somebody does not fly, and what the desk has noted, is for the desk. */
function toShown(pilot: GridPilot, atDesk: boolean, takenBack: TakenBack): ShownPilot {
	const { id, startNumber, registrationNumber, gliderType, name, surname, launches, remark } = pilot;
	return {
		id,
		startNumber,
		registrationNumber,
		gliderType,
		fullName: crewText({ name: `${name} ${surname}`, secondPilot: pilot.secondPilot }),
		...marksOf(pilot),
		launches: (launches ?? []).map((at) => new Date(at)),
		takenBack: atDesk ? lastTakenBack(pilot, takenBack) : null,
		isScratched: pilot.isScratched === true,
		scratchReason: atDesk ? pilot.scratchReason : null,
		remark: atDesk ? remark : null,
	};
}

type TakenBack = Awaited<ReturnType<typeof takenBackSince>>;

/** The launch that was taken back last, as long as the pilot has the launches that were left then. */
function lastTakenBack({ id, dayId, launches }: GridPilot, all: TakenBack): Date | null {
	const before = all.find((one) => one.id === id)?.before as
		| { readonly dayId: string; readonly launches: readonly string[] }
		| undefined;
	const left = (launches ?? []).map((at) => new Date(at).toISOString());
	const [at] = before?.dayId === dayId ? before.launches.slice(left.length) : [];
	return at && [...left, at].join() === before?.launches.join() ? new Date(at) : null;
}

/** What the page says to the reader about the own place, and offers. The pilot reads the reason, and never the remark of the desk. */
function toOwn(ctx: Ctx, pilot: GridPilot, official: OfficialClasses) {
	const isScratched = pilot.isScratched === true;
	return {
		id: pilot.id,
		isScratched,
		isScratchedByDesk: isScratched && pilot.isScratchedByDesk === true,
		scratchReason: pilot.scratchReason,
		/** Whether the glider still stands there, on a grid that can be changed. */
		canChange: (pilot.launches ?? []).length === 0 && gridClosedBy(ctx, pilot, official) === null,
	};
}

/** Milliseconds for which a launch that was taken back can come back. */
const takenBackShown = 900_000;

const readRows = preparedRead(["today", "chosen", "since"], (db, { today, chosen, since }) => {
	const date = sql<string | null>`coalesce(${chosen}, ${currentDate(today)})`;
	return {
		days: allDays(db),
		pilots: pilotsOnGrid(db, date),
		official: officialClasses(db, eq(competitionDays.date, date)),
		grids: gridsOfDate(db, date),
		earlier: gridsBefore(db, date),
		takenBack: takenBackSince(db, sql`CAST(${since} AS INTEGER)`),
	};
});

interface GridChoice {
	/** Local date; null for the current day. */
	readonly date: string | null;
	/** Class; null for all. */
	readonly classType: string | null;
}

export function readGridChoice(query: URLSearchParams): GridChoice {
	return { date: query.get("day") || null, classType: query.get("class") || null };
}

export function gridPath({ date, classType }: GridChoice): string {
	const query = new URLSearchParams();
	if (date) query.set("day", date);
	if (classType) query.set("class", classType);
	return query.size > 0 ? `/grid?${query}` : "/grid";
}

export async function readGrid(ctx: Ctx, choice: GridChoice) {
	const today = pragueDate(ctx.now);
	const date = choice.date ?? dateOfDuty(ctx);
	const { days, pilots, ...found } = await readRows(ctx.db, {
		today,
		chosen: date,
		// Nobody else is shown one.
		since: String(ctx.now.getTime() - (isAtDesk(ctx) ? takenBackShown : 0)),
	});
	const day = date ? days.find((one) => one.date === date) : currentDay(days, today);
	if (choice.date && !day) return refuse("not-found");
	const until = daysUntilToday(days, today);
	const own = pilots.find(({ userId }) => userId === ctx.actor?.id);
	const types = classTypesOf(ctx.edition).filter(
		(type) => choice.classType === null || type === choice.classType,
	);
	const atDesk = isAtDeskOf(ctx, day?.id);
	const classes = types.map((type) => classGrid(ctx, type, { pilots, ...found }, atDesk));
	const isEmpty = classes.every(({ standing, scratched }) => standing + scratched === 0);
	return done({
		/** Whether the reader works at the desk of this day. */
		atDesk,
		day: day ? { id: day.id, name: day.name, date: day.date } : null,
		strip: dayStrip(ctx, days, day?.date ?? null, (other) =>
			until.includes(other) || other === day ? gridPath({ ...choice, date: other.date }) : null,
		),
		classes,
		/** Null for a reader who does not take part. */
		own: own ? toOwn(ctx, own, found.official) : null,
		/** What stands in the place of an empty grid, in words. */
		nobody: isEmpty ? textsOf(ctx.language).t("emptyGrid.lead") : null,
	});
}

interface Found {
	readonly pilots: readonly GridPilot[];
	readonly official: OfficialClasses;
	readonly grids: readonly Grid[];
	readonly earlier: readonly Grid[];
	readonly takenBack: TakenBack;
}

/** Gliders side by side, before an organiser has said it. */
const usualWidth = 3;

function classGrid(
	ctx: Ctx,
	type: string,
	{ pilots, official, grids, earlier, takenBack }: Found,
	atDesk: boolean,
) {
	const ofClass = sortedByStartNumber(pilots.filter(({ classType }) => classType === type));
	const [one] = ofClass;
	const classId = one?.classId;
	const grid = grids.find((one) => one.classId === classId);
	const last = earlier.find((one) => one.classId === classId);
	const width = grid?.width ?? last?.width ?? usualWidth;
	const shown = inOrder(grid?.order ?? [], ofClass).map((pilot) => toShown(pilot, atDesk, takenBack));
	const launched = ofClass.flatMap(({ launches, statusAt }) => {
		const [at, relight] = launches ?? [];
		return at !== undefined && relight === undefined && statusAt?.getTime() === at ? [at] : [];
	});
	const changes = ofClass.map(({ changedAt }) => changedAt?.getTime() ?? 0);
	const standing = shown.filter(({ isScratched }) => !isScratched);
	return {
		type,
		/** What the desk still does. */
		can: {
			change: atDesk && one !== undefined && gridClosedBy(ctx, one, official) === null,
			launch: atDesk && one !== undefined && launchClosedBy(one.date, ctx.now) === null,
			launchRow: atDesk && one !== undefined && rowClosedBy(one.date, ctx.now) === null,
		},
		width,
		/** Null before the order is made. */
		grid: grid ? { version: grid.version, rotation: grid.rotation } : null,
		canRotate: last !== undefined,
		rows: grid ? rowsOf(shown, width) : [shown],
		/** The launch of several that the desk can undo. */
		lastLaunch: atDesk ? lastJointLaunch(launched, changes) : null,
		launched: standing.filter(({ launches }) => launches.length > 0).length,
		standing: standing.length,
		scratched: shown.length - standing.length,
	};
}

export type GridPage = ValueOf<typeof readGrid>;
export type ClassGrid = GridPage["classes"][number];
