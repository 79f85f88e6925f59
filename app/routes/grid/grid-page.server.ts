import { sql } from "drizzle-orm";
import type { ShownPilot } from "~/components/desk/pilot-on-grid";
import { dateOfDuty, isAtDesk, isAtDeskOf } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays, currentDate, currentDay, daysUntilToday } from "~/lib/days/days-queries.server";
import { lastJointLaunch } from "~/lib/days/statuses/status-taps";
import { preparedRead } from "~/lib/db/read.server";
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
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, refuse, type ValueOf } from "~/lib/result";

/** Why somebody does not fly, and what the desk has noted, is for the desk; the pilot sees the own reason. */
function toShown(pilot: GridPilot, atDesk: boolean, takenBack: TakenBack = []): ShownPilot {
	const { id, startNumber, registrationNumber, gliderType, name, surname, launches, remark } = pilot;
	return {
		id,
		startNumber,
		registrationNumber,
		gliderType,
		fullName: `${name} ${surname}`,
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

/** Milliseconds for which a launch that was taken back can come back. */
const takenBackShown = 900_000;

const readRows = preparedRead(["today", "chosen", "since"], (db, { today, chosen, since }) => {
	const date = sql<string | null>`coalesce(${chosen}, ${currentDate(today)})`;
	return {
		days: allDays(db),
		pilots: pilotsOnGrid(db, date),
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
	return done({
		/** Whether the reader works at the desk of this day. */
		atDesk,
		day: day ? { id: day.id, name: day.name, date: day.date, isAhead: day.date > today } : null,
		strip: dayStrip(ctx, days, day?.date ?? null, (other) =>
			until.includes(other) || other === day ? gridPath({ ...choice, date: other.date }) : null,
		),
		classes: types.map((type) => classGrid(type, { pilots, ...found }, atDesk)),
		/** The reader's own pilot, who can scratch as long as the glider stands there. */
		own: own
			? { ...toShown(own, true), canScratch: (own.launches ?? []).length === 0 && own.date >= today }
			: null,
	});
}

interface Found {
	readonly pilots: readonly GridPilot[];
	readonly grids: readonly Grid[];
	readonly earlier: readonly Grid[];
	readonly takenBack: TakenBack;
}

/** Gliders side by side, before an organiser has said it. */
const usualWidth = 3;

function classGrid(type: string, { pilots, grids, earlier, takenBack }: Found, atDesk: boolean) {
	const ofClass = sortedByStartNumber(pilots.filter(({ classType }) => classType === type));
	const classId = ofClass[0]?.classId;
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
