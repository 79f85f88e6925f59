import { variableSymbol } from "~/lib/entries/payment";
import { compareNames } from "~/lib/i18n/collate";
import { matcherOf } from "~/lib/i18n/word-search";
import {
	byStartNumberThenEntry,
	type Completion,
	fitsFilter,
	type ListQuery,
	type ListSort,
	listOrder,
} from "./list-query";
import type { AdminEntry, ListGroup, PlacedEntry } from "./starting-list-queries.server";

/**
 * Returns the entries of a class that match the query of the list's address.
 * @param moreTexts further texts of an entry that are shown and searched
 */
export function chosenEntries<E extends PlacedEntry>(
	{ competitionClass, entries }: ListGroup<E>,
	query: ListQuery,
	moreTexts: (entry: E) => readonly string[] = () => [],
): readonly E[] {
	if (query.classType && query.classType !== competitionClass.type) return [];
	const matches = matcherOf(query.q);
	const found = entries.filter((entry) =>
		matches([
			entry.name,
			entry.surname,
			entry.secondPilot ?? "",
			entry.nation ?? "",
			entry.aeroclub,
			entry.startNumber,
			entry.gliderName,
			entry.registrationNumber,
			...moreTexts(entry),
		]),
	);
	return sortEntries(found, query.sort);
}

/** Returns what `chosenEntries` does, with the filters of organisers. They also search the variable symbols of the edition's year. */
export function chosenForOrganisers(
	group: ListGroup<AdminEntry>,
	query: ListQuery,
	year: number,
): readonly AdminEntry[] {
	return chosenEntries(group, query, ({ number }) => [variableSymbol(year, number) ?? ""]).filter(
		(entry) =>
			fitsFilter(query.filter, entry) && fitsCompletion(query.completion, entry.registrationCompleted),
	);
}

/** Ids of the accounts of the entries that organisers see. It leaves out erased accounts, which get no mail. */
export function accountsOf(
	groups: readonly ListGroup<AdminEntry>[],
	query: ListQuery,
	year: number,
): readonly string[] {
	return groups
		.flatMap((group) => chosenForOrganisers(group, query, year))
		.filter(({ erasedAt }) => erasedAt === null)
		.map(({ userId }) => userId);
}

function fitsCompletion(completion: Completion, completed: boolean): boolean {
	return completion === "all" || completed === (completion === "completed");
}

/** Reserves by their places, which a policy of the edition gives in another order than that of entry. */
function queueOrder(a: PlacedEntry, b: PlacedEntry): number {
	const [one, other] = [a.reservePlace, b.reservePlace];
	return one !== null && other !== null ? one - other : listOrder(a, b);
}

const sortKeys: Record<Exclude<ListSort, "startNumber">, (entry: PlacedEntry) => string> = {
	name: ({ surname, name }) => `${surname} ${name}`,
	aeroclub: ({ aeroclub }) => aeroclub,
	glider: ({ gliderName }) => gliderName,
};

/** Sorts the entries. Reserves stay last, by their place in the queue. @param entries in `listOrder` */
function sortEntries<E extends PlacedEntry>(entries: readonly E[], sort: ListSort): readonly E[] {
	if (sort === "startNumber") return entries;
	const key = sortKeys[sort];
	return entries.toSorted((a, b) =>
		a.isReserve || b.isReserve
			? queueOrder(a, b)
			: compareNames(key(a), key(b)) || byStartNumberThenEntry(a, b),
	);
}
