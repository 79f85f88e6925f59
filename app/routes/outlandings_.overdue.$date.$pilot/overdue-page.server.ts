import { data } from "@remix-run/cloudflare";
import { and, eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { closestApproach } from "~/lib/desk/near-flights";
import { positionsOf } from "~/lib/desk/note-position.server";
import { outlandingsOfDate } from "~/lib/desk/outlandings-queries.server";
import { lastLight } from "~/lib/desk/sunset";
import { entryById } from "~/lib/entries/entries-queries.server";
import { coordinate } from "~/lib/maps/geodesy";
import { versionLetter } from "~/lib/tasks/task-content";
import { shownTasks, taskLinesOfDate } from "~/lib/tasks/tasks-queries.server";
import {
	type FlightRecord,
	igcFiles,
	igcFileVersions,
	type lastPositions,
	registrations,
	users,
} from "~db/schema";

/** The logs that count of a day, whole: they are read when somebody is missing, and then by few. */
function logsOfDay(db: Db, dayId: string) {
	return db
		.select({
			registrationId: registrations.id,
			flightId: igcFiles.id,
			startNumber: registrations.startNumber,
			registrationNumber: registrations.registrationNumber,
			phone: registrations.phone,
			name: users.name,
			surname: users.surname,
			receipt: igcFileVersions.receipt,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(igcFiles.dayId, dayId), eq(igcFiles.standing, "scores")));
}

/** @throws a response of status 404 for a day or an entry that there is not */
export async function readMissing(ctx: AdminCtx, date: string, pilot: string) {
	const { day, entry } = await read(ctx.db, {
		day: first(dayByDate(ctx.db, date)),
		entry: first(entryById(ctx.db, pilot)),
	});
	if (!day || !entry) throw data({ reason: "not-found" }, { status: 404 });
	return { day, entry };
}

type Noted = typeof lastPositions.$inferSelect;

/** All that the rescue centre asks for. */
export async function readOverdue(ctx: AdminCtx, date: string, pilot: string) {
	const { day, entry } = await readMissing(ctx, date, pilot);
	const { positions, reports, lines, logs } = await read(ctx.db, {
		positions: positionsOf(ctx.db, day.id, entry.id),
		reports: outlandingsOfDate(ctx.db, day.date),
		lines: taskLinesOfDate(ctx.db, day.date),
		logs: logsOfDay(ctx.db, day.id),
	});
	const own = reports.filter(({ registrationId }) => registrationId === entry.id);
	const [last] = positions;
	return {
		date: day.date,
		pilot: {
			id: entry.id,
			fullName: `${entry.user.name} ${entry.user.surname}`,
			startNumber: entry.startNumber,
			registrationNumber: entry.registrationNumber,
			gliderType: entry.gliderType.name,
			classType: entry.competitionClass.type,
			phones: [...new Set([entry.phone, ...own.map(({ phone }) => phone ?? "")])].filter((one) => one !== ""),
		},
		task: shownTasks(lines)
			.map(({ number, ...task }) => ({ ...task, version: versionLetter(number) }))
			.find(({ classType }) => classType === entry.competitionClass.type),
		positions: positions.map(({ id, latitude, longitude, seenAt, source, createdAt }) => ({
			id,
			text: `${coordinate(latitude, "N", "S")}, ${coordinate(longitude, "E", "W")}`,
			seenAt,
			source,
			createdAt,
		})),
		near: last
			? nearOf(
					last,
					logs.filter(({ registrationId }) => registrationId !== entry.id),
				)
			: null,
		light: lastLight(day.date, ctx.edition.airfield),
		rescue: (ctx.edition.rescue ?? []).map(({ name, phone }) => ({ name: name[ctx.language], phone })),
	};
}

export type Overdue = Awaited<ReturnType<typeof readOverdue>>;

function nearOf(last: Noted, logs: Awaited<ReturnType<typeof logsOfDay>>) {
	return logs
		.flatMap(({ receipt, name, surname, ...pilot }) => {
			const { trace, figures }: FlightRecord = receipt;
			const midnight = Date.parse(`${figures.date}T00:00:00Z`);
			const approach = trace && closestApproach(trace, last, (last.seenAt.getTime() - midnight) / 1000);
			if (!approach) return [];
			return {
				flightId: pilot.flightId,
				startNumber: pilot.startNumber,
				registrationNumber: pilot.registrationNumber,
				phone: pilot.phone,
				fullName: `${name} ${surname}`,
				distanceM: approach.distanceM,
				at: new Date(midnight + approach.time * 1000),
			};
		})
		.toSorted((one, other) => one.distanceM - other.distanceM);
}
