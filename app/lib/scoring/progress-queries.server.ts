import { and, count, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Db } from "~/lib/db/client.server";
import { isInForce } from "~/lib/db/conditions.server";
import { isChartInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { LogStanding } from "~db/enums";
import {
	charts,
	type Evaluating,
	flightResults,
	igcFiles,
	igcFileVersions,
	registrations,
	tasks,
} from "~db/schema";
import { isDue, isInForceForLog, isOfTaskAndLog } from "./scoring-queries.server";

/** How far a class is evaluated; null when all of it is. Nobody waits for logs that do not score. @param logs of `logsOfClass` */
export function progressOf(
	logs: readonly { readonly isDue: boolean; readonly standing: LogStanding }[],
): Evaluating | null {
	const scoring = logs.filter(({ standing }) => standing === "scores");
	const due = scoring.filter(({ isDue }) => isDue).length;
	return due === 0 ? null : { done: scoring.length - due, of: scoring.length };
}

/** Query for how many logs score against the tasks in force, and how many of them are due. @param where all classes without it */
export function countLogs(db: Db, where?: ClassDay) {
	return db
		.select({ of: count(), due: sql<number>`coalesce(sum(${isDue}), 0)` })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(tasks, isInForceForLog)
		.leftJoin(flightResults, isOfTaskAndLog)
		.leftJoin(charts, isChartInForce("airspace"))
		.where(and(eq(igcFiles.standing, "scores"), where && isInForce(where)));
}

/** Null when all of them are evaluated. @param counted of `countLogs` */
export function evaluatingNow([counted]: Awaited<ReturnType<typeof countLogs>>): Evaluating | null {
	return counted?.due ? { done: counted.of - counted.due, of: counted.of } : null;
}
