import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { dateOfDay } from "~/lib/editions/day-path";
import { packPath, replayOpens, replayPath } from "~/lib/flights/replay/replay-opens";
import { isReplayed } from "~/lib/flights/replay/replay-queries.server";
import { done, refuse } from "~/lib/result";
import { chartGround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskInForceOf } from "~/lib/tasks/tasks-queries.server";
import { type ClassType, classTypes } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	igcFiles,
	igcFileVersions,
	registrations,
	replays,
	users,
} from "~db/schema";
import { replayRows } from "./replay-rows";
import { stageOf } from "./replay-stage.server";

/**
 * The replay of a class on a day. Not found where the edition publishes no tracks.
 * @param named the day, as `dayPath` names it
 * @param wantedClass type of the class; another one is the first
 */
export async function readReplayPage(ctx: Ctx, named: string, wantedClass: string | null) {
	const { db, edition, now } = ctx;
	const date = dateOfDay(edition, named);
	if (date === null || !edition.publishTracks) return refuse("not-found");
	const classType = classTypes.find((type) => type === wantedClass) ?? classTypes[0];
	const where = { date, classType };
	const { day, task, flights, stored, pack, ...charts } = await read(db, {
		day: first(dayByDate(db, date)),
		task: first(taskInForceOf(db, date, classType)),
		flights: replayedFlights(db, where),
		stored: first(shownSheet(db, where)),
		pack: first(packOfClass(db, where)),
		...chartsInForce(db),
	});
	if (!day) return refuse("not-found");
	const opens = replayOpens(date, task?.rules ?? null);
	const isOpen = opens <= now;
	const rows = isOpen ? replayRows(flights, stored?.sheet ?? null) : [];
	return done({
		day: { name: day.name, date },
		classType,
		/** Of the replays of the day. */
		paths: {
			club: replayPath(edition, date, "club"),
			"18_meter": replayPath(edition, date, "18_meter"),
		} satisfies Record<ClassType, string>,
		/** Null once it is open. */
		opens: isOpen ? null : opens,
		/** Without what only the script needs. */
		rows: rows.map(({ performance: _, ...row }) => row),
		/** Null while the flights are being packed. */
		stage:
			rows.length > 0 && pack?.digest && pack.size > 0
				? stageOf(ctx, {
						rows,
						points: task?.points ?? [],
						ground: chartGround(ctx, charts),
						pack: packPath(pack.digest),
					})
				: null,
	});
}

export type ReplayPage = Extract<Awaited<ReturnType<typeof readReplayPage>>, { readonly ok: true }>["value"];

/** A class on a day, as the address names them. */
interface NamedClassDay {
	/** Local. */
	readonly date: string;
	readonly classType: ClassType;
}

const highest = sql<number | null>`json_extract(${igcFileVersions.receipt}, '$.figures.highest.altitude')`;

/** Query for the flights that a replay shows, by entry; a competitor may have several. */
function replayedFlights(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({
			igcFileId: igcFiles.id,
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			/** Metres; null when no altitude is plausible. */
			highestM: highest,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType), isReplayed))
		.orderBy(asc(igcFiles.flightNumber));
}

export type ReplayedFlight = Awaited<ReturnType<typeof replayedFlights>>[number];

function packOfClass(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({ digest: replays.digest, size: replays.size })
		.from(replays)
		.innerJoin(competitionDays, eq(competitionDays.id, replays.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, replays.competitionClassId))
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType)));
}

/** Query for the scores that visitors may see. Official results take their place, but have neither start nor finish. */
function shownSheet(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({ sheet: dayScores.sheet })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.where(
			and(
				eq(competitionDays.date, date),
				eq(competitionClasses.type, classType),
				eq(dayScores.published, true),
				eq(dayScores.cancelled, false),
			),
		);
}
