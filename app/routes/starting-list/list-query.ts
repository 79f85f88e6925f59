import { limits } from "~/lib/forms/limits";
import { classTypes } from "~db/enums";
import { isListSort, type ListSort, listSorts } from "./list-sort";

/** Which entries organisers see: all, or by whether the registration on site is complete. */
export const completions = ["all", "completed", "not-completed"] as const;
export type Completion = (typeof completions)[number];

/** What the address of the list asks for. */
export interface ListQuery {
	/** Words to look for. */
	readonly q: string;
	/** Type of the one class shown; null shows all. */
	readonly classType: string | null;
	readonly sort: ListSort;
	readonly completion: Completion;
}

/** Reads the address; what makes no sense counts as absent. */
export function listQueryOf(search: URLSearchParams): ListQuery {
	const sort = search.get("sort");
	return {
		q: (search.get("q") ?? "").trim().slice(0, limits.search),
		classType: classTypes.find((type) => type === search.get("class")) ?? null,
		sort: isListSort(sort) ? sort : listSorts[0],
		completion: completions.find((value) => value === search.get("completion")) ?? completions[0],
	};
}

/** The address of the list with other wishes; those that are the list's own are left out. */
export function listAddress(query: ListQuery, change: Partial<ListQuery> = {}): string {
	const { q, classType, sort, completion } = { ...query, ...change };
	const search = new URLSearchParams();
	if (classType) search.set("class", classType);
	if (q) search.set("q", q);
	if (sort !== listSorts[0]) search.set("sort", sort);
	if (completion !== completions[0]) search.set("completion", completion);
	return search.size > 0 ? `/starting-list?${search}` : "/starting-list";
}
