import { eq } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { describeError, logLine } from "~/lib/http/log.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { registrations } from "~db/schema";
import { mailScores } from "./mail-scores.server";
import { classDaysToScore, classDaysWithDueLogs, classDaysWithTask } from "./scoring-queries.server";
import { evaluateDueLogs } from "./steps/evaluate-logs.server";
import { noChange, storeScores } from "./store-scores.server";

/**
 * Logs of a step, of all its classes: 2 s of CPU at most. The next step is another invocation: of the schedule, every minute, or of
 * the page of who published (`evaluateNext`).
 */
const logsOfStep = 20;
/** Days whose states and deadlines still change. */
const recentDays = 2;

export async function scoreClassDay(ctx: Ctx, { dayId, classId }: ClassDay): Promise<void> {
	await scoreClasses(ctx, [{ dayId, classId }]);
}

interface EntryDay {
	readonly dayId: string;
	readonly registrationId: string;
}

/** Scores the class of an entry on a day. */
export async function scoreEntry(ctx: Ctx, { dayId, registrationId }: EntryDay): Promise<void> {
	const [entry] = await ctx.db
		.select({ classId: registrations.competitionClassId })
		.from(registrations)
		.where(eq(registrations.id, registrationId));
	if (entry) await scoreClasses(ctx, [{ dayId, classId: entry.classId }]);
}

/** Scores every day of the classes that has a task. @param classIds null for all classes */
export async function scoreDaysOf(ctx: Ctx, classIds: readonly string[] | null): Promise<void> {
	await scoreClasses(ctx, await classDaysWithTask(ctx.db, classIds));
}

/** A step for the classes that have logs to be evaluated: a page that waits asks for one after the other. */
export async function evaluateNext(ctx: Ctx): Promise<void> {
	await scoreClasses(ctx, await classDaysWithDueLogs(ctx.db));
}

/** For the scheduler. */
export async function scoreWhatIsDue(ctx: Ctx): Promise<void> {
	await scoreClasses(ctx, await classDaysToScore(ctx.db, addDays(pragueDate(ctx.now), -recentDays)));
}

/** A class that fails does not stop the others. */
async function scoreClasses(ctx: Ctx, classDays: readonly ClassDay[]): Promise<void> {
	let left = logsOfStep;
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
export async function scoreClass(ctx: Ctx, where: ClassDay, most = logsOfStep): Promise<number> {
	const [task] = await taskInForce(ctx.db, where);
	if (!task) return 0;
	const evaluated = await evaluateDueLogs(ctx, where, task, most);
	const sheet = await storeScores(ctx, where, noChange);
	if (sheet?.task.id === task.id && !sheet.evaluating) await mailScores(ctx, where, task.id);
	return evaluated;
}
