import { limits } from "~/lib/forms/limits";
import { compareNames } from "~/lib/i18n/collate";
import { isPaymentDue } from "../payment";
import { byEntry, type EnteredAt } from "../reserve-queue";

/** Filters for organisers, beside class and search. Each of them is an address of the list. */
const listFilters = ["waiting", "changes", "unpaid", "reserve", "duplicates", "withdrawn"] as const;
export type ListFilter = (typeof listFilters)[number];

interface Filtered {
	readonly accepted: boolean;
	/** Local date. */
	readonly withdrawnFrom: string | null;
	readonly isReserve: boolean;
	readonly paid: boolean;
	readonly duplicateStartNumber: boolean;
	readonly requestedChange: object | null;
}

const fits: Readonly<Record<ListFilter, (entry: Filtered) => boolean>> = {
	waiting: ({ accepted, withdrawnFrom }) => !accepted && withdrawnFrom === null,
	changes: ({ requestedChange }) => requestedChange !== null,
	unpaid: isPaymentDue,
	reserve: ({ accepted, isReserve }) => accepted && isReserve,
	duplicates: ({ duplicateStartNumber }) => duplicateStartNumber,
	withdrawn: ({ withdrawnFrom }) => withdrawnFrom !== null,
};

/** Whether an entry passes a filter. @param filter null lets all entries pass */
export function fitsFilter(filter: ListFilter | null, entry: Filtered): boolean {
	return filter === null || fits[filter](entry);
}

/** The number of entries of each filter. */
export function countFilters(entries: readonly Filtered[]) {
	return listFilters.map((filter) => ({
		filter,
		count: entries.filter((entry) => fitsFilter(filter, entry)).length,
	}));
}

/** The first one is the list's own order. */
export const listSorts = ["startNumber", "name", "aeroclub", "glider"] as const;
export type ListSort = (typeof listSorts)[number];

/** Whether the registration on site is complete. Only organisers have this filter. */
export const completions = ["all", "completed", "not-completed"] as const;
export type Completion = (typeof completions)[number];

export interface ListQuery {
	/** The searched words. */
	readonly q: string;
	/** Null for all classes. */
	readonly classType: string | null;
	readonly sort: ListSort;
	readonly completion: Completion;
	/** Null for all entries. Only organisers have this filter. */
	readonly filter: ListFilter | null;
	/** The first is 1. Only the organisers' list has pages: what visitors see is found, printed and chosen as a whole. */
	readonly page: number;
}

/** Entries on a page of the organisers' list. A competition has fewer; more take a phone seconds to draw after each tap. */
const entriesOnPage = 200;

/** The part of the list that a page shows, as places in it. A search shows all that it finds. */
export function pageOf({ q, page }: ListQuery, entries: number) {
	const pages = q ? 1 : Math.max(1, Math.ceil(entries / entriesOnPage));
	const shown = Math.min(page, pages);
	const from = (shown - 1) * entriesOnPage;
	return { page: shown, pages, from, to: q ? entries : from + entriesOnPage };
}

/** Reads the query. An invalid value counts as a missing one. @param classTypes keys of the classes of the edition */
export function listQueryOf(search: URLSearchParams, classTypes: readonly string[]): ListQuery {
	return {
		q: (search.get("q") ?? "").trim().slice(0, limits.search),
		classType: classTypes.find((type) => type === search.get("class")) ?? null,
		sort: listSorts.find((sort) => sort === search.get("sort")) ?? listSorts[0],
		completion: completions.find((value) => value === search.get("completion")) ?? completions[0],
		filter: listFilters.find((filter) => filter === search.get("filter")) ?? null,
		page: /^[1-9]\d{0,3}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1,
	};
}

/** Writes the query without its defaults, so that one list has one address. */
export function listSearch({ q, classType, sort, completion, filter, page }: ListQuery): URLSearchParams {
	const search = new URLSearchParams();
	if (filter) search.set("filter", filter);
	if (classType) search.set("class", classType);
	if (q) search.set("q", q);
	if (sort !== listSorts[0]) search.set("sort", sort);
	if (completion !== completions[0]) search.set("completion", completion);
	if (page > 1) search.set("page", String(page));
	return search;
}

/** Another choice begins on its first page. */
export function listAddress(query: ListQuery, change: Partial<ListQuery> = {}): string {
	const search = listSearch({ ...query, page: 1, ...change });
	return search.size > 0 ? `/starting-list?${search}` : "/starting-list";
}

/** The fields that decide an entry's place in the list. */
interface Ordered extends EnteredAt {
	readonly startNumber: string;
	readonly isReserve: boolean;
}

/** Compares by start number in natural order: 7, 7K, 12. */
export function byStartNumberThenEntry(a: Ordered, b: Ordered): number {
	return compareNames(a.startNumber, b.startNumber) || byEntry(a, b);
}

/** The order of the starting list: starters by start number, then the queue of reserves. */
export function listOrder(a: Ordered, b: Ordered): number {
	if (a.isReserve !== b.isReserve) return a.isReserve ? 1 : -1;
	return a.isReserve ? byEntry(a, b) : byStartNumberThenEntry(a, b);
}
