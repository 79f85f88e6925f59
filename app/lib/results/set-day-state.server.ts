import { and, eq, isNull, notExists } from "drizzle-orm";
import type { z } from "zod";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { areDaysLocked } from "~/lib/days/final-results.server";
import type { Db } from "~/lib/db/client.server";
import { commitOrStale, exactlyOne, type Write } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { isOpen } from "~/lib/scoring/finding-values";
import { moveEarlierEnds, protestDays } from "~/lib/scoring/protest-days.server";
import {
	chosenEnd,
	finalDate,
	isProtestTime,
	type OtherEnd,
	protestTimeEnds,
} from "~/lib/scoring/protest-deadline";
import { makeResults } from "~/lib/scoring/result-rows.server";
import { dropMailsOfChanges, resultsMails } from "~/lib/scoring/results-mails.server";
import type { dayStateSchema } from "~/lib/scoring/score-decision";
import { pilotsOfClass } from "~/lib/scoring/scored-pilots.server";
import { storedScores } from "~/lib/scoring/scoring-queries.server";
import { isUntouched } from "~/lib/scoring/store-scores.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import type { ResultStatus } from "~db/enums";
import { dayScores, protests, type ScoredRow } from "~db/schema";
import { namesOf, tableOfScores } from "./own-table.server";
import { removeTable, replaceTable, tableQueries, toStoredTables } from "./result-tables.server";

interface DayStateInput extends z.infer<typeof dayStateSchema> {
	/** Of the protest time of results that become unofficial. */
	readonly otherEnd?: OtherEnd;
}

type DayStateRefusal =
	| "days-locked"
	| "invalid-fields"
	| "not-found"
	| "protest-time-running"
	| "protests-open"
	| "results-doubtful"
	| "results-elsewhere"
	| "results-hidden"
	| "results-order"
	| "scores-evaluating"
	| "stale";

/**
 * Makes the results of a class and day unofficial, then official, or reopens them. Official results are copied into the tables that hold
 * those from elsewhere, so that totals and the API include them. The class gets a mail about unofficial and official results. Refuses with
 * `results-order` a state that does not follow the present one; with `results-doubtful`, unless a reason is given, a reopening, unofficial
 * results while logs are expected or findings are open, and official ones while logs are missing, too; with `results-elsewhere` official results
 * when another source has some already; with `results-hidden` every state of a class that visitors do not see.
 */
export async function setDayState(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	input: DayStateInput,
): Promise<Result<null, DayStateRefusal>> {
	const found = await readDay(ctx, classDay);
	if (!found) return refuse("not-found");
	const { stored } = found;
	// Who has typed another end must not think that it holds.
	if (input.state === stored.state) return input.otherEnd?.protestsUntil ? refuse("stale") : done(null);
	const refusal = refusalOf(ctx, found, input);
	if (refusal) return refuse(refusal);
	const end = endOf(ctx, found, input);
	if (!end.ok) return end;
	const after = columnsOf(ctx, found, input, end.value);
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(dayScores)
					.set(after)
					.where(and(isUntouched(stored), eq(dayScores.published, true))),
			),
			...(input.state === "official"
				? [noOpenProtest(ctx.db, classDay)]
				: earlierEnds(ctx, classDay, found, end.value)),
			...tableStatements(ctx, classDay, found, input.state),
			dropMailsOfChanges(ctx.db, classDay),
		],
		audit: {
			action: "score.state",
			subjectId: classDay.classId,
			before: { state: stored.state, revision: stored.revision },
			after: {
				dayId: classDay.dayId,
				state: input.state,
				revision: after.revision ?? stored.revision,
				reason: input.reason ?? null,
				protestsUntil: end.value.protestsUntil,
				protestsUntilReason: end.value.protestsUntilReason,
			},
		},
		outbox:
			input.state === "preliminary"
				? []
				: await resultsMails(ctx, classDay, saidOf(ctx, found, input.state, end.value)),
		// What has changed while the results were official counts from now on.
		effects: input.state === "preliminary" ? [{ kind: "scores-due", ...classDay, by: "organiser" }] : [],
		visible: true,
	});
}

type FoundDay = NonNullable<Awaited<ReturnType<typeof readDay>>>;

async function readDay({ db }: StaffCtx<"scoring">, classDay: ClassDay) {
	const { day, days, task, stored, pilots, pending, ...tables } = await read(db, {
		day: first(dayById(db, classDay.dayId)),
		days: protestDays(db, classDay.classId),
		task: first(taskInForce(db, classDay)),
		stored: first(storedScores(db, classDay)),
		pilots: pilotsOfClass(db, classDay),
		pending: openProtests(db, classDay),
		...tableQueries(db, classDay.classId),
	});
	if (!day || !task || !stored || day.task !== "TASK" || stored.cancelled) return null;
	const allTables = toStoredTables(tables);
	return {
		day,
		days,
		stored,
		pilots,
		pending: pending.length,
		table: allTables.find(({ dayId }) => dayId === classDay.dayId) ?? null,
		nameOf: namesOf(tables.rows),
	};
}

function openProtests(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({ id: protests.id })
		.from(protests)
		.where(
			and(eq(protests.dayId, dayId), eq(protests.competitionClassId, classId), isNull(protests.outcome)),
		);
}

