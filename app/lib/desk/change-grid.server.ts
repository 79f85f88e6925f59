import { and, eq, inArray, isNotNull, ne, notExists } from "drizzle-orm";
import type { z } from "zod";
import { isAtDesk, may, worksOn } from "~/lib/access";
import type { DeskCtx, UserCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { chunkRows, commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { takesPart } from "~/lib/db/conditions.server";
import { classOn, flown } from "~/lib/db/flown.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { ofPilotDay, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { read } from "~/lib/db/read.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, grids, pilotDays, registrations } from "~db/schema";
import { type GridClosed, gridClosedBy, type OfficialClasses, officialClasses } from "./grid-closed.server";
import { drawnByLot, inOrder, rotatedByRows } from "./grid-order";
import { type GridPilot, gridsBefore, gridsOfDate, pilotsOnGrid } from "./grid-queries.server";
import type { drawSchema, remarkSchema, scratchSchema } from "./grid-schema";

/** A number from 0 to below 1 that nobody can foresee. */
const lot = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/**
 * Makes the launch order of a class, by lot or from its latest earlier order; without one, by lot. Refuses with `stale` when another
 * order was made meanwhile or somebody launches at the same moment, and with `grid-launched` when somebody of the class has launched.
 */
export async function drawGrid(
	ctx: DeskCtx,
	input: z.output<typeof drawSchema>,
): Promise<Result<null, "not-found" | "stale" | "grid-launched" | GridClosed>> {
	const { db, now, actor } = ctx;
	const [day] = await dayById(db, input.day);
	if (!day || !worksOn(ctx, day.id)) return refuse("not-found");
	const { pilots, official, existing, earlier } = await read(db, {
		pilots: pilotsOnGrid(db, day.date),
		official: officialClasses(db, eq(competitionDays.id, day.id)),
		existing: gridsOfDate(db, day.date),
		earlier: gridsBefore(db, day.date),
	});
	const ofClass = sortedByStartNumber(pilots.filter(({ classType }) => classType === input.class));
	const [one] = ofClass;
	if (!one) return refuse("not-found");
	const { classId } = one;
	const closed = gridClosedBy(ctx, one, official);
	if (closed) return refuse(closed);
	if (ofClass.some(({ launches }) => launches && launches.length > 0)) return refuse("grid-launched");
	const current = existing.find((grid) => grid.classId === classId);
	if ((current?.version ?? null) !== input.version) return refuse("stale");
	const last = earlier.find((grid) => grid.classId === classId);
	const rows = input.rows ?? 0;
	const isRotated = input.order === "rotate" && last !== undefined;
	const drawn = isRotated
		? rotatedByRows(inOrder(last.order, ofClass), rows, input.width)
		: drawnByLot(ofClass, lot);
	const set = {
		width: input.width,
		rotation: isRotated ? rows : null,
		order: drawn.map(({ id }) => id),
		updatedAt: now,
		updatedBy: actor.id,
	};
	const where = { gridId: current?.id ?? crypto.randomUUID(), dayId: day.id, classId };
	return commitOrStale(ctx, {
		statements: [
			gridWrite(db, where, current, set),
			nobodyLaunched(db, where),
			...placesOnGrid(db, where, drawn),
		],
		audit: {
			action: "grid.draw",
			subjectId: day.id,
			after: {
				class: input.class,
				width: set.width,
				rotation: set.rotation,
				order: drawn.map(({ startNumber }) => startNumber).join(" "),
			},
		},
		visible: true,
	});
}

/** Statement that stores a launch order in place of the current one, unless another was stored meanwhile. */
function gridWrite(
	db: Db,
	{ gridId: id, dayId, classId: competitionClassId }: OfGrid,
	current: { readonly version: number } | undefined,
	order: Pick<typeof grids.$inferInsert, "width" | "rotation" | "order" | "updatedAt" | "updatedBy">,
) {
	if (!current) return db.insert(grids).values({ id, dayId, competitionClassId, ...order });
	return exactlyOne(
		db
			.update(grids)
			.set({ ...order, version: current.version + 1 })
			.where(and(eq(grids.id, id), eq(grids.version, current.version))),
	);
}

/** Bound values of a place. */
const placeColumns = 6;

/** Statements that give each pilot the place in the launch order, and take it from those of the class who stood in another order. */
function placesOnGrid(db: Db, { dayId, classId }: Omit<OfGrid, "gridId">, drawn: readonly GridPilot[]) {
	const places = drawn.map(({ id: registrationId }, gridPlace) => ({ dayId, registrationId, gridPlace }));
	const ofClass = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(eq(classOn(dayId), classId));
	return [
		db
			.update(pilotDays)
			.set({ gridPlace: null })
			.where(
				and(
					eq(pilotDays.dayId, dayId),
					isNotNull(pilotDays.gridPlace),
					inArray(pilotDays.registrationId, ofClass),
				),
			),
		...chunkRows(places, placeColumns).map((some) =>
			db
				.insert(pilotDays)
				.values(some)
				.onConflictDoUpdate({ target: ofPilotDay, set: setToInserted(["gridPlace"]) }),
		),
	];
}

interface OfGrid {
	readonly gridId: string;
	readonly dayId: string;
	readonly classId: string;
}

/** Statement that undoes the batch when somebody of the class launches at the same moment. */
function nobodyLaunched(db: Db, { gridId, dayId, classId }: OfGrid) {
	const launched = db
		.select()
		.from(pilotDays)
		.innerJoin(registrations, eq(registrations.id, pilotDays.registrationId))
		.where(
			and(
				eq(pilotDays.dayId, dayId),
				eq(flown.classId, classId),
				takesPart(dayId),
				ne(pilotDays.launches, []),
			),
		);
	return exactlyOne(
		db
			.update(grids)
			.set({ dayId })
			.where(and(eq(grids.id, gridId), notExists(launched))),
	);
}

type Changed = Promise<
	Result<null, "not-found" | "stale" | "grid-launched" | "scratched-by-desk" | GridClosed>
>;

/**
 * Notes that somebody does not fly on a day. The desk may say it of everybody, a pilot of the own entry. It is refused after a launch, and
 * to a pilot whom the desk has scratched.
 */
export async function scratchPilot(
	ctx: DeskCtx | UserCtx,
	{ day, pilot, reason }: z.output<typeof scratchSchema>,
	formKey: string | null = null,
): Changed {
	const set = { isScratched: true, isScratchedByDesk: isAtDesk(ctx), scratchReason: reason };
	return changePilot(ctx, { day, pilot, formKey }, "grid.scratch", set);
}

/** Puts somebody back on the grid. What the desk has scratched, only the desk takes back. */
export async function unscratchPilot(
	ctx: DeskCtx | UserCtx,
	where: { readonly day: string; readonly pilot: string },
	formKey: string | null = null,
): Changed {
	const set = { isScratched: false, isScratchedByDesk: false, scratchReason: null };
	return changePilot(ctx, { ...where, formKey }, "grid.unscratch", set);
}

/** Notes a remark for the printed grid, such as a missing tail dolly. */
export async function noteRemark(
	ctx: DeskCtx,
	{ day, pilot, reason }: z.output<typeof remarkSchema>,
	formKey: string | null = null,
): Changed {
	return changePilot(ctx, { day, pilot, formKey }, "grid.remark", { remark: reason });
}

type Part = Partial<
	Pick<typeof pilotDays.$inferInsert, "isScratched" | "isScratchedByDesk" | "scratchReason" | "remark">
>;

/** @param where a form key among it makes the same tap, sent again, change nothing */
async function changePilot(
	ctx: DeskCtx | UserCtx,
	{ formKey, ...where }: { readonly day: string; readonly pilot: string; readonly formKey: string | null },
	action: AuditAction,
	set: Part,
): Changed {
	const { db, now, actor } = ctx;
	const { pilot, official } = await pilotOnGrid(ctx, where);
	if (!pilot || !mayChange(ctx, pilot)) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const closed = gridClosedBy(ctx, pilot, official);
	if (closed) return refuse(closed);
	if (set.isScratched && (pilot.launches ?? []).length > 0) return refuse("grid-launched");
	if (!isAtDesk(ctx) && pilot.isScratchedByDesk) return refuse("scratched-by-desk");
	const { id: registrationId, dayId } = pilot;
	const by = { ...set, gridChangedAt: now, gridChangedBy: actor.id };
	const setWhere = and(
		set.isScratched ? eq(pilotDays.launches, []) : undefined,
		isAtDesk(ctx) ? undefined : eq(pilotDays.isScratchedByDesk, false),
	);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.insert(pilotDays)
					.values({ dayId, registrationId, ...by })
					.onConflictDoUpdate({
						target: ofPilotDay,
						set: by,
						...(setWhere && { setWhere }),
					}),
			),
			...consumeFormKey(ctx, formKey, registrationId),
		],
		audit: {
			action,
			subjectId: registrationId,
			before:
				action === "grid.remark"
					? { dayId, remark: pilot.remark }
					: { dayId, isScratched: pilot.isScratched ?? false },
			after: set,
		},
		visible: true,
	});
	return committed.ok || wasSentBefore(committed) ? done(null) : refuse("stale");
}

/** Whether the sender may change it: the desk changes everybody, a pilot the own entry. */
function mayChange(ctx: DeskCtx | UserCtx, { userId, dayId }: GridPilot): boolean {
	const { duty } = ctx.actor;
	return duty ? duty.dayId === dayId : may(ctx, "desk") || ctx.actor.id === userId;
}

interface OnGrid {
	/** The entry as it takes part in the day. */
	readonly pilot: GridPilot | undefined;
	readonly official: OfficialClasses;
}

export async function pilotOnGrid(
	{ db }: DeskCtx | UserCtx,
	{ day: dayId, pilot }: { readonly day: string; readonly pilot: string },
): Promise<OnGrid> {
	const [day] = await dayById(db, dayId);
	if (!day) return { pilot: undefined, official: [] };
	const { pilots, official } = await read(db, {
		pilots: pilotsOnGrid(db, day.date),
		official: officialClasses(db, eq(competitionDays.id, day.id)),
	});
	return { pilot: pilots.find(({ id }) => id === pilot), official };
}
