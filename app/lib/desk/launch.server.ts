import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { causeOf, worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { isLaterThanTap, isNotSaidAfter, isSaidAfter, tappedAt } from "~/lib/days/statuses/tap-time.server";
import { chunkRows, commit, exactlyOne } from "~/lib/db/commit.server";
import { takesPart } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { commitFormKey, consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { first, read } from "~/lib/db/read.server";
import { addDays, startOfDay } from "~/lib/editions/prague-time";
import { classByType } from "~/lib/entries/classes-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import type { PilotStatus } from "~db/enums";
import { competitionDays, pilotDays, registrations } from "~db/schema";
import { pilotOnGrid } from "./change-grid.server";
import {
	type GridClosed,
	gridClosedBy,
	launchClosedBy,
	type OfficialClasses,
	officialClasses,
	rowClosedBy,
} from "./grid-closed.server";
import { type GridPilot, pilotsOnGrid } from "./grid-queries.server";
import type { classLaunchSchema, launchTapSchema, rowLaunchSchema, undoLaunchSchema } from "./grid-schema";
import { statusWrite } from "./status-write.server";

/*
 * The time of a launch is known only from taps of the desk on the grid, one pilot or a row at a time; no log and no tracker sets it. A
 * launch of a whole class on the board sets the statuses alone.
 */

/** The time of a tap, or of an earlier launch, which lies on the day and not ahead. */
function launchedAt(ctx: DeskCtx, date: string, waited: number | null | undefined, earlier?: number): Date {
	const end = startOfDay(addDays(date, 1)).getTime() - 1;
	const at = Math.min(earlier ?? end, tappedAt(ctx, waited).getTime(), end);
	return new Date(Math.max(at, startOfDay(date).getTime()));
}

/**
 * Notes a launch or a relight of one pilot, takes the last one back, or brings it back with its time. A launch changes the status "on the
 * ground" to "flying", and leaves any other status.
 * @param formKey random key of a tap: sent again, it changes nothing
 */
export async function setLaunches(
	ctx: DeskCtx,
	{ day, pilot, ...tap }: z.output<typeof launchTapSchema>,
	formKey: string | null = null,
): Promise<Result<null, "not-found" | "day-ahead" | "stale" | GridClosed>> {
	const { db, actor } = ctx;
	const { pilot: found, official } = await pilotOnGrid(ctx, { day, pilot });
	if (!found || !worksOn(ctx, found.dayId)) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const before = found.launches ?? [];
	if (before.length === tap.launches) {
		// Somebody else has launched meanwhile, at another time.
		if (tap.at && !before.includes(tap.at)) return refuse("stale");
		await commitFormKey(ctx, formKey, found.id);
		return done(null);
	}
	const tapped = launchesAfter(ctx, found, tap, official);
	if (!tapped.ok) return tapped;
	const { isLaunch, at, after } = tapped.value;
	const status = statusAfter(found, after, isLaunch ? at : null);
	const said = isLaunch ? { at } : { at, by: null };
	const change = status === null ? null : statusWrite(ctx, found, status, said);
	const set = {
		launches: after,
		gridChangedAt: at,
		gridChangedBy: actor.id,
		...(isLaunch && standsOnGrid),
	};
	const row = { dayId: found.dayId, registrationId: found.id, ...set };
	const committed = await commit(ctx, {
		statements: [
			// First: the same tap that arrives twice at once is no conflict.
			...consumeFormKey(ctx, formKey, found.id),
			exactlyOne(
				db
					.insert(pilotDays)
					.values(row)
					.onConflictDoUpdate({
						target: [pilotDays.dayId, pilotDays.registrationId],
						set,
						setWhere: eq(pilotDays.launches, before),
					}),
			),
			...(change?.statements ?? []),
		],
		audit: [
			{
				action: "grid.launch",
				subjectId: found.id,
				before: { dayId: found.dayId, launches: before.map(toTime) },
				after: { launches: after.map(toTime) },
			},
			...(change?.audit ?? []),
		],
		effects: change?.effects ?? [],
		visible: true,
	});
	return committed.ok || wasSentBefore(committed) ? done(null) : refuse("stale");
}

/** Returns the launches of a pilot after a tap, which notes the next one or takes the last one back. */
function launchesAfter(
	ctx: DeskCtx,
	pilot: GridPilot,
	{ launches, seen, at: earlier, waited }: Omit<z.output<typeof launchTapSchema>, "day" | "pilot">,
	official: OfficialClasses,
): Result<
	{ readonly isLaunch: boolean; readonly at: Date; readonly after: number[] },
	"day-ahead" | "stale" | GridClosed
> {
	const before = pilot.launches ?? [];
	const isNext = Math.abs(launches - before.length) === 1;
	if (!isNext || (seen !== undefined && seen !== before.length)) return refuse("stale");
	const isLaunch = launches > before.length;
	const tap = tappedAt(ctx, waited);
	const closed = isLaunch ? launchClosedBy(pilot.date, tap) : gridClosedBy(ctx, pilot, official, tap);
	if (closed) return refuse(closed);
	if (earlier && earlier < (before.at(-1) ?? startOfDay(pilot.date).getTime())) return refuse("stale");
	const at = launchedAt(ctx, pilot.date, waited, isLaunch ? earlier : undefined);
	// The launch that the sender meant was taken back, and another one followed.
	if (!isLaunch && isLaterThanTap(before.at(-1) ?? 0, at)) return refuse("stale");
	const after = isLaunch
		? [...before, at.getTime()].toSorted((one, other) => one - other)
		: before.slice(0, -1);
	return done({ isLaunch, at, after });
}

const standsOnGrid = { isScratched: false, isScratchedByDesk: false, scratchReason: null };
const toTime = (at: number) => new Date(at).toISOString();

/** Returns the new status; null leaves the status. @param at time of a launch; null when one is taken back */
function statusAfter(pilot: GridPilot, launches: readonly number[], at: Date | null): PilotStatus | null {
	const { status, statusAt } = pilot;
	// Home, too: before a relight somebody has landed.
	const canLaunch = status !== "FLYING" && status !== "OUTLANDING";
	if (at !== null) return canLaunch && !isSaidAfter(pilot, at) ? "FLYING" : null;
	// It takes back only a status that the launch itself has set: somebody else may have seen the glider in the air.
	const byLaunch = status === "FLYING" && statusAt?.getTime() === pilot.launches?.[0];
	return launches.length === 0 && byLaunch ? "DNF" : null;
}

/** `pilots` are ids of entries; without them the whole class launches. */
type JointLaunch = z.output<typeof classLaunchSchema> & Partial<z.output<typeof rowLaunchSchema>>;

/**
 * Launches those of a row of the grid who have no launch yet, and notes the time; or all of a class who have a status and stand on the
 * ground, as the board does, which knows no times. Nobody who is scratched launches. The same tap again changes nothing.
 */
export async function launchTogether(
	ctx: DeskCtx,
	{ day: dayId, class: classType, pilots: ofRow, waited }: JointLaunch,
	formKey: string | null = null,
): Promise<Result<null, "not-found" | "day-ahead" | "day-over">> {
	const { db } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const tap = tappedAt(ctx, waited);
	// The board sets statuses alone, which are said after the day, too.
	const closed = (ofRow ? rowClosedBy : launchClosedBy)(day.date, tap);
	if (closed) return refuse(closed);
	const pilots = (await pilotsOnGrid(db, day.date)).filter((pilot) => {
		if (pilot.classType !== classType || pilot.isScratched) return false;
		if (!ofRow) return pilot.statusId !== null && isOnGround(pilot);
		return ofRow.includes(pilot.id) && (pilot.launches ?? []).length === 0;
	});
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const classId = pilots[0]?.classId;
	if (!classId) {
		await commitFormKey(ctx, formKey, dayId);
		return done(null);
	}
	const at = ofRow ? launchedAt(ctx, day.date, waited) : tap;
	const numbers = pilots.map(({ startNumber }) => startNumber).join(" ");
	await commit(ctx, {
		statements: [
			...(ofRow ? launchesOnGrid(ctx, pilots, at) : []),
			...launchStatuses(
				ctx,
				pilots.filter((pilot) => statusAfter(pilot, [at.getTime()], at) === "FLYING"),
				at,
			),
			...consumeFormKey(ctx, formKey, dayId),
		],
		audit: {
			subjectId: dayId,
			...(ofRow
				? { action: "grid.launch-row", after: { class: classType, at, numbers } }
				: {
						action: "competitor-status.launch",
						before: { class: classType, status: "DNF" },
						after: { class: classType, status: "FLYING" },
					}),
		},
		effects: [{ kind: "scores-due", dayId, classId, by: causeOf(ctx) }],
		visible: true,
	});
	return done(null);
}

const isOnGround = ({ status }: GridPilot) => status === null || status === "DNF";

/**
 * Takes back a launch of several: sets those back whose last change it was, and drops the launches that were noted with it. When
 * nobody is left to change, it writes nothing. On a grid that is closed, launches stay as they were noted.
 */
export async function undoLaunch(
	ctx: DeskCtx,
	{ day: dayId, class: classType, undo }: z.output<typeof undoLaunchSchema>,
): Promise<Result<null, "not-found" | GridClosed>> {
	const { db, now, actor } = ctx;
	const { day, official, competitionClass } = await read(db, {
		day: first(dayById(db, dayId)),
		official: officialClasses(db, eq(competitionDays.id, dayId)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass || !worksOn(ctx, dayId)) return refuse("not-found");
	const classId = competitionClass.id;
	const ofClass = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(and(eq(classOn(dayId), classId), takesPart(dayId)));
	const onGrid = and(eq(pilotDays.dayId, dayId), inArray(pilotDays.registrationId, ofClass));
	const closed = gridClosedBy(ctx, { date: day.date, classType }, official);
	if (closed && (await db.$count(pilotDays, and(onGrid, ne(pilotDays.launches, [])))) > 0)
		return refuse(closed);
	const isNoted = and(onGrid, eq(pilotDays.launches, [undo.getTime()]));
	const isLaunched = and(
		onGrid,
		eq(pilotDays.status, "FLYING"),
		eq(pilotDays.statusAt, undo),
		// Who was launched again since stays in the air.
		sql`coalesce(json_extract(${pilotDays.launches}, '$[#-1]'), 0) <= ${undo.getTime()}`,
	);
	if ((await db.$count(pilotDays, isLaunched)) === 0) return done(null);
	await commit(ctx, {
		statements: [
			db.update(pilotDays).set({ status: "DNF", statusAt: now, statusBy: null }).where(isLaunched),
			db.update(pilotDays).set({ launches: [], gridChangedAt: now, gridChangedBy: actor.id }).where(isNoted),
		],
		audit: {
			action: "competitor-status.launch",
			subjectId: dayId,
			before: { class: classType, status: "FLYING" },
			after: { class: classType, status: "DNF" },
		},
		effects: [{ kind: "scores-due", dayId, classId, by: causeOf(ctx) }],
		visible: true,
	});
	return done(null);
}

/** Bound values for each row of the grid and of the statuses, with a share of the values that a statement binds once. */
const gridColumns = 10;
const statusColumns = 10;

function launchesOnGrid({ db, actor }: DeskCtx, pilots: readonly GridPilot[], at: Date) {
	const launched = { launches: [at.getTime()], gridChangedAt: at, gridChangedBy: actor.id };
	return chunkRows(pilots, gridColumns).map((some) =>
		db
			.insert(pilotDays)
			.values(some.map((pilot) => ({ ...rowOf(pilot), ...launched })))
			.onConflictDoUpdate({
				target: [pilotDays.dayId, pilotDays.registrationId],
				set: launched,
				setWhere: and(eq(pilotDays.launches, []), eq(pilotDays.isScratched, false)),
			}),
	);
}

function launchStatuses({ db, actor }: DeskCtx, pilots: readonly GridPilot[], at: Date) {
	const flying = { status: "FLYING" as const, statusAt: at, statusBy: actor.id };
	return chunkRows(pilots, statusColumns).map((some) =>
		db
			.insert(pilotDays)
			.values(some.map((pilot) => ({ ...rowOf(pilot), statusId: crypto.randomUUID(), ...flying })))
			.onConflictDoUpdate({
				target: [pilotDays.dayId, pilotDays.registrationId],
				set: { ...flying, statusId: sql`coalesce(${pilotDays.statusId}, excluded.status_id)` },
				setWhere: and(
					or(isNull(pilotDays.status), inArray(pilotDays.status, ["DNF", "HOME"])),
					isNotSaidAfter(at),
				),
			}),
	);
}

function rowOf({ id: registrationId, dayId }: GridPilot) {
	return { dayId, registrationId };
}
