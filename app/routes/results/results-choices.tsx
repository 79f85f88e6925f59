import { Form } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { HiddenValues } from "~/components/hidden-values";
import { Icon } from "~/components/icon";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import type { ClassOfResults } from "~/lib/results/class-totals.server";
import { type ResultsChoice, resultsPath, resultViews } from "~/lib/results/results-address";

interface Choice {
	readonly label: string;
	readonly to: string;
	readonly current: boolean;
}

interface ResultsChoicesProps {
	readonly choice: ResultsChoice;
	/** Absent when the view shows all classes. */
	readonly classes?: readonly ClassOfResults[];
	readonly chosen?: ClassOfResults;
}

/** View and class: one row, so that the results begin high on a phone. The days stand in their strip. */
export function ResultsChoices(props: ResultsChoicesProps) {
	const { choice, classes = [], chosen } = props;
	const { t, classNameOf } = useTexts();
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
			className={`search-line no-print my-0 ${q ? "" : "max-md:hidden"}`}
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
				isLine
			/>
		</Form>
	);
}

interface ChoiceMenuProps {
	readonly name: string;
	readonly choices: readonly Choice[];
}

function ChoiceMenu({ name, choices }: ChoiceMenuProps) {
	const current = choices.find((choice) => choice.current);
	return (
		<details className="menu">
			<summary className="button gap-1 max-md:px-2 max-md:text-small/tight">
				<span className="sr-only">{name}: </span>
				{current?.label ?? name}
				<Icon name="chevron-down" />
			</summary>
			<ul className="menu-list">
				{choices.map(({ label, to, current: isCurrent }) => (
					<li key={to}>
						<AppLink
							className={isCurrent ? "font-bold" : undefined}
							to={to}
							aria-current={isCurrent ? "page" : undefined}
						>
							{label}
						</AppLink>
					</li>
				))}
			</ul>
		</details>
	);
}
