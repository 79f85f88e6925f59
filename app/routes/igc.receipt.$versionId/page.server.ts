import { asUser } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { areScoresFinal } from "~/lib/days/final-results.server";
import { crewQuestion } from "~/lib/days/say-crew.server";
import { first, read } from "~/lib/db/read.server";
import { mayChooseRecorder } from "~/lib/flights/choose-recorder.server";
import { setClockInWords } from "~/lib/flights/clock-texts.server";
import { completeRecord } from "~/lib/flights/complete-record.server";
import { drawTracks } from "~/lib/flights/draw-tracks.server";
import { comparePath, flightPath } from "~/lib/flights/flight-paths";
import { positionsOfTrace } from "~/lib/flights/igc-file/trace";
import { ownLogPath } from "~/lib/flights/log-rights/confirm-log.server";
import { logDoubts, logsOfDay } from "~/lib/flights/log-rights/log-doubts.server";
import { isSender } from "~/lib/flights/move-log-cookie.server";
import { dayOfLog, mayLeave } from "~/lib/flights/move-to-log-day.server";
import { type Receipt, toReceipt } from "~/lib/flights/upload-receipt";
import { type StoredVersion, versionById } from "~/lib/flights/versions-queries.server";
import { warningTexts } from "~/lib/flights/warning-texts.server";
import type { Cookies } from "~/lib/http/cookies.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, refuse, type ValueOf } from "~/lib/result";
import { dayLogsOf } from "~/lib/scoring/day-logs.server";
import { scorePath, shownPlace } from "~/lib/scoring/day-scores";
import { type ExplainedScore, explainedScore } from "~/lib/scoring/explained-score.server";
import { storedScores } from "~/lib/scoring/scoring-queries.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { verdictWords } from "./verdict-words.server";

/**
 * A receipt opens by its address, the random id of a version that no list shows to others: logs are sent without an account, and the sender
 * wants a proof that can be printed or passed on. It gives no right but to read it.
 * @param outcome of the upload that led here; null when it was new, or nobody has just uploaded it
 */
export async function readReceiptPage(ctx: Ctx, versionId: string, outcome: string | null, cookies: Cookies) {
	const { version, days } = await read(ctx.db, {
		version: first(versionById(ctx.db, versionId)),
		days: allDays(ctx.db),
	});
	if (!version) return refuse("not-found");
	const day = days.find(({ date }) => date === version.day);
	const score = day && (await explainedScore(ctx, day.id, version.registrationId));
	const receipt = toReceipt(version);
	const isScored = score?.ok && isOfLog(score.value, receipt);
	const dayLogs = isScored || !receipt.counts ? [] : await logsOfDay(ctx.db, version.dayId);
	const path = flightPath(ctx, {
		id: version.igcFileId,
		isCompetitor: version.isCompetitor,
		standing: receipt.standing,
	});
	const shownScore = isScored && day ? scoreOf(score.value, scorePath(day.id, version.registrationId)) : null;
	const stored = receipt.counts ? (await storedScores(ctx.db, version))[0] : undefined;
	const log = dayLogs.find(({ versionId: id }) => id === version.id);
	const logDay = dayOfLog(ctx, version, days)?.date ?? null;
	return done({
		score: shownScore,
		/** The findings in a flight that has no points before somebody has looked at it; null for other flights. */
		held: isScored ? heldOf(score.value) : null,
		/** That the log came after the scores of its day were final, so that it changes no points, in words; null when it did not. */
		tooLate:
			stored !== undefined &&
			areScoresFinal(ctx.edition, stored, ctx.now) &&
			version.createdAt > stored.computedAt
				? textsOf(ctx.language).t("igc.verdict.tooLate")
				: null,
		/** Doubts about a log that has no score yet: its day or another log contradicts it. */
		doubts: log
			? logDoubts(log, version.day, await dayLogsOf(ctx, dayLogs, { id: version.dayId, date: version.day }))
			: [],
		receipt,
		/** That organisers have set the clock of the log, in words; null when they have not. */
		setClock: setClockInWords(version.receipt.figures, version.clockShift, ctx.language),
		/** Null when neither the fixes nor the log are stored. */
		drawing: await drawFlown(ctx, version),
		flightPath: path,
		comparePath: path && shownScore ? comparePath(version.igcFileId) : null,
		outcome: outcomeOf(outcome),
		/** Date of the competition day that the log is from, when it was uploaded for another one. */
		logDay,
		words: verdictWords(receipt, logDay, ctx.language),
		/** In words; that of another day is the title. */
		warnings: warningTexts(
			receipt.warnings.filter(({ reason }) => !(logDay && reason === "wrongDay")),
			ctx.language,
		),
		...(await actsOf(ctx, version, cookies)),
	});
}

/** What the reader may do with the log. */
async function actsOf(ctx: Ctx, version: StoredVersion, cookies: Cookies) {
	return {
		/** Path of the page where the competitor confirms the log; null for other readers, and when no confirmation is needed. */
		confirmPath:
			ctx.actor?.id === version.pilotId &&
			!version.isRemoved &&
			(version.standing === "unconfirmed" || version.standing === "kept")
				? ownLogPath(version.id)
				: null,
		/** Asks who has flown; null for other readers, and for an entry of one pilot. */
		crew: await crewQuestion(ctx, version),
		/** Whether the reader may let the recorder of this backup count. */
		mayChoose: ctx.actor && ctx.session ? await mayChooseRecorder(asUser(ctx), version.igcFileId) : false,
		mayMove: mayLeave(version) && (await isSender(ctx, version, cookies)),
	};
}

async function drawFlown(ctx: Ctx, version: StoredVersion) {
	const record = await completeRecord(ctx, version);
	if (!record) return null;
	const found = await read(ctx.db, {
		task: first(taskInForce(ctx.db, version)),
		...chartsInForce(ctx.db),
	});
	const points = found.task?.points ?? [];
	const ground = await groundAround(ctx, found, [...positionsOfTrace(record.trace), ...points]);
	return drawTracks([record.trace], points, ground);
}

/** Whether a score is that of the log. When a day has several flights, one is scored; a receipt does not show the score of another. */
/** What holds the points of a flight back; null when nothing does. */
function heldOf({ row: { held, flight }, sheet }: ExplainedScore) {
	return held && flight ? { reason: held, findings: flight.findings, points: sheet.task.points } : null;
}

function isOfLog({ row }: ExplainedScore, { counts, flight }: Receipt): boolean {
	const takeOff = flight.takeOff === null ? null : Date.parse(flight.takeOff);
	return counts && row.flight?.takeOff === takeOff;
}

function scoreOf({ row, sheet, state, official }: ExplainedScore, path: string) {
	const { points, start, finish, distanceM, timeS, speedKmh, flight, penalties, override } = row;
	// The flight page has the official result.
	if (points === null || !flight || official) return null;
	return {
		points,
		state,
		place: shownPlace(row),
		path,
		figures: { start, finish, distanceM, timeS, speedKmh },
		decided: { penalties, override },
		flight,
		taskPoints: sheet.task.points,
	};
}

/** The outcome that the address names. The receipt itself says when the log stands beside another one. */
function outcomeOf(text: string | null): "superseded" | "repeated" | null {
	return text === "superseded" || text === "repeated" ? text : null;
}

export type ReceiptPage = ValueOf<typeof readReceiptPage>;
