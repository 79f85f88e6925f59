import { limits } from "~/lib/forms/limits";
import { classTypes } from "~db/enums";
import { type ListFilter, listFilters } from "./list-filters";

/** The first is the list's own order. */
export const listSorts = ["startNumber", "name", "aeroclub", "glider"] as const;
export type ListSort = (typeof listSorts)[number];

/** Whether the registration on site is complete; a choice for organisers. */
export const completions = ["all", "completed", "not-completed"] as const;
export type Completion = (typeof completions)[number];

export interface ListQuery {
	/** Searched words. */
	readonly q: string;
	/** Null for all classes. */
	readonly classType: string | null;
	readonly sort: ListSort;
	readonly completion: Completion;
	/** A choice for organisers; null for all. */
	readonly filter: ListFilter | null;
}

/** Treats an invalid value like a missing one. */
export function listQueryOf(search: URLSearchParams): ListQuery {
	return {
		q: (search.get("q") ?? "").trim().slice(0, limits.search),
		classType: classTypes.find((type) => type === search.get("class")) ?? null,
		sort: listSorts.find((sort) => sort === search.get("sort")) ?? listSorts[0],
		completion: completions.find((value) => value === search.get("completion")) ?? completions[0],
		filter: listFilters.find((filter) => filter === search.get("filter")) ?? null,
	};
}

/** Leaves out defaults, so that one list has one address. */
export function listSearch({ q, classType, sort, completion, filter }: ListQuery): URLSearchParams {
	const search = new URLSearchParams();
	if (filter) search.set("filter", filter);
	if (classType) search.set("class", classType);
	if (q) search.set("q", q);
	if (sort !== listSorts[0]) search.set("sort", sort);
	if (completion !== completions[0]) search.set("completion", completion);
	return search;
}

export function listAddress(query: ListQuery, change: Partial<ListQuery> = {}): string {
	const search = listSearch({ ...query, ...change });
	return search.size > 0 ? `/starting-list?${search}` : "/starting-list";
}
