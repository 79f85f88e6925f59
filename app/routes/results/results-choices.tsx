import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { dayName } from "~/lib/days/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { type ResultsChoice, resultsPath, resultViews } from "~/lib/results/results-address";
import type { ClassWithSheets, ResultSheet } from "~/lib/results/standings";

interface Choice {
	readonly label: string;
	/** Shown beside the label where there is room. */
	readonly detail?: string;
	readonly to: string;
	readonly current: boolean;
}

function Choices({ name, choices }: { readonly name: string; readonly choices: readonly Choice[] }) {
	return (
		<nav className="tabs" aria-label={name}>
			{choices.map(({ label, detail, to, current }) => (
				<AppLink key={to} className="button" to={to} aria-current={current ? "page" : undefined}>
					{label}
					{detail && <span className="choice-detail">{detail}</span>}
				</AppLink>
			))}
		</nav>
	);
}

export function ViewChoices({ choice }: { readonly choice: ResultsChoice }) {
	const { t } = useTranslation();
	return (
		<Choices
			name={t("results.choose.view")}
			choices={resultViews.map((view) => ({
				label: t(`results.view.${view}`),
				to: resultsPath({ view, classId: choice.classId }),
				current: view === choice.view,
			}))}
		/>
	);
}

interface ClassChoicesProps {
	readonly choice: ResultsChoice;
	readonly classes: readonly ClassWithSheets[];
	readonly chosen: ClassWithSheets;
}

export function ClassChoices({ choice, classes, chosen }: ClassChoicesProps) {
	const { t } = useTranslation();
	return (
		<Choices
			name={t("results.choose.class")}
			choices={classes.map(({ id, type }) => ({
				label: t(`competitionClass.${type}`),
				to: resultsPath({ view: choice.view, classId: id, dayId: choice.dayId }),
				current: id === chosen.id,
			}))}
		/>
	);
}

interface DayChoicesProps {
	readonly classId: string;
	readonly days: readonly Pick<ResultSheet, "dayId" | "dayName" | "date">[];
	readonly dayId: string | null;
	readonly language: Language;
}

export function DayChoices({ classId, days, dayId, language }: DayChoicesProps) {
	const { t } = useTranslation();
	if (days.length === 0) return null;
	return (
		<Choices
			name={t("results.choose.day")}
			choices={days
				.toSorted((a, b) => (a.date < b.date ? -1 : 1))
				.map((day) => ({
					label: dayName(t, day.dayName),
					detail: formatDay(day.date, language),
					to: resultsPath({ view: "daily", classId, dayId: day.dayId }),
					current: day.dayId === dayId,
				}))}
		/>
	);
}
