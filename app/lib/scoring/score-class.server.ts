import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { readObject } from "~/lib/files/read-object.server";
import { analyseFlight } from "~/lib/flight-log/analyse-flight";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import { describeError, logLine } from "~/lib/http/log.server";
import { type TaskVersion, taskInForce, toTaskVersion } from "~/lib/tasks/tasks-queries.server";
import { performances, registrations } from "~db/schema";
import { evaluateFlight } from "./evaluation/evaluate-flight";
import { mailScores } from "./mail-scores.server";
import { engineVersion } from "./performance";
import { type ClassDay, classDaysToScore, classDaysWithTask, logsOfClass } from "./scoring-queries.server";
import { noChange, storeScores } from "./store-scores.server";

/** Logs that one run evaluates, so that it stays within the time of a request: a whole class. The next run goes on. */
const mostLogs = 60;
/** Days whose states and deadlines still change. */
const recentDays = 2;

/** After the response. What fails or is lost is done by `scoreWhatIsDue`. */
export function scoreLater(ctx: Ctx, where: ClassDay): void {
	defer(ctx, scoreClass(ctx, where), { ...where });
}

/** As `scoreLater`, for the class of an entry. */
export function scoreEntryLater(ctx: Ctx, dayId: string, registrationId: string): void {
	const scored = async () => {
		const [entry] = await ctx.db
			.select({ classId: registrations.competitionClassId })
			.from(registrations)
			.where(eq(registrations.id, registrationId));
		if (entry) await scoreClass(ctx, { dayId, classId: entry.classId });
	};
	defer(ctx, scored(), { dayId, registrationId });
}

/**
 * As `scoreLater`, for every day of the classes: an entry, its glider or a handicap has changed.
 * @param classIds null for all classes
 */
export function scoreDaysLater(ctx: Ctx, classIds: readonly string[] | null): void {
	const scored = async () => {
		for (const where of await classDaysWithTask(ctx.db, classIds)) await scoreClass(ctx, where);
	};
	defer(ctx, scored(), { classIds });
}

function defer(ctx: Ctx, work: Promise<void>, what: Readonly<Record<string, unknown>>): void {
	ctx.defer(
		work.catch((error) =>
			logLine("error", "scoring", { requestId: ctx.requestId, ...what, ...describeError(error) }),
		),
	);
}

/** For the scheduler. */
export async function scoreWhatIsDue(ctx: Ctx): Promise<void> {
	const due = await classDaysToScore(ctx.db, addDays(pragueDate(ctx.now), -recentDays));
	for (const where of due) await scoreClass(ctx, where);
}

/** Evaluates the logs that have no performance yet, and scores the class anew when that or anything else has changed. */
export async function scoreClass(ctx: Ctx, where: ClassDay): Promise<void> {
	const [[row], logs] = await ctx.db.batch([
		taskInForce(ctx.db, where.dayId, where.classId),
		logsOfClass(ctx.db, where),
	]);
	if (!row) return;
	const task = toTaskVersion(row);
	const missing = logs.filter(({ performanceId }) => performanceId === null).slice(0, mostLogs);
	for (const { key, sha256 } of missing) await evaluateLog(ctx, task, key, sha256);
	const sheet = await storeScores(ctx, where, noChange);
	if (sheet?.task.id === task.id) await mailScores(ctx, where, task.id);
}

/** An unreadable log has a performance of null. One that the bucket does not give stays for the next run. */
async function evaluateLog(ctx: Ctx, task: TaskVersion, key: string, sha256: string): Promise<void> {
	const object = await readObject(ctx, key);
	if (!object.ok) return;
	const reading = readFlightLog(new Uint8Array(await object.value.arrayBuffer()));
	const day = { task, date: task.date, airfield: ctx.edition.airfield };
	const row = {
		id: crypto.randomUUID(),
		taskId: task.id,
		sha256,
		engine: engineVersion,
		performance: reading.ok ? evaluateFlight(day, analyseFlight(reading.log)) : null,
		computedAt: ctx.now,
	};
	await commit(ctx, {
		statements: [ctx.db.insert(performances).values(row).onConflictDoNothing()],
		audit: [],
		visible: false,
	});
}
