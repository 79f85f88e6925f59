import type { TFunction } from "i18next";
import { type Fact, Facts } from "~/components/facts";
import { useTexts } from "~/components/use-texts";
import { shortTime } from "~/lib/editions/clock-times";
import { formatPressure, withFrequencies } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { hoursAndMinutes } from "~/lib/tasks/task-summary";
import type { TaskView } from "~/lib/tasks/task-view";
import { ruleTexts } from "./task-texts";

/** Rules and briefing: what is not set is not shown. */
export function TaskFacts({ task }: { readonly task: TaskView }) {
	const { t, language } = useTexts();
	const rows = [...rulesOf(t, task, language), ...briefingOf(t, task, language)];
	return (
		<>
			{rows.length > 0 && <Facts facts={rows} />}
			{task.briefing.note && <p className="prose task-note">{task.briefing.note}</p>}
		</>
	);
}

type Show<T> = (value: T) => string;

const asIs = (text: string) => text;

/** No row for a value that is not set. */
function row<T>(name: string, value: T | null, show: Show<T>): Fact[] {
	return value === null ? [] : [[name, show(value)]];
}

function rulesOf(t: TFunction, { rules, taskTimeS }: TaskView, language: Language): Fact[] {
	return [
		...row(t("task.rule.taskTime"), taskTimeS, hoursAndMinutes),
		...ruleTexts(t, language, rules).flatMap(({ label, value }) => row(label, value, asIs)),
	];
}

function briefingOf(t: TFunction, { briefing }: TaskView, language: Language): Fact[] {
	const name = (part: string) => t(`task.briefing.${part}`);
	return [
		...row(name("gridTime"), briefing.gridTime, shortTime),
		...row(name("firstLaunch"), briefing.firstLaunch, shortTime),
		...row(name("qnh"), briefing.qnhHpa, (value) =>
			t("task.hpa", { value: formatPressure(value, language) }),
		),
		...row(name("frequencies"), briefing.frequencies, (text) => withFrequencies(text, language)),
		...row(name("inactiveAirspace"), briefing.inactiveAirspace.join(", ") || null, asIs),
	];
}
