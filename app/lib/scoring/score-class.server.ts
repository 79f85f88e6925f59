import { and, eq, gt, sql } from "drizzle-orm";
import { isAddressTrusted } from "~/lib/accounts/account-queries.server";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { isScoring } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { mailTo } from "~/lib/db/mail-to";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { describeError, logLine } from "~/lib/http/log.server";
import { countByAccount } from "~/lib/http/throttle.server";
import { scoreMailsToPilot } from "~/lib/http/write-limits";
import { pick } from "~/lib/pick";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { igcFiles, igcFileVersions, registrations, type ScoredRow, users } from "~db/schema";
import { classScores } from "./class-scores.server";
import { shownPlace } from "./day-scores";
import { type EvaluationStep, runEvaluations } from "./run-evaluations.server";
import {
	classDaysToScore,
	classDaysWithDueLogs,
	classDaysWithTask,
	type DaysOfClasses,
} from "./scoring-queries.server";
import { noChange, storeScores } from "./store-scores.server";

/**
 * Logs of a step, after which the class is scored and the next invocation may have the lease. The work after an answer and a run of the
 * schedule take step after step until their budget is spent (`ctx.work`); the page of an organiser asks for one (`evaluateNext`), of all
 * classes together.
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
		.select({ classId: classOn(dayId) })
		.from(registrations)
		.where(eq(registrations.id, registrationId));
	if (entry) await scoreClasses(ctx, [{ dayId, classId: entry.classId }]);
}

/** Scores every day of the classes that has a task. */
export async function scoreDaysOf(ctx: Ctx, days: DaysOfClasses): Promise<void> {
	await scoreClasses(ctx, await classDaysWithTask(ctx.db, days));
}

/** A step for the classes that have logs to be evaluated: a page that waits asks for one after the other. */
export async function evaluateNext(ctx: Ctx): Promise<void> {
	await scoreClasses(ctx, await classDaysWithDueLogs(ctx.db), logsOfStep);
}

/** Scores the classes that are due. The scheduler calls it. */
export async function scoreWhatIsDue(ctx: Ctx): Promise<void> {
	const since = addDays(pragueDate(ctx.now), -recentDays);
	await scoreClasses(ctx, await classDaysToScore(ctx, since));
}

/** Scores classes. A class that fails does not stop the others. @param most logs to evaluate */
async function scoreClasses(
	ctx: Ctx,
	classDays: readonly ClassDay[],
	most = Number.POSITIVE_INFINITY,
): Promise<void> {
	let left = most;
	for (const where of classDays) {
		try {
			left -= await scoreInSteps(ctx, where, left);
		} catch (error) {
			logLine("error", "scoring", { requestId: ctx.requestId, ...where, ...describeError(error) });
		}
	}
}

/** @returns how many logs it evaluated */
async function scoreInSteps(ctx: Ctx, classDay: ClassDay, most: number): Promise<number> {
	// One that fails waits for another invocation.
	const taken = new Set<string>();
	for (;;) {
		const step = Math.min(logsOfStep, most - taken.size);
		const evaluated = await scoreClass(ctx, classDay, { most: step, taken });
		if (evaluated < step || taken.size === most || ctx.work.isSpent) return taken.size;
	}
}

/**
 * Evaluates the logs that have no result yet and checks those that were not checked against the airspace in force, then
 * scores the class anew when that or anything else has changed.
 * @returns how many logs it evaluated
 */
async function scoreClass(ctx: Ctx, classDay: ClassDay, step: EvaluationStep): Promise<number> {
	const [task] = await taskInForce(ctx.db, classDay);
	if (!task) return 0;
	const evaluated = await runEvaluations(ctx, classDay, task, step);
	const sheet = await storeScores(ctx, classDay, noChange);
	if (sheet?.task.id === task.id && !sheet.evaluating) await mailScores(ctx, classDay, task.id);
	return evaluated;
}

/** Milliseconds. Nobody gets a mail about an older log, such as one that a new engine evaluates again. */
const freshFor = 24 * 60 * 60 * 1000;

/**
 * Queues the mails about logs that are evaluated: one for each log and version of the task, however often the class is
 * scored. None is sent about scores that visitors do not see, and a few in a day about logs that others sent: many logs of
 * strangers must not fill a mailbox.
 */
async function mailScores(ctx: Ctx, classDay: ClassDay, taskId: string): Promise<void> {
	const waiting = await unmailedLogs(ctx, classDay, taskId);
	if (waiting.length === 0) return;
	const scores = await classScores(ctx, classDay);
	if (!scores.ok || scores.value.status !== "preliminary" || !scores.value.areScoresShown) return;
	const { stored, day } = scores.value;
	const rows = stored?.sheet.rows ?? [];
	const dayInMail = { day: day.name, date: day.date, dayId: classDay.dayId };
	for (const { versionId, registrationId, sender, ...account } of waiting) {
		const row = rows.find((one) => one.registrationId === registrationId);
		const figures = row && stored && figuresOf(row, stored.sheet.logs);
		if (!figures) continue;
		const isOwn = sender === account.id;
		const isMailed = isOwn || (await countByAccount(ctx, scoreMailsToPilot, account.id)) === null;
		// If another run was faster, it has sent the mail; the guard then undoes the batch.
		await commit(ctx, {
			statements: [
				exactlyOne(
					ctx.db
						.update(igcFileVersions)
						.set({ mailedTaskId: taskId })
						.where(and(eq(igcFileVersions.id, versionId), isUnmailed(taskId))),
				),
			],
			audit: [],
			outbox: isMailed
				? [mailTo(account, "log-evaluated", { ...dayInMail, registrationId, ...figures })]
				: [],
			visible: false,
		});
	}
}

/** Null while the flight is not scored. */
function figuresOf({ flight, distanceM, speedKmh, points, rank }: ScoredRow, logs: number) {
	if (!flight || distanceM === null || points === null || rank === null) return null;
	return {
		distanceM,
		speedKmh,
		points,
		rank: shownPlace({ rank, points }),
		logs,
		findings: flight.findings.length,
	};
}

const isUnmailed = (taskId: string) => sql`${igcFileVersions.mailedTaskId} IS NOT ${taskId}`;

/** Fresh logs that score, of accounts that want the mail. */
function unmailedLogs({ db, now }: Ctx, { dayId, classId }: ClassDay, taskId: string) {
	return db
		.select({
			versionId: igcFileVersions.id,
			registrationId: registrations.id,
			sender: igcFileVersions.uploadedBy,
			...pick(users, "id", "email", "language"),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(
			and(
				eq(igcFiles.dayId, dayId),
				isScoring,
				isUnmailed(taskId),
				eq(classOn(dayId), classId),
				gt(igcFileVersions.createdAt, new Date(now.getTime() - freshFor)),
				eq(users.scoreMails, true),
				isAddressTrusted(now),
			),
		);
}
