import type { AdminCtx, Ctx } from "~/lib/context";
import { matcherOf } from "~/lib/i18n/word-search";
import { variableSymbol } from "~/lib/registrations/payment";
import {
	type ListGroup,
	type PlacedEntry,
	readStartingList,
	readWholeList,
} from "~/lib/starting-list/starting-list.server";
import type { Completion, ListQuery } from "./list-query";
import { sortEntries } from "./list-sort";

interface Counts {
	readonly starters: number;
	readonly reserves: number;
	readonly waiting: number;
}

/** Everybody gets these fields. */
function toShown({
	id,
	name,
	surname,
	aeroclub,
	startNumber,
	gliderName,
	gliderIndex,
	...rest
}: PlacedEntry) {
	return {
		id,
		fullName: `${name} ${surname}`,
		aeroclub,
		startNumber,
		gliderName,
		gliderIndex,
		registrationNumber: rest.registrationNumber,
		reservePlace: rest.reservePlace,
	};
}

export type ShownEntry = ReturnType<typeof toShown>;

/** The counts are of the whole class, the entries those that the address asks for. */
export async function publicListPage(ctx: Ctx, query: ListQuery) {
	const groups = await readStartingList(ctx);
	return {
		groups: groups.map((group) => ({
			...headOf(group, { ...countsOf(group.entries), waiting: group.waiting }),
			entries: chosen(group, query).map(toShown),
		})),
	};
}

export async function adminListPage(ctx: AdminCtx, query: ListQuery) {
	const groups = await readWholeList(ctx);
	return {
		groups: groups.map((group) => ({
			...headOf(group, countsOf(group.entries)),
			entries: chosen(group, query)
				.filter(({ registrationCompleted }) => fits(query.completion, registrationCompleted))
				.map((entry) => ({
					...toShown(entry),
					accepted: entry.accepted,
					isReserve: entry.isReserve,
					paid: entry.paid,
					registrationCompleted: entry.registrationCompleted,
					variableSymbol: variableSymbol(ctx.edition.year, entry.number),
					duplicateStartNumber: entry.duplicateStartNumber,
				})),
		})),
	};
}

export type AdminGroup = Awaited<ReturnType<typeof adminListPage>>["groups"][number];
export type PublicGroup = Awaited<ReturnType<typeof publicListPage>>["groups"][number];

function headOf({ competitionClass: { id, type } }: ListGroup<PlacedEntry>, counts: Counts) {
	return { id, type, counts };
}

function countsOf(entries: readonly PlacedEntry[]): Counts {
	const accepted = entries.filter((entry) => entry.accepted);
	const reserves = accepted.filter(({ isReserve }) => isReserve).length;
	return {
		starters: accepted.length - reserves,
		reserves,
		waiting: entries.length - accepted.length,
	};
}

function chosen<E extends PlacedEntry>(
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

function fits(completion: Completion, completed: boolean): boolean {
	return completion === "all" || completed === (completion === "completed");
}
