import type { TFunction } from "i18next";
import { pragueDate } from "~/lib/editions/prague-time";
import { formatClock, formatDate, formatTime } from "~/lib/i18n/format-dates";
import { formatNumber, formatSeconds } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { holds, isIrregular } from "~/lib/scoring/flight-result";
import type { Finding, FindingKind, RowPenalty, ScoreDecision, ScoredRow, ScorePenalty } from "~db/schema";

type Said = Pick<
	ListedFinding,
	"kind" | "at" | "value" | "point" | "space" | "other" | "recorder" | "spaces"
>;

/** A line of the findings of a flight. */
export interface ListedFinding extends Finding {
	/** The spaces of a line that stands for several findings. */
	readonly spaces?: readonly string[];
}

/** The findings of a flight as lists have them: all spaces that are not judged are one line, as nobody decides about them. */
export function listedFindings(findings: readonly Finding[]): readonly ListedFinding[] {
	const unjudged = findings.filter(
		({ kind, space }) => kind === "airspaceUnjudged" && space?.outDistanceM === null,
	);
	const [first, second] = unjudged;
	if (!first || !second) return findings;
	const spaces = unjudged.flatMap(({ space }) => space?.name ?? []);
	return findings.flatMap((one): readonly ListedFinding[] => {
		if (one === first) return [{ ...one, at: null, spaces }];
		return unjudged.includes(one) ? [] : [one];
	});
}

/** A finding in words, without its time. @param points names of the points of the task */
export function findingText(
	t: TFunction,
	finding: Said,
	points: readonly string[],
	language: Language,
): string {
	const { spaces } = finding;
	if (spaces)
		return t("score.finding.airspacesUnjudged", { number: spaces.length, spaces: spaces.join(", ") });
	const text = t(`score.finding.${textName(finding)}`, findingValues(finding, points, language));
	return holds(finding) ? t("score.finding.held", { text }) : text;
}

/** What a penalty is for, in the reader's language where its text is the words of a finding, else as the scorer has typed it. */
export function penaltyReason(t: TFunction, { text, said }: RowPenalty, language: Language): string {
	if (!said) return text;
	const { pointName } = said;
	return findingText(t, { ...said, point: pointName === null ? null : 0 }, [pointName ?? ""], language);
}

function textName({ kind, value }: Said): string {
	// One loud fix lasts no time.
	if (kind === "enginePeak" && value === 0) return "enginePeak.once";
	if (kind === "backupCovers" && value === null) return "backupCovers.end";
	if (kind !== "clock" || value === null) return kind;
	if (value % 24 === 0) return "clock.days";
	return value > 0 ? "clock.early" : "clock.late";
}

/** What the launch of a log would be by its wrong clock. */
function clockValues(value: number, at: number, language: Language) {
	const hours = Math.abs(value);
	const days = hours / 24;
	const launch = new Date(at);
	return {
		...(Number.isInteger(days) ? { count: days } : { value: formatNumber(hours, language) }),
		time: formatTime(launch, language),
		day: formatDate(pragueDate(launch), language),
	};
}

/** Kinds whose value is seconds. */
const lasting: ReadonlySet<FindingKind> = new Set([
	...(["gap", "seam", "backupCovers", "backupUsed", "pevOutside"] as const),
	...(["engine", "engineNoise", "enginePeak", "engineRun"] as const),
]);

/** The values of the text `score.finding.<kind>`. */
function findingValues(
	{ kind, at, value, point, space, other, recorder }: Said,
	points: readonly string[],
	language: Language,
): Record<string, string | number> {
	const number = (metres: number | null | undefined) =>
		metres === null || metres === undefined ? "–" : formatNumber(metres, language);
	return {
		count: value ?? 0,
		value: value === null ? "" : lasting.has(kind) ? formatSeconds(value, language) : number(value),
		point: point === null ? "" : (points[point] ?? ""),
		...(other === undefined ? {} : { other }),
		...(recorder === undefined ? {} : { recorder }),
		...(kind === "clock" && value !== null && at !== null ? clockValues(value, at, language) : {}),
		...(space
			? {
					space: space.name,
					until: formatClock(new Date(space.until), language),
					sideways: number(space.sidewaysM),
					vertical: number(space.verticalM),
				}
			: {}),
	};
}

/**
 * The penalty by which a finding was decided, of 0 points when it gets none; undefined when it is not decided. The scorer decides about
 * an airspace also by the end of the flight where it began.
 */
export function decisionAbout(
	finding: Finding,
	{ penalties, override }: Pick<ScoredRow, "penalties" | "override">,
): Pick<ScorePenalty, "points"> | undefined {
	const key = findingKey(finding);
	// The keys of earlier decisions have the points that were proposed in place of the value.
	const today = (stored = "") => stored.replace(/^((?:[^/]*\/){3})[\d.]+/, `$1=${finding.value}`);
	return (
		penalties.find((one) => today(one.finding) === key) ??
		(finding.space && override?.out ? { points: 0 } : undefined)
	);
}

/**
 * Whether a finding waits for the scorer: it proposes points, is a deep intrusion that may end the flight, or stands for findings that
 * its row cannot hold, and is not decided.
 */
export function isOpen(finding: Finding, decided: Pick<ScoredRow, "penalties" | "override">): boolean {
	return asksForDecision(finding) && !decisionAbout(finding, decided);
}

function asksForDecision({ kind, proposedPoints, space }: Finding): boolean {
	return proposedPoints > 0 || typeof space?.outDistanceM === "number" || kind === "tooManyFindings";
}

/** Whether a finding is the scorer's to decide, decided or not: it asks for a decision, or there are no points before one. */
export function isForScorer(finding: Finding): boolean {
	return asksForDecision(finding) || holds(finding) || isIrregular({ findings: [finding] });
}

/** Whether a finding is an intrusion by which the flight may end, and does not end yet. */
export function mayEndFlight({ space }: Finding, { override }: Pick<ScoreDecision, "override">): boolean {
	return typeof space?.outDistanceM === "number" && !override?.out;
}

/**
 * Names a finding of a flight, so that the form of a proposed penalty says which one was seen. A finding of another value is
 * another one; the points that it proposes may change with those of the day.
 */
export function findingKey({ kind, at, point, value, space }: Finding): string {
	return [kind, point, at, `=${value}`, ...(space ? [space.name] : [])].join("/");
}
