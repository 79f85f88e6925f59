import { and, eq, exists, gte, isNotNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { ofPilotDay, pilotDayOf, setToInserted } from "~/lib/db/pilot-day-rows.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { competitionDays, gridPilotsBefore, grids, pilotDays, statusesBefore } from "~db/schema";

/** Days for which the release before may have written. */
const recentDays = 2;

/**
 * Takes over what the release before has written since into the tables that it knows. What this release writes stands in both, by triggers,
 * so every difference is of the other.
 */
export async function takeDaysOver(ctx: Ctx): Promise<void> {
	const { db } = ctx;
	const recent = db
		.select({ id: competitionDays.id })
		.from(competitionDays)
		.where(gte(competitionDays.date, addDays(pragueDate(ctx.now), -recentDays)));
	const rows = {
		statuses: statusesOf(db, sql`${statusesBefore.dayId} IN ${recent}`),
		onGrid: onGridOf(db, sql`${gridPilotsBefore.dayId} IN ${recent}`),
		places: placesOf(db, sql`${grids.dayId} IN ${recent}`),
	};
	const isLost = and(
		isNotNull(pilotDays.statusId),
		sql`${pilotDays.dayId} IN ${recent}`,
		notExists(db.select().from(statusesBefore).where(eq(statusesBefore.id, pilotDays.statusId))),
	);
	const lost = db.select().from(pilotDays).where(isLost);
	const [differing] = await db
		.select({ dayId: competitionDays.id })
		.from(competitionDays)
		.where(or(...[rows.statuses, rows.onGrid, rows.places, lost].map((select) => exists(select))))
		.limit(1);
	if (!differing) return;
	const take = (select: (typeof rows)[keyof typeof rows], taken: Parameters<typeof setToInserted>[0]) =>
		db
			.insert(pilotDays)
			.select(select)
			.onConflictDoUpdate({ target: ofPilotDay, set: setToInserted(taken) });
	await commit(ctx, {
		statements: [
			take(rows.statuses, ["statusId", "status", "statusAt", "statusBy"]),
			db
				.update(pilotDays)
				.set({ statusId: null, status: null, statusAt: null, statusBy: null })
				.where(isLost),
			take(rows.onGrid, [...gridColumns, "gridChangedAt", "gridChangedBy"]),
			take(rows.places, ["gridPlace"]),
		],
		audit: [],
		visible: true,
	});
}

type Before = typeof statusesBefore | typeof gridPilotsBefore;

const isSamePilotDay = ({ dayId, registrationId }: Before) =>
	and(eq(pilotDays.dayId, dayId), eq(pilotDays.registrationId, registrationId));

function statusesOf(db: Db, isRecent: SQL) {
	const { dayId, registrationId, id, status, updatedAt, updatedBy } = statusesBefore;
	return db
		.select(
			pilotDayOf({ dayId, registrationId, statusId: id, status, statusAt: updatedAt, statusBy: updatedBy }),
		)
		.from(statusesBefore)
		.leftJoin(pilotDays, isSamePilotDay(statusesBefore))
		.where(
			and(
				isRecent,
				or(
					sql`${pilotDays.statusId} IS NOT ${id}`,
					sql`${pilotDays.status} IS NOT ${status}`,
					sql`${pilotDays.statusAt} IS NOT ${updatedAt}`,
					sql`${pilotDays.statusBy} IS NOT ${updatedBy}`,
				),
			),
		);
}

const gridColumns = ["launches", "isScratched", "scratchReason", "isScratchedByDesk", "remark"] as const;

function onGridOf(db: Db, isRecent: SQL) {
	const { dayId, registrationId, updatedAt, updatedBy, id: _, ...said } = gridPilotsBefore;
	return db
		.select(
			pilotDayOf({ dayId, registrationId, gridChangedAt: updatedAt, gridChangedBy: updatedBy, ...said }),
		)
		.from(gridPilotsBefore)
		.leftJoin(pilotDays, isSamePilotDay(gridPilotsBefore))
		.where(
			and(
				isRecent,
				or(
					sql`${pilotDays.gridChangedAt} IS NOT ${updatedAt}`,
					...gridColumns.map((column) => sql`${pilotDays[column]} IS NOT ${gridPilotsBefore[column]}`),
				),
			),
		);
}

function placesOf(db: Db, isRecent: SQL) {
	const { dayId } = grids;
	return db
		.select(pilotDayOf({ dayId, registrationId: sql`placed.value`, gridPlace: sql`placed.key` }))
		.from(grids)
		.innerJoin(sql`json_each(${grids.order}) AS placed`, sql`TRUE`)
		.leftJoin(pilotDays, and(eq(pilotDays.dayId, dayId), sql`${pilotDays.registrationId} = placed.value`))
		.where(and(isRecent, sql`${pilotDays.gridPlace} IS NOT placed.key`));
}