/** The reason why the state cannot be the next one; null when it can. */
function refusalOf(
	{ edition, now }: StaffCtx<"scoring">,
	{ stored, table, pending }: FoundDay,
	{ state, reason }: DayStateInput,
): DayStateRefusal | null {
	const { published, sheet } = stored;
	const isLastStep = state === "official" && stored.state === "unofficial";
	if (areDaysLocked(edition, now) && !isLastStep) return "days-locked";
	if (!published) return "results-hidden";
	if (state === "preliminary") return reason ? null : "results-doubtful";
	if (sheet.evaluating) return "scores-evaluating";
	if (table && table.source !== "here") return "results-elsewhere";
	if (state === "unofficial") {
		if (stored.state !== "preliminary") return "results-order";
		const isUnready = sheet.rows.some((row) => isExpected(row) || hasOpenFinding(row));
		return reason || !isUnready ? null : "results-doubtful";
	}
	if (!isLastStep) return "results-order";
	if (isProtestTime(stored, now)) return "protest-time-running";
	if (pending > 0) return "protests-open";
	return reason || !sheet.rows.some(isDoubtful) ? null : "results-doubtful";
}

/** Whether the pilot flies, or has landed, in a field too, and the log is not due yet. */
export function isExpected({ status, points }: ScoredRow): boolean {
	return status === "flying" || (status === "out" && points === null);
}

function isDoubtful(row: ScoredRow): boolean {
	return isUnlogged(row) || row.status === "withheld" || hasOpenFinding(row);
}

/** Whether the log is missing, or not due yet. */
export function isUnlogged(row: ScoredRow): boolean {
	return row.status === "missing" || isExpected(row);
}

/** Whether nobody has looked at the flight, or at a better one, or a finding that asks for a decision has none. */
export function hasOpenFinding(row: ScoredRow): boolean {
	const { held, isBetterHeld, flight, status } = row;
	return (
		held !== undefined ||
		isBetterHeld === true ||
		(status !== "dsq" && (flight?.findings ?? []).some((one) => isOpen(one, row)))
	);
}

type End = Pick<typeof dayScores.$inferSelect, "protestsUntil" | "protestsUntilReason">;

const noEnd = { protestsUntil: null, protestsUntilReason: null };

/** The end of the protest time in the next state: official results keep theirs. */
function endOf(
	{ edition, now }: StaffCtx<"scoring">,
	{ stored, day: { date }, days }: FoundDay,
	{ state, otherEnd = noEnd }: DayStateInput,
): Result<End, "invalid-fields"> {
	if (state === "preliminary") return done(noEnd);
	if (state === "official") return done(pick(stored, "protestsUntil", "protestsUntilReason"));
	const preset = protestTimeEnds(edition, { date, finalDate: finalDate(edition, days) }, now);
	return chosenEnd(preset, otherEnd, now);
}

/** Statements that move the ends of earlier days, when the final day is announced or reopened. */
function earlierEnds(
	ctx: StaffCtx<"scoring">,
	{ classId }: ClassDay,
	{ stored, day: { date }, days }: FoundDay,
	{ protestsUntil }: End,
): Write["statements"] {
	const final = { date, was: stored.protestsUntil, until: protestsUntil, since: ctx.now };
	return moveEarlierEnds(ctx, classId, days, final);
}

/** What the mails to the class say. */
function saidOf(
	{ edition }: StaffCtx<"scoring">,
	{ day, days, stored }: FoundDay,
	state: Exclude<ResultStatus, "preliminary">,
	{ protestsUntil, protestsUntilReason: reason }: End,
) {
	const { rows } = stored.sheet;
	if (state === "official") return { state, rows, protestsUntil: null };
	return { state, rows, protestsUntil, reason, endsEarlier: finalDate(edition, days) === day.date };
}

function columnsOf(
	{ now }: StaffCtx<"scoring">,
	{ stored }: FoundDay,
	{ state, reason }: DayStateInput,
	end: End,
): Partial<typeof dayScores.$inferInsert> {
	if (state === "official") return { state, stateSince: now };
	if (state === "unofficial") return { state, stateSince: now, ...end, actedAt: null };
	return {
		state,
		stateSince: now,
		...end,
		revision: stored.revision + 1,
		reopenedAt: now,
		reopenReason: reason ?? null,
	};
}

/** Statement that undoes the batch when a protest comes at the same moment. */
function noOpenProtest(db: Db, classDay: ClassDay): Write["statements"][number] {
	return exactlyOne(
		db
			.update(dayScores)
			.set({ state: "official" })
			.where(
				and(
					eq(dayScores.dayId, classDay.dayId),
					eq(dayScores.competitionClassId, classDay.classId),
					notExists(openProtests(db, classDay)),
				),
			),
	);
}

/** Statements that copy official scores into the tables of results, and remove reopened ones from them. */
function tableStatements(
	ctx: StaffCtx<"scoring">,
	classDay: ClassDay,
	{ stored, table, pilots, nameOf }: FoundDay,
	state: ResultStatus,
): Write["statements"] {
	if (state === "official") {
		return replaceTable(ctx, classDay, table, tableOfScores(stored.sheet.rows, pilots, nameOf));
	}
	return table?.source === "here" ? removeTable(ctx.db, table) : makeResults(ctx.db, classDay);
}
