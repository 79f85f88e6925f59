import { Form } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { HiddenValues } from "~/components/hidden-values";
import { Icon } from "~/components/icon";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import type { ClassOfResults } from "~/lib/results/class-totals.server";
import type { DailyResults } from "~/lib/results/daily-results.server";
import { type ResultsChoice, resultsPath, resultViews } from "~/lib/results/results-address";

interface Choice {
	readonly label: string;
	/** Shown beside the label in the menu. */
	readonly detail?: string;
	readonly to: string;
	readonly current: boolean;
}

interface ResultsChoicesProps {
	readonly choice: ResultsChoice;
	/** Absent when the view shows all classes. */
	readonly classes?: readonly ClassOfResults[];
	readonly chosen?: ClassOfResults;
	/** Absent when the view does not show a single day. */
	readonly days?: DailyResults["days"];
	readonly dayId?: string | null;
}

/** View, class and day: one row, so that the results begin high on a phone. */
export function ResultsChoices(props: ResultsChoicesProps) {
	const { choice, classes = [], chosen } = props;
	const { t, classNameOf } = useTexts();
	const days = useDayChoices(props);
	const current = days.findIndex((day) => day.current);
	return (
		<nav
			className="results-choices no-print flex flex-wrap gap-1.5 md:gap-2"
			aria-label={t("results.choose")}
		>
			<ChoiceMenu
				name={t("results.choose.view")}
				choices={resultViews.map((view) => ({
					label: t(`results.view.${view}`),
					to: resultsPath({ view, classId: choice.classId }),
					current: view === choice.view,
				}))}
			/>
			{classes.length > 1 && (
				<ChoiceMenu
					name={t("results.choose.class")}
					choices={classes.map(({ id, type }) => ({
						label: classNameOf(type),
						to: resultsPath({ view: choice.view, classId: id, dayId: choice.dayId }),
						current: id === chosen?.id,
					}))}
				/>
			)}
			{days.length > 0 && (
				<>
					{/* A day without results stands beside none. */}
					<Neighbour day={days[current - 1]} to="before" />
					<ChoiceMenu name={t("results.choose.day")} choices={days} isLast />
					<Neighbour day={current < 0 ? undefined : days[current + 1]} to="after" />
				</>
			)}
		</nav>
	);
}

/** Finds a row of the shown table. A phone has no room for it above the first row, unless rows are missing for what it holds. */
export function ResultsSearch({ choice }: Pick<ResultsChoicesProps, "choice">) {
	const { t } = useTexts();
	const { view, classId, dayId, sort, q } = choice;
	return (
		<Form
			method="get"
			action="/results"
			className={`toolbar no-print my-0 ${q ? "" : "max-md:hidden"}`}
			role="search"
			autoComplete="off"
			reloadDocument
		>
			<HiddenValues values={{ view, class: classId, day: dayId, sort }} />
			<SearchField
				id="results-q"
				label={t("startingList.search")}
				q={q}
				nothingFound={t("startingList.nothingFound")}
			/>
			<button type="submit" className="button">
				{t("list.show")}
			</button>
		</Form>
	);
}

function useDayChoices({ choice, chosen, days = [], dayId }: ResultsChoicesProps): Choice[] {
	const { t, language } = useTexts();
	return days.map((day) => ({
		label: dayName(t, day.dayName),
		detail: formatDay(day.date, language),
		to: resultsPath({ view: choice.view, classId: chosen?.id ?? null, dayId: day.dayId }),
		current: day.dayId === dayId,
	}));
}

interface ChoiceMenuProps {
	readonly name: string;
	readonly choices: readonly Choice[];
	/** On a phone the list is wider than the room on the right of the last menu. */
	readonly isLast?: boolean;
}

function ChoiceMenu({ name, choices, isLast = false }: ChoiceMenuProps) {
	const current = choices.find((choice) => choice.current);
	return (
		<details className="menu">
			<summary className="button gap-1 max-md:px-2 max-md:text-small/tight">
				<span className="sr-only">{name}: </span>
				{current?.label ?? name}
				<Icon name="chevron-down" />
			</summary>
			<ul className={`menu-list ${isLast ? "max-md:right-0" : ""}`}>
				{choices.map(({ label, detail, to, current: isCurrent }) => (
					<li key={to}>
						<AppLink
							className={isCurrent ? "font-bold" : undefined}
							to={to}
							aria-current={isCurrent ? "page" : undefined}
						>
							{label}
							{detail && <span className="muted">{detail}</span>}
						</AppLink>
					</li>
				))}
			</ul>
		</details>
	);
}

/** A link to the day before or after. On a phone the menu of days replaces it. */
function Neighbour({ day, to }: { readonly day: Choice | undefined; readonly to: "before" | "after" }) {
	const { t } = useTexts();
	if (!day) return null;
	return (
		<AppLink className="button max-md:hidden" to={day.to}>
			<Icon name={to === "before" ? "arrow-left" : "arrow-right"} />
			<span className="sr-only">
				{t(`results.choose.${to}`)}: {day.label}
			</span>
		</AppLink>
	);
}
