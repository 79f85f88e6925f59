import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { SelectField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
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

interface ListToolbarProps {
	readonly query: ListQuery;
	readonly groups: readonly {
		readonly type: string;
		/** Number of its entries that all else that is chosen lets through. */
		readonly found: number;
	}[];
	/** Whether the list's own order is that of the places which a policy gives. */
	readonly isByPlace?: boolean;
	/** For organisers, who choose by state and completion. */
	readonly organisers?: {
		readonly filters: readonly { readonly filter: ListFilter; readonly count: number }[];
		/** Whether entries are on other pages, so that the server alone can search all. */
		readonly isPaged: boolean;
	};
}

export function ListToolbar({ query, groups, isByPlace = false, organisers }: ListToolbarProps) {
	const { t } = useTexts();
	const sort = (
		<SelectField
			field={{ id: "list-sort", name: "sort", initialValue: query.sort }}
			label={t("startingList.sort")}
			none={null}
			options={listSorts.map((value) => ({
				value,
				label: t(`startingList.sort.${isByPlace && value === listSorts[0] ? "place" : value}`),
			}))}
		/>
	);
	const show = (
		<button type="submit" className="button">
			{t("list.show")}
		</button>
	);
	return (
		<>
			<ClassTabs query={query} groups={groups} />
			<Form
				method="get"
				action="/starting-list"
				className={organisers ? "search-line no-print" : "toolbar"}
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
					isLine={organisers !== undefined}
					{...(organisers?.isPaged ? {} : { nothingFound: t("startingList.nothingFound") })}
				/>
				{organisers ? (
					<FilterMenu query={query} filters={organisers.filters}>
						{sort}
						{show}
					</FilterMenu>
				) : (
					<>
						{sort}
						{show}
					</>
				)}
			</Form>
		</>
	);
}

function ClassTabs({ query, groups }: Pick<ListToolbarProps, "query" | "groups">) {
	const { t, classNameOf } = useTexts();
	const all = groups.reduce((sum, { found }) => sum + found, 0);
	const links = [
		{ type: null, label: t("startingList.allClasses"), count: all },
		...groups.map(({ type, found }) => ({ type, label: classNameOf(type), count: found })),
	];
	return (
		<nav className="tabs mt-4 max-md:mt-2" aria-label={t("startingList.classes")}>
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

interface FilterMenuProps extends Pick<ListToolbarProps, "query"> {
	readonly filters: NonNullable<ListToolbarProps["organisers"]>["filters"];
	/** What else is chosen. */
	readonly children: ReactNode;
}

/**
 * What is rarely asked, folded; what is chosen stands on the button. States are links, so that a choice can be shared and the way back
 * leads to the one before. What nobody is in is left out.
 */
function FilterMenu({ query, filters, children }: FilterMenuProps) {
	const { t } = useTexts();
	const { filter: chosen, completion, sort } = query;
	const shown = filters.filter(({ filter, count }) => count > 0 || filter === chosen);
	return (
		// A choice that is sent closes it.
		<details className="menu" key={`${sort}-${completion}`}>
			<summary className="button">
				{chosen
					? t(`startingList.filter.${chosen}`)
					: completion === completions[0]
						? t("statuses.filter")
						: t(`startingList.completion.${completion}`)}
				<Icon name="chevron-down" />
			</summary>
			<div className="menu-list right-0 w-72 max-h-none">
				<nav aria-label={t("startingList.filter")}>
					<AppLink
						to={listAddress(query, { filter: null })}
						aria-current={chosen === null ? "page" : undefined}
					>
						{t("startingList.filter.all")}
					</AppLink>
					{shown.map(({ filter, count }) => (
						<AppLink
							key={filter}
							to={listAddress(query, { filter })}
							aria-current={chosen === filter ? "page" : undefined}
						>
							{t(`startingList.filter.${filter}`)} <span className="badge">{count}</span>
						</AppLink>
					))}
					<AppLink to={owingPath}>{t("startingList.filter.owing")}</AppLink>
				</nav>
				<div className="grid gap-3 p-3">
					<SelectField
						field={{ id: "list-completion", name: "completion", initialValue: completion }}
						label={t("startingList.completion")}
						hint={t("startingList.completion.hint")}
						none={null}
						options={completions.map((value) => ({ value, label: t(`startingList.completion.${value}`) }))}
					/>
					{children}
				</div>
			</div>
		</details>
	);
}
