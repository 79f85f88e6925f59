import { matcherOf } from "~/lib/i18n/word-search";
import { fitsFilter } from "./list-filters";
import type { Completion, ListQuery } from "./list-query";
import { sortEntries } from "./list-sort";
import type { AdminEntry, ListGroup, PlacedEntry } from "./starting-list.server";

/** The entries of a class that an address of the list asks for. */
export function chosenEntries<E extends PlacedEntry>(
	{ competitionClass, entries }: ListGroup<E>,
	query: ListQuery,
): readonly E[] {
	if (query.classType && query.classType !== competitionClass.type) return [];
	const matches = matcherOf(query.q);
	const found = entries.filter((entry) =>
		matches([
			entry.name,
			entry.surname,
			entry.aeroclub,
			entry.startNumber,
			entry.gliderName,
			entry.registrationNumber,
		]),
	);
	return sortEntries(found, query.sort);
}

/** Like `chosenEntries`, with the choices of organisers. */
export function chosenForOrganisers(group: ListGroup<AdminEntry>, query: ListQuery): readonly AdminEntry[] {
	return chosenEntries(group, query).filter(
		(entry) =>
			fitsFilter(query.filter, entry) && fitsCompletion(query.completion, entry.registrationCompleted),
	);
}

/** Ids of the accounts behind the entries that organisers see; the erased ones get no mail. */
export function accountsOf(groups: readonly ListGroup<AdminEntry>[], query: ListQuery): readonly string[] {
	return groups
		.flatMap((group) => chosenForOrganisers(group, query))
		.filter(({ erasedAt }) => erasedAt === null)
		.map(({ userId }) => userId);
}

function fitsCompletion(completion: Completion, completed: boolean): boolean {
	return completion === "all" || completed === (completion === "completed");
}
