import { Form } from "@remix-run/react";
import { SelectField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import { owingPath } from "~/lib/entries/entry-paths";
import {
	completions,
	type ListFilter,
	type ListQuery,
	listAddress,
	listSorts,
} from "~/lib/entries/starting-list/list-query";
import type { Counts } from "./page.server";

interface ListToolbarProps {
	readonly query: ListQuery;
	readonly groups: readonly {
		readonly type: string;
		readonly counts: Counts;
	}[];
	/** For organisers, who also count waiting entries and choose by state and completion. */
	readonly organisers?: {
		readonly filters: readonly { readonly filter: ListFilter; readonly count: number }[];
		/** Whether entries are on other pages, so that the server alone can search all. */
		readonly isPaged: boolean;
	};
}

export function ListToolbar({ query, groups, organisers }: ListToolbarProps) {
	const { t } = useTexts();
	return (
		<>
			<ClassTabs query={query} groups={groups} withWaiting={organisers !== undefined} />
			{organisers && <FilterTabs query={query} filters={organisers.filters} />}
			<Form
				method="get"
				action="/starting-list"
				className="toolbar"
				role="search"
				autoComplete="off"
				reloadDocument={!organisers}
			>
				{query.filter && <input type="hidden" name="filter" value={query.filter} />}
				{query.classType && <input type="hidden" name="class" value={query.classType} />}
				<SearchField
					id="list-q"
					label={t("startingList.search")}
					q={query.q}
					{...(organisers?.isPaged ? {} : { nothingFound: t("startingList.nothingFound") })}
				/>
				<SelectField
					field={{ id: "list-sort", name: "sort", initialValue: query.sort }}
					label={t("startingList.sort")}
					none={null}
					options={listSorts.map((sort) => ({ value: sort, label: t(`startingList.sort.${sort}`) }))}
				/>
				{organisers && (
					<SelectField
						field={{ id: "list-completion", name: "completion", initialValue: query.completion }}
						label={t("startingList.completion")}
						hint={t("startingList.completion.hint")}
						none={null}
						options={completions.map((value) => ({ value, label: t(`startingList.completion.${value}`) }))}
					/>
				)}
				<button type="submit" className="button">
					{t("list.show")}
				</button>
			</Form>
		</>
	);
}

interface ClassTabsProps extends Pick<ListToolbarProps, "query" | "groups"> {
	readonly withWaiting: boolean;
}

function ClassTabs({ query, groups, withWaiting }: ClassTabsProps) {
	const { t, classNameOf } = useTexts();
	const countOf = ({ counts }: ListToolbarProps["groups"][number]) =>
		counts.starters + counts.reserves + counts.withdrawn + (withWaiting ? counts.waiting : 0);
	const all = groups.reduce((sum, group) => sum + countOf(group), 0);
	const links = [
		{ type: null, label: t("startingList.allClasses"), count: all },
		...groups.map((group) => ({
			type: group.type,
			label: classNameOf(group.type),
			count: countOf(group),
		})),
	];
	return (
		<nav className="tabs mt-4" aria-label={t("startingList.classes")}>
			{links.map(({ type, label, count }) => (
				<AppLink
					key={label}
					to={listAddress(query, { classType: type })}
					className="button"
					aria-current={query.classType === type ? "page" : undefined}
				>
					{label} <span className="badge">{count}</span>
				</AppLink>
			))}
		</nav>
	);
}

interface FilterTabsProps extends Pick<ListToolbarProps, "query"> {
	readonly filters: NonNullable<ListToolbarProps["organisers"]>["filters"];
}

/** Links, so that a choice can be shared and the way back leads to the one before. What nobody is in is left out. */
function FilterTabs({ query, filters }: FilterTabsProps) {
	const { t } = useTexts();
	const shown = filters.filter(({ filter, count }) => count > 0 || filter === query.filter);
	return (
		<nav className="tabs mt-2" aria-label={t("startingList.filter")}>
			<AppLink
				to={listAddress(query, { filter: null })}
				className="button"
				aria-current={query.filter === null ? "page" : undefined}
			>
				{t("startingList.filter.all")}
			</AppLink>
			{shown.map(({ filter, count }) => (
				<AppLink
					key={filter}
					to={listAddress(query, { filter })}
					className="button"
					aria-current={query.filter === filter ? "page" : undefined}
				>
					{t(`startingList.filter.${filter}`)} <span className="badge">{count}</span>
				</AppLink>
			))}
			<AppLink to={owingPath} className="button">
				{t("startingList.filter.owing")}
			</AppLink>
		</nav>
	);
}
