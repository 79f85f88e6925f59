import { and, count, eq, sql } from "drizzle-orm";
import { isAirspaceInForce } from "~/lib/charts/charts-queries.server";
import type { Db } from "~/lib/db/client.server";
import { charts, igcFiles, igcFileVersions, performances, registrations, tasks } from "~db/schema";
import type { Evaluating } from "../score-sheet";
import { type ClassDay, isDue, isInForce, isOfTaskAndLog } from "../scoring-queries.server";

/** How far a class is evaluated; null when all of it is. @param logs of `logsOfClass` */
export function progressOf(logs: readonly { readonly isDue: boolean }[]): Evaluating | null {
	const due = logs.filter(({ isDue }) => isDue).length;
	return due === 0 ? null : { done: logs.length - due, of: logs.length };
}

/** Query for how many logs there are against the tasks in force, and how many of them are due. @param where all classes without it */
export function countLogs(db: Db, where?: ClassDay) {
	return db
		.select({ of: count().as("of_logs"), due: sql<number>`coalesce(sum(${isDue}), 0)`.as("due_logs") })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(
			tasks,
			and(
				eq(tasks.dayId, igcFiles.dayId),
				eq(tasks.competitionClassId, registrations.competitionClassId),
				eq(tasks.state, "published"),
			),
		)
		.leftJoin(performances, isOfTaskAndLog)
		.leftJoin(charts, isAirspaceInForce)
		.where(where && isInForce(where));
}

/** Null when all of them are evaluated. @param counted of `countLogs` */
export function evaluatingNow([counted]: Awaited<ReturnType<typeof countLogs>>): Evaluating | null {
	return counted?.due ? { done: counted.of - counted.due, of: counted.of } : null;
}
