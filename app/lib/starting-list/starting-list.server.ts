import type { AdminCtx, Ctx } from "~/lib/context";
import { foldedNumber } from "~/lib/registrations/start-number";
import { byEntry, listOrder } from "./list-order";
import {
	type ListedClass,
	type ListedEntry,
	publicListQueries,
	wholeListQueries,
} from "./starting-list-queries.server";

/** `reservePlace` is the place among the reserves of the class, null for a starter. */
export type PlacedEntry = ListedEntry & { readonly reservePlace: number | null };

export interface ListGroup<E> {
	readonly competitionClass: ListedClass;
	readonly entries: readonly E[];
}

/** The visitors' list: a group for each class, with the number of its waiting entries. */
export async function readStartingList({ db }: Ctx) {
	return toPublicList(...(await db.batch(publicListQueries(db))));
}

/** For pages that read more in the same batch. */
export function toPublicList(
	classes: readonly ListedClass[],
	entries: readonly ListedEntry[],
	waiting: readonly { readonly classId: string; readonly waiting: number }[],
): readonly (ListGroup<PlacedEntry> & { readonly waiting: number })[] {
	return groupsOf(classes, entries).map((group) => ({
		...group,
		waiting: waiting.find(({ classId }) => classId === group.competitionClass.id)?.waiting ?? 0,
	}));
}

export type AdminEntry = PlacedEntry & { readonly duplicateStartNumber: boolean };

/** The organisers' list: every entry, with a flag where another entry has the same start number. */
export async function readWholeList({ db }: AdminCtx): Promise<readonly ListGroup<AdminEntry>[]> {
	return toWholeList(...(await db.batch(wholeListQueries(db))));
}

/** For pages that read more in the same batch. */
export function toWholeList(
	classes: readonly ListedClass[],
	entries: readonly ListedEntry[],
): readonly ListGroup<AdminEntry>[] {
	const seen = new Map<string, number>();
	const keyOf = ({ startNumber }: ListedEntry) => foldedNumber(startNumber);
	for (const entry of entries) seen.set(keyOf(entry), (seen.get(keyOf(entry)) ?? 0) + 1);
	return groupsOf(classes, entries).map((group) => ({
		...group,
		entries: group.entries.map((entry) => ({
			...entry,
			duplicateStartNumber: (seen.get(keyOf(entry)) ?? 0) > 1,
		})),
	}));
}

function groupsOf(
	classes: readonly ListedClass[],
	entries: readonly ListedEntry[],
): ListGroup<PlacedEntry>[] {
	return classes.map((competitionClass) => {
		const ofClass = entries.filter(({ classId }) => classId === competitionClass.id);
		const reserves = ofClass.filter(({ accepted, isReserve }) => accepted && isReserve).sort(byEntry);
		const places = new Map(reserves.map(({ id }, index) => [id, index + 1]));
		return {
			competitionClass,
			entries: ofClass
				.map((entry) => ({ ...entry, reservePlace: places.get(entry.id) ?? null }))
				.sort(listOrder),
		};
	});
}
