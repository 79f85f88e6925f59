import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { keepFlownRecord } from "~/lib/flights/flown-record.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { describeError, logLine } from "~/lib/http/log.server";
import { airspacesInForce, idOfChecked } from "~/lib/tasks/charts/charts-queries.server";
import type { StoredTask } from "~/lib/tasks/tasks-queries.server";
import { type Airspace, flightResults, tasks } from "~db/schema";
import { terrainBelow } from "./airspace/terrain-below.server";
import { engineVersion } from "./flight-result";
import { type FlownLog, readFlown, withPieces } from "./flown-log.server";
import { judgeFlight } from "./judge-flight";
import { costOfLog, type EvaluatedLog, nothingEvaluated } from "./log-cost";
import { checkedAirspaces, logsOfClass } from "./scoring-queries.server";

/**
 * Milliseconds from the beginning of an invocation. Its steps take some twenty seconds; one that ended with its isolate keeps others away
 * until the next run of the schedule.
 */
const longestWork = 45_000;

type Log = Awaited<ReturnType<typeof logsOfClass>>[number];

interface AirspaceInForce {
	/** Null without a file in force. */
	readonly id: ReturnType<typeof idOfChecked> | null;
	readonly spaces: readonly Airspace[];
}

export interface EvaluationStep {
	/** Logs to evaluate. */
	readonly most: number;
	/** What the invocation has taken up before, by `flownAs`; what the step takes up is added. */
	readonly taken: Set<string>;
}

/**
 * Runs a step: evaluates the logs of a class that are due, and those that come meanwhile, each once. Logs that score come first, as
 * anybody may send any number of others. Only one invocation at a time does so for a task. It ends when the work of its invocation is spent.
 * @returns how many logs it took up; 0 when another invocation is at work
 */
export async function runEvaluations(
	ctx: Ctx,
	classDay: ClassDay,
	task: StoredTask,
	{ most, taken }: EvaluationStep,
): Promise<number> {
	const before = taken.size;
	let logs: readonly Log[] = [];
	const next = async () => {
		logs = await logsOfClass(ctx.db, classDay);
		return logs
			.filter(({ isDue, continues, flownAs }) => isDue && continues === null && !taken.has(flownAs))
			.toSorted((one, other) => Number(other.standing === "scores") - Number(one.standing === "scores"))
			.slice(0, ctx.work.isSpent ? 0 : most - (taken.size - before));
	};
	let due = await next();
	const lease = new Date(ctx.now.getTime() + longestWork);
	const isFree = or(isNull(tasks.evaluatedUntil), lte(tasks.evaluatedUntil, ctx.now));
	if (due.length === 0 || !(await setLease(ctx, task.id, isFree, lease))) return 0;
	try {
		const airspace = await readAirspace(ctx);
		for (; due.length > 0; due = await next()) {
			for (const log of due) {
				if (ctx.work.isSpent) break;
				taken.add(log.flownAs);
				const evaluated = await evaluateLog(ctx, task, log, { logs, airspace }).catch((error) => {
					const { requestId } = ctx;
					logLine("error", "evaluation", { requestId, log: log.flownAs, ...describeError(error) });
					return nothingEvaluated;
				});
				ctx.work.spend(costOfLog(evaluated));
			}
		}
	} finally {
		// A step that took longer than its lease leaves that of the next one.
		await setLease(ctx, task.id, eq(tasks.evaluatedUntil, lease), null);
	}
	return taken.size - before;
}

async function setLease(
	ctx: Ctx,
	taskId: string,
	condition: ReturnType<typeof or>,
	evaluatedUntil: Date | null,
): Promise<boolean> {
	const update = ctx.db
		.update(tasks)
		.set({ evaluatedUntil })
		.where(and(eq(tasks.id, taskId), condition));
	return (await commit(ctx, { statements: [exactlyOne(update)], audit: [], visible: false })).ok;
}

