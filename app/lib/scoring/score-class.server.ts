import { and, eq, sql } from "drizzle-orm";
import type { Airspace } from "~/lib/airspace/airspace";
import { airspacesInForce, airspacesOf } from "~/lib/charts/charts-queries.server";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { readObject } from "~/lib/files/read-object.server";
import { analyseFlight } from "~/lib/flight-log/analyse-flight";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import { describeError, logLine } from "~/lib/http/log.server";
import { type TaskVersion, taskInForce, toTaskVersion } from "~/lib/tasks/tasks-queries.server";
import { performances, registrations } from "~db/schema";
import { judgeFlight } from "./airspace/check-flight";
import { mailScores } from "./mail-scores.server";
import { engineVersion, type Performance } from "./performance";
import { type ClassDay, classDaysToScore, classDaysWithTask, logsOfClass } from "./scoring-queries.server";
import { noChange, storeScores } from "./store-scores.server";

/** Logs that one run evaluates, of all its classes, so that it stays within the time of a request. The next run goes on. */
const mostLogs = 60;
/** Days whose states and deadlines still change. */
const recentDays = 2;

/** After the response. What fails or is lost is done by `scoreWhatIsDue`. */
export function scoreLater(ctx: Ctx, where: ClassDay): void {
	defer(ctx, scoreClasses(ctx, [where]), { ...where });
}

/** As `scoreLater`, for the class of an entry. */
export function scoreEntryLater(ctx: Ctx, dayId: string, registrationId: string): void {
	const scored = async () => {
		const [entry] = await ctx.db
			.select({ classId: registrations.competitionClassId })
			.from(registrations)
			.where(eq(registrations.id, registrationId));
		if (entry) await scoreClasses(ctx, [{ dayId, classId: entry.classId }]);
	};
	defer(ctx, scored(), { dayId, registrationId });
}

/**
 * As `scoreLater`, for every day of the classes: an entry, its glider or a handicap has changed.
 * @param classIds null for all classes
 */
export function scoreDaysLater(ctx: Ctx, classIds: readonly string[] | null): void {
	const scored = async () => scoreClasses(ctx, await classDaysWithTask(ctx.db, classIds));
	defer(ctx, scored(), { classIds });
}

function defer(ctx: Ctx, work: Promise<void>, what: Readonly<Record<string, unknown>>): void {
	ctx.defer(
		work.catch((error) =>
			logLine("error", "scoring", { requestId: ctx.requestId, ...what, ...describeError(error) }),
		),
	);
}

/** After the response to a change that concerns all classes, such as another airspace. */
export function scoreAllLater(ctx: Ctx): void {
	defer(ctx, scoreWhatIsDue(ctx), {});
}

/** For the scheduler. */
export async function scoreWhatIsDue(ctx: Ctx): Promise<void> {
	await scoreClasses(ctx, await classDaysToScore(ctx.db, addDays(pragueDate(ctx.now), -recentDays)));
}

/** A class that fails does not stop the others. */
async function scoreClasses(ctx: Ctx, classDays: readonly ClassDay[]): Promise<void> {
	let left = mostLogs;
	for (const where of classDays) {
		try {
			left -= await scoreClass(ctx, where, left);
		} catch (error) {
			logLine("error", "scoring", { requestId: ctx.requestId, ...where, ...describeError(error) });
		}
	}
}

/**
 * Evaluates the logs that have no performance yet and checks those that were not checked against the airspace in force, then
 * scores the class anew when that or anything else has changed.
 * @param most logs to evaluate
 * @returns how many logs it evaluated
 */
export async function scoreClass(ctx: Ctx, where: ClassDay, most = mostLogs): Promise<number> {
	const { db } = ctx;
	const [[row], logs] = await db.batch([taskInForce(db, where.dayId, where.classId), logsOfClass(db, where)]);
	if (!row) return 0;
	const task = toTaskVersion(row);
	const due = logs.filter(({ isDue }) => isDue).slice(0, most);
	await evaluateLogs(ctx, task, due);
	const sheet = await storeScores(ctx, where, noChange);
	if (sheet?.task.id === task.id) await mailScores(ctx, where, task.id);
	return due.length;
}

type Log = Awaited<ReturnType<typeof logsOfClass>>[number];

interface AirspaceInForce {
	readonly id: string | null;
	readonly spaces: readonly Airspace[];
}

async function evaluateLogs(ctx: Ctx, task: TaskVersion, logs: readonly Log[]): Promise<void> {
	if (logs.length === 0) return;
	const inForce = await airspacesInForce(ctx.db);
	const airspace = { id: inForce[0]?.chartId ?? null, spaces: airspacesOf(inForce) };
	for (const log of logs) {
		await evaluateLog(ctx, task, log, airspace).catch((error) =>
			logLine("error", "evaluation", { requestId: ctx.requestId, log: log.sha256, ...describeError(error) }),
		);
	}
}

/**
 * An unreadable log has a performance of null. One that the bucket does not give stays for the next run. So does one that fails or
 * ends with the isolate: that it began is written before, and after the second time it is set aside (`set-aside-logs.server.ts`).
 */
async function evaluateLog(ctx: Ctx, task: TaskVersion, log: Log, airspace: AirspaceInForce): Promise<void> {
	const object = await readObject(ctx, log.key);
	if (!object.ok) return;
	const flown = { taskId: task.id, sha256: log.sha256, engine: engineVersion };
	await beginEvaluation(ctx, flown);
	const reading = readFlightLog(new Uint8Array(await object.value.arrayBuffer()));
	const day = { task, date: task.date, airfield: ctx.edition.airfield };
	// The column is trusted: only this function writes it.
	const known = log.performance as Performance | null;
	const judged = reading.ok ? judgeFlight(airspace.spaces, day, analyseFlight(reading.log), known) : null;
	const check = {
		performance: judged?.performance ?? null,
		spaces: judged?.spaces ?? null,
		airspaceId: airspace.id,
		qnhHpa: task.briefing.qnhHpa,
	};
	const finished = ctx.db
		.update(performances)
		.set({ ...check, unfinished: 0 })
		.where(
			and(
				eq(performances.taskId, flown.taskId),
				eq(performances.sha256, flown.sha256),
				eq(performances.engine, flown.engine),
			),
		);
	await commit(ctx, { statements: [finished], audit: [], visible: false });
}

async function beginEvaluation(
	ctx: Ctx,
	flown: Pick<typeof performances.$inferSelect, "taskId" | "sha256" | "engine">,
): Promise<void> {
	const { taskId, sha256, engine, unfinished } = performances;
	const begun = ctx.db
		.insert(performances)
		.values({ id: crypto.randomUUID(), ...flown, unfinished: 1, computedAt: ctx.now })
		.onConflictDoUpdate({ target: [taskId, sha256, engine], set: { unfinished: sql`${unfinished} + 1` } });
	await commit(ctx, { statements: [begun], audit: [], visible: false });
}
