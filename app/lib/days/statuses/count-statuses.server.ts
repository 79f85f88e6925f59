import { count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { compareNames } from "~/lib/i18n/collate";
import { type PilotStatus, pilotStatuses } from "~db/enums";
import { competitionDays, pilotDays, registrations, users } from "~db/schema";

/** Counts who takes part in a day, by class and status, and names who is out. @param date local date, or an expression for it */
export function countStatuses(db: Db, date: string | SQL<string | null>) {
	const { status } = pilotDays;
	return db
		.select({
			classId: flown.classId,
			status,
			pilots: count(),
			changedAt: sql<number | null>`max(${pilotDays.statusAt})`,
			out: sql<string>`json_group_array(${flown.startNumber} || ' ' || substr(${users.name}, 1, 1) || '. ' || ${users.surname}) FILTER (WHERE ${status} = 'OUTLANDING')`.mapWith(
				(names: string): string[] => JSON.parse(names),
			),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.where(eq(competitionDays.date, date))
		.groupBy(flown.classId, status);
}

type StatusCount = Awaited<ReturnType<typeof countStatuses>>[number];

/** The statuses of a class's competitors on a day. */
export interface ClassStatuses {
	readonly counts: Readonly<Record<PilotStatus, number>>;
	readonly starters: number;
	/** Start number, initial and surname of each competitor who has landed out: a family of one surname must not take one for another. */
	readonly out: readonly string[];
	/** Null while nobody has a status. */
	readonly changedAt: Date | null;
}

export function statusesOfClass(classId: string, rows: readonly StatusCount[]): ClassStatuses {
	const own = rows.filter((row) => row.classId === classId);
	const changes = own.flatMap(({ changedAt }) => changedAt ?? []);
	const countOf = (one: PilotStatus) => own.find(({ status }) => status === one)?.pilots ?? 0;
	return {
		counts: Object.fromEntries(pilotStatuses.map((status) => [status, countOf(status)])) as Record<
			PilotStatus,
			number
		>,
		starters: own.reduce((sum, { pilots }) => sum + pilots, 0),
		out: own.flatMap(({ out }) => out).toSorted(compareNames),
		changedAt: changes.length > 0 ? new Date(Math.max(...changes)) : null,
	};
}

/** Whether somebody of a class is in the air today: its results of the day do not count yet. @param rows those of today */
export const isInTheAir = (rows: readonly StatusCount[], classId: string) =>
	isFlying(statusesOfClass(classId, rows), false);

/** Whether somebody of a class is in the air. A status "flying" on a past day was forgotten, and does not count. */
export function isFlying({ counts }: ClassStatuses, isPast: boolean): boolean {
	return counts.FLYING > 0 && !isPast;
}