async function readAirspace({ db, edition }: Ctx): Promise<AirspaceInForce> {
	const inForce = await airspacesInForce(db);
	const [first] = inForce;
	return { id: first ? idOfChecked(first) : null, spaces: checkedAirspaces(edition, inForce) };
}

/**
 * Evaluates a log. An unreadable one gets a result of null. One that the bucket does not give waits for the next run. So does
 * one that fails or ends with the isolate: its beginning is recorded first, and after the second time it is set aside
 * (`set-aside-logs.server.ts`).
 */
async function evaluateLog(
	ctx: Ctx,
	task: StoredTask,
	log: Log,
	{ logs, airspace }: { readonly logs: readonly Log[]; readonly airspace: AirspaceInForce },
): Promise<EvaluatedLog> {
	const flown = await readFlown(ctx, log, logs);
	if (!flown) return nothingEvaluated;
	const evaluated = { taskId: task.id, sha256: log.flownAs, engine: engineVersion };
	await beginEvaluation(ctx, evaluated);
	const judged = await judge(ctx, { task, spaces: airspace.spaces }, flown, log.result);
	const check = {
		result: judged?.result ?? null,
		spaces: judged?.spaces ?? null,
		analysis: judged?.analysis ?? null,
		airspaceId: airspace.id,
		qnhHpa: task.briefing.qnhHpa,
	};
	const finished = ctx.db
		.update(flightResults)
		.set({ ...check, unfinished: 0 })
		.where(
			and(
				eq(flightResults.taskId, evaluated.taskId),
				eq(flightResults.sha256, evaluated.sha256),
				eq(flightResults.engine, evaluated.engine),
			),
		);
	const kept = judged?.record ? [keepFlownRecord(ctx.db, log, judged.record)] : [];
	await commit(ctx, { statements: [finished, ...kept], audit: [], visible: kept.length > 0 });
	return { bytes: flown.bytes, steps: judged?.steps ?? 0 };
}

/** Null for a flight that cannot be read. @param known the result, where only the spaces are to be judged anew */
async function judge(
	ctx: Ctx,
	{ task, spaces }: { readonly task: StoredTask; readonly spaces: AirspaceInForce["spaces"] },
	{ log: flownLog, findings, isJoined }: FlownLog,
	known: Log["result"],
) {
	if (!flownLog) return null;
	const flight = analyseFlight(flownLog);
	const terrain = await terrainBelow(ctx, spaces, flight);
	const day = { task, date: task.date, airfield: ctx.edition.airfield, terrain };
	const judged = judgeFlight(spaces, day, flight, known);
	return {
		...judged,
		result: withPieces(judged.result, flight, findings),
		/** Of a flight of several files; null for others. */
		record: isJoined ? recordFlight(flight) : null,
	};
}

/** The logs of an entry with results against a task of another class. Nothing of it is stored. */
export async function withResults(
	ctx: Ctx,
	task: StoredTask,
	logs: readonly Log[],
	registrationId: string | undefined,
): Promise<readonly Log[]> {
	const airspace = await readAirspace(ctx);
	return Promise.all(
		logs.map(async (log) => {
			if (log.registrationId !== registrationId || log.result) return log;
			const flown = await readFlown(ctx, log, logs);
			const judged = flown && (await judge(ctx, { task, spaces: airspace.spaces }, flown, log.result));
			return judged ? { ...log, result: judged.result, spaces: judged.spaces } : log;
		}),
	);
}

async function beginEvaluation(
	ctx: Ctx,
	flown: Pick<typeof flightResults.$inferSelect, "taskId" | "sha256" | "engine">,
): Promise<void> {
	const { taskId, sha256, engine, unfinished } = flightResults;
	const begun = ctx.db
		.insert(flightResults)
		.values({ id: crypto.randomUUID(), ...flown, unfinished: 1, computedAt: ctx.now })
		.onConflictDoUpdate({ target: [taskId, sha256, engine], set: { unfinished: sql`${unfinished} + 1` } });
	await commit(ctx, { statements: [begun], audit: [], visible: false });
}
