import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { SearchField } from "~/components/search-field";
import { completions, type ListQuery, listAddress } from "./list-query";
import { listSorts } from "./list-sort";

interface ListToolbarProps {
	readonly query: ListQuery;
	readonly groups: readonly {
		readonly type: string;
		readonly counts: { readonly starters: number; readonly reserves: number; readonly waiting: number };
	}[];
	/** Whether to count waiting entries, and to offer the choice by completion. */
	readonly organisers: boolean;
}

export function ListToolbar({ query, groups, organisers }: ListToolbarProps) {
	const { t } = useTranslation();
	return (
		<>
			<ClassTabs query={query} groups={groups} organisers={organisers} />
			<Form
				method="get"
				action="/starting-list"
				className="toolbar"
				role="search"
				autoComplete="off"
				reloadDocument={!organisers}
			>
				{query.classType && <input type="hidden" name="class" value={query.classType} />}
				<SearchField id="list-q" label={t("startingList.search")} q={query.q} />
				<div className="field">
					<label htmlFor="list-sort">{t("startingList.sort")}</label>
					<select id="list-sort" name="sort" defaultValue={query.sort}>
						{listSorts.map((sort) => (
							<option key={sort} value={sort}>
								{t(`startingList.sort.${sort}`)}
							</option>
						))}
					</select>
				</div>
				{organisers && (
					<div className="field">
						<label htmlFor="list-completion">{t("startingList.completion")}</label>
						<select id="list-completion" name="completion" defaultValue={query.completion}>
							{completions.map((completion) => (
								<option key={completion} value={completion}>
									{t(`startingList.completion.${completion}`)}
								</option>
							))}
						</select>
					</div>
				)}
				<button type="submit" className="button">
					{t("list.show")}
				</button>
			</Form>
		</>
	);
}

function ClassTabs({ query, groups, organisers }: ListToolbarProps) {
	const { t } = useTranslation();
	const countOf = ({ counts }: ListToolbarProps["groups"][number]) =>
		counts.starters + counts.reserves + (organisers ? counts.waiting : 0);
	const all = groups.reduce((sum, group) => sum + countOf(group), 0);
	const links = [
		{ type: null, label: t("startingList.allClasses"), count: all },
		...groups.map((group) => ({
			type: group.type,
			label: t(`competitionClass.${group.type}`),
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
