import type { TFunction } from "i18next";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber, formatPressure } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { minutesAndSeconds, shortTime } from "~/lib/tasks/clock-times";
import { hoursAndMinutes } from "~/lib/tasks/task-summary";
import type { TaskView } from "~/lib/tasks/task-view";

/** Rules and briefing: what is not set is not shown. */
export function TaskFacts({ task }: { readonly task: TaskView }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const decimals: Decimals = (value, most) => formatNumber(value, language, [0, most]);
	const rows = [...rulesOf(t, task, decimals), ...briefingOf(t, task, language)];
	return (
		<>
			{rows.length > 0 && (
				<dl className="facts">
					{rows.map(([name, value]) => (
						<Fragment key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</Fragment>
					))}
				</dl>
			)}
			{task.briefing.note && <p className="prose task-note">{task.briefing.note}</p>}
		</>
	);
}

type Row = readonly [name: string, value: string];

/** A number with so many decimals at most. */
type Decimals = (value: number, most: number) => string;

type Show<T> = (value: T) => string;

/** No row for a value that is not set. */
function row<T>(name: string, value: T | null, show: Show<T>): Row[] {
	return value === null ? [] : [[name, show(value)]];
}

function rulesOf(t: TFunction, { rules, taskTimeS }: TaskView, decimals: Decimals): Row[] {
	const name = (rule: string) => t(`task.rule.${rule}`);
	const metres = (value: number) => t("task.metres", { value: decimals(value, 1) });
	return [
		...row(name("taskTime"), taskTimeS, hoursAndMinutes),
		...row(name("startOpens"), rules.startOpens, shortTime),
		...row(name("startAltitude"), rules.startAltitudeM, metres),
		...row(name("startSpeed"), rules.startSpeedKmh, (value) => t("task.kmh", { value: decimals(value, 1) })),
		...row(name("pev"), rules.pev, ({ waitS, windowS, presses }) =>
			windowS === null
				? t("task.pev.endless", { wait: minutesAndSeconds(waitS), presses })
				: t("task.pev", { wait: minutesAndSeconds(waitS), window: minutesAndSeconds(windowS), presses }),
		),
		...row(name("finishAltitude"), rules.finishAltitudeM, metres),
		...row(name("finishCloses"), rules.finishCloses, shortTime),
		...row(name("logDeadline"), rules.logDeadlineS, (seconds) =>
			t("task.minutes", { value: minutesAndSeconds(seconds) }),
		),
	];
}

function briefingOf(t: TFunction, { briefing }: TaskView, language: Language): Row[] {
	const name = (part: string) => t(`task.briefing.${part}`);
	const asIs = (text: string) => text;
	return [
		...row(name("gridTime"), briefing.gridTime, shortTime),
		...row(name("firstLaunch"), briefing.firstLaunch, shortTime),
		...row(name("qnh"), briefing.qnhHpa, (value) =>
			t("task.hpa", { value: formatPressure(value, language) }),
		),
		...row(name("frequencies"), briefing.frequencies, asIs),
		...row(name("inactiveAirspace"), briefing.inactiveAirspace.join(", ") || null, asIs),
	];
}
