import type { TFunction } from "i18next";
import { useTexts } from "~/components/use-texts";
import { minutesAndSeconds, shortTime } from "~/lib/editions/clock-times";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { type TaskLength, taskSummary } from "~/lib/tasks/task-summary";
import type { PointView } from "~/lib/tasks/task-view";
import type { TaskRules, Zone } from "~db/schema";

/** What a glider has to reach, in words. */
export function zoneText(t: TFunction, language: Language, { zone, axisDeg }: PointView): string {
	const sizes = {
		radius: formatKilometres(sizeOf(zone), language, { decimals: 2 }),
		inner: "innerRadiusM" in zone ? formatKilometres(zone.innerRadiusM, language, { decimals: 2 }) : "",
		angle: "angleDeg" in zone ? formatNumber(zone.angleDeg, language, [0, 1]) : "",
		axis: String(Math.round(axisDeg) % 360).padStart(3, "0"),
	};
	const isAllRound = "angleDeg" in zone && zone.angleDeg >= 360;
	return t(isAllRound && zone.shape === "ring" ? "task.zone.wholeRing" : `task.zone.${zone.shape}`, sizes);
}

function sizeOf(zone: Zone): number {
	return zone.shape === "line" ? zone.lengthM : zone.radiusM;
}

interface RuleText {
	readonly name: keyof TaskRules;
	readonly label: string;
	/** Null without such a rule. */
	readonly value: string | null;
}

/** The rules of a task in words, in the order in which they are flown. */
export function ruleTexts(t: TFunction, language: Language, rules: TaskRules): readonly RuleText[] {
	const decimals = (value: number) => formatNumber(value, language, [0, 1]);
	const metres = (value: number | null) =>
		value === null ? null : t("task.metres", { value: decimals(value) });
	const { startOpens, startAltitudeM, startSpeedKmh, pev, finishAltitudeM, finishCloses, logDeadlineS } =
		rules;
	const speed = startSpeedKmh === null ? null : t("task.kmh", { value: decimals(startSpeedKmh) });
	const deadline =
		logDeadlineS === null ? null : t("task.afterLanding", { value: minutesAndSeconds(logDeadlineS) });
	return [
		{ name: "startOpens", label: t("task.rule.startOpens"), value: startOpens && shortTime(startOpens) },
		{ name: "startAltitudeM", label: t("task.rule.startAltitude"), value: metres(startAltitudeM) },
		{ name: "startSpeedKmh", label: t("task.rule.startSpeed"), value: speed },
		{ name: "pev", label: t("task.rule.pev"), value: pev && pevText(t, pev) },
		{ name: "finishAltitudeM", label: t("task.rule.finishAltitude"), value: metres(finishAltitudeM) },
		{
			name: "finishCloses",
			label: t("task.rule.finishCloses"),
			value: finishCloses && shortTime(finishCloses),
		},
		{ name: "logDeadlineS", label: t("task.rule.logDeadline"), value: deadline },
	];
}

function pevText(t: TFunction, { waitS, windowS, presses }: NonNullable<TaskRules["pev"]>): string {
	const wait = minutesAndSeconds(waitS);
	if (windowS === null) return t("task.pev.endless", { wait, presses });
	return t("task.pev", { wait, window: minutesAndSeconds(windowS), presses });
}

export function useTaskSummary(task: TaskLength): string {
	const { t, language } = useTexts();
	return taskSummary(t, language, task);
}
