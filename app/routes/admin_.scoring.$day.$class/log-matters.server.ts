import type { ScorerCtx } from "~/lib/context";
import { type FlightMove, moveFlights, setClock } from "~/lib/flights/change-flight.server";
import { shiftInWords } from "~/lib/flights/clock-texts.server";
import { confirmByOrganiser } from "~/lib/flights/log-rights/decide-log.server";
import { logKey, logsOfDay, type StoredDayLog } from "~/lib/flights/log-rights/log-doubts.server";
import { byIntent } from "~/lib/forms/form-action.server";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type Result, refuse } from "~/lib/result";
import { type CheckedDay, dayLogsOf, type Exchange, isSeen } from "~/lib/scoring/day-logs.server";
import { findingText } from "~/lib/scoring/finding-values";

/** What a scorer presses about a log. */
export interface LogPress {
	readonly intent: "exchange" | "rightLogs" | "setClock";
	readonly label: string;
}

/** Something about a log that a press settles. It is of now, as the scores may be of a moment before. */
export interface LogMatter {
	readonly registrationId: string;
	readonly igcFileId: string;
	readonly text: string;
	readonly presses: readonly LogPress[];
	/** The flights of an exchange, and where they belong. */
	readonly moves: readonly FlightMove[];
	/** The logs that look exchanged, or the one whose clock is wrong. */
	readonly versionIds: readonly string[];
	/** Seconds to be added to the times of the file, and those that are. */
	readonly shift: number;
	readonly seen: number;
}

/** The kinds of findings that are settled here. */
export const settledHere: ReadonlySet<string> = new Set(["clock", "exchanged"]);

/** Reads what is to be settled about the logs of a day, of all classes. */
export async function readLogMatters(ctx: ScorerCtx, day: { readonly id: string; readonly date: string }) {
	const logs = await logsOfDay(ctx.db, day.id);
	const checked = await dayLogsOf(ctx, logs, day);
	return logs.flatMap((log) => [
		...(isSeen(log) ? [] : [...exchangeOf(ctx, log, checked), ...clockOf(ctx, log, checked)]),
		...shiftOf(ctx, log),
	]);
}

function aboutLog({ registrationId, igcFileId, versionId, clockShift }: StoredDayLog) {
	return {
		...{ registrationId, igcFileId, moves: [], versionIds: [versionId] },
		...{ shift: clockShift, seen: clockShift },
	};
}

function exchangeOf({ language }: ScorerCtx, log: StoredDayLog, day: CheckedDay): LogMatter[] {
	const ring = day.exchanges.find((one) => one.some((naming) => naming.log === log));
	const finding = findingOf(log, day, "exchanged");
	if (!ring || !finding) return [];
	const { t } = textsOf(language);
	return [
		{
			...aboutLog(log),
			text: findingText(t, finding, [], language),
			presses: [
				{ intent: "exchange", label: t("scoringAdmin.exchange", { numbers: numbersOf(ring) }) },
				{ intent: "rightLogs", label: t("scoringAdmin.exchange.right") },
			],
			moves: ring.map((one) => ({ id: one.log.igcFileId, to: { pilot: one.names, day: one.log.dayId } })),
			versionIds: ring.map((one) => one.log.versionId),
		},
	];
}

function numbersOf(ring: Exchange): string {
	return [...new Set(ring.map(({ log }) => log.startNumber))].toSorted(compareNames).join(", ");
}

function clockOf({ language }: ScorerCtx, log: StoredDayLog, day: CheckedDay): LogMatter[] {
	const finding = findingOf(log, day, "clock");
	if (!finding) return [];
	const { t } = textsOf(language);
	const seconds = (finding.value ?? 0) * 3600;
	const label = t("scoringAdmin.clock.shift", { by: shiftInWords(seconds, language) });
	return [
		{
			...aboutLog(log),
			text: findingText(t, finding, [], language),
			presses: [{ intent: "setClock", label }],
			shift: log.clockShift + seconds,
		},
	];
}

function shiftOf({ language }: ScorerCtx, log: StoredDayLog): LogMatter[] {
	if (log.clockShift === 0) return [];
	const { t } = textsOf(language);
	return [
		{
			...aboutLog(log),
			text: t("scoringAdmin.clock.shifted", { by: shiftInWords(log.clockShift, language) }),
			presses: [{ intent: "setClock", label: t("igc.clock.takeBack") }],
			shift: 0,
		},
	];
}

function findingOf(log: StoredDayLog, { doubts }: CheckedDay, kind: "clock" | "exchanged") {
	return doubts.get(logKey(log))?.find((doubt) => doubt.kind === kind);
}

/** Does what a press asks for; its reason is what the scorer has read. Refuses with `stale` when the matter is another one by now. */
export async function settleLogMatter(
	ctx: ScorerCtx,
	matters: readonly LogMatter[],
	form: FormData,
): Promise<Result<unknown>> {
	const intent = form.get("intent");
	const matter = matters.find(
		({ igcFileId, shift, presses }) =>
			igcFileId === form.get("log") &&
			String(shift) === form.get("shift") &&
			presses.some((press) => press.intent === intent),
	);
	if (!matter) return refuse("stale");
	const { moves, versionIds, shift, seen, text } = matter;
	const [versionId = ""] = versionIds;
	const reason = shift === 0 ? textsOf(ctx.language).t("igc.clock.takeBack.reason") : text;
	return byIntent(form, {
		exchange: () => moveFlights(ctx, moves, "organiser"),
		rightLogs: () => confirmByOrganiser(ctx, ...versionIds),
		otherwise: () => setClock(ctx, { versionId, shift, seen, reason }),
	});
}
