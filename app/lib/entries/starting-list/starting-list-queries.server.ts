import { count, eq } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { flownUntil } from "~/lib/db/conditions.server";
import { type Results, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import { type competitionClasses, gliderTypes, registrations, users } from "~db/schema";
import { isCompetitor, isCompetitorOrWaiting, isWaiting, markColumns } from "../entries-queries.server";
import { reserveQueue } from "../reserve-queue";
import { listOrder } from "./list-query";

function selectListed(db: Db) {
	return db
		.select({
			...pick(registrations, "id", "userId", "number"),
			classId: registrations.competitionClassId,
			...markColumns,
			...pick(registrations, "birthDate", "aeroclub", "startNumber", "registrationNumber"),
			...pick(registrations, "accepted", "withdrawnFrom", "withdrawnReason"),
			flownUntil,
			...pick(registrations, "paid", "isReserve", "registrationCompleted", "hasEngine"),
			...pick(registrations, "gliderTypeId", "requestedChange", "version", "createdAt"),
			...pick(users, "name", "surname", "erasedAt"),
			gliderName: gliderTypes.name,
			gliderIndex: gliderTypes.index,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.$dynamic();
}

type ListedEntry = Awaited<ReturnType<typeof selectListed>>[number];
type ListedClass = typeof competitionClasses.$inferSelect;

/** Queries for the visitors' list. Visitors see accepted entries, and only the number of waiting entries in each class. */
export function publicListQueries(db: Db) {
	return {
		classes: allClasses(db),
		listed: selectListed(db).where(eq(registrations.accepted, true)),
		waiting: db
			.select({ classId: registrations.competitionClassId, waiting: count() })
			.from(registrations)
			.innerJoin(users, eq(users.id, registrations.userId))
			.where(isWaiting)
			.groupBy(registrations.competitionClassId),
	};
}

/** Selects the competitors of the list, including those who have withdrawn. */
export function listedCompetitors(db: Db) {
	return selectListed(db).where(isCompetitor);
}

export function wholeListQueries(db: Db) {
	return { classes: allClasses(db), listed: selectListed(db).where(isCompetitorOrWaiting) };
}

type WholeList = Results<ReturnType<typeof wholeListQueries>>;

/** `reservePlace` is the place among the reserves of the class, null for a starter. */
export type PlacedEntry = ListedEntry & { readonly reservePlace: number | null };

export interface ListGroup<E> {
	readonly competitionClass: ListedClass;
	readonly entries: readonly E[];
}

/** The visitors' list: a group for each class, with the number of its waiting entries. */
export async function readStartingList({ db }: Ctx) {
	return toPublicList(await read(db, publicListQueries(db)));
}

/** Makes the list from rows, for pages that read more in the same batch. */
export function toPublicList({
	waiting,
	...list
}: Results<ReturnType<typeof publicListQueries>>): readonly (ListGroup<PlacedEntry> & {
	readonly waiting: number;
})[] {
	return groupsOf(list).map((group) => ({
		...group,
		waiting: waiting.find(({ classId }) => classId === group.competitionClass.id)?.waiting ?? 0,
	}));
}

export type AdminEntry = PlacedEntry & { readonly duplicateStartNumber: boolean };

/** Reads the organisers' list: every entry, with a flag when another entry has the same start number. */
export async function readWholeList({ db }: AdminCtx): Promise<readonly ListGroup<AdminEntry>[]> {
	return toWholeList(await read(db, wholeListQueries(db)));
}

/** Makes the list from rows, for pages that read more in the same batch. */
export function toWholeList(list: WholeList): readonly ListGroup<AdminEntry>[] {
	const seen = new Map<string, number>();
	const keyOf = ({ startNumber }: ListedEntry) => foldedNumber(startNumber);
	for (const entry of list.listed) seen.set(keyOf(entry), (seen.get(keyOf(entry)) ?? 0) + 1);
	return groupsOf(list).map((group) => ({
		...group,
		entries: group.entries.map((entry) => ({
			...entry,
			duplicateStartNumber: (seen.get(keyOf(entry)) ?? 0) > 1,
		})),
	}));
}

function groupsOf({ classes, listed }: WholeList): ListGroup<PlacedEntry>[] {
	return classes.map((competitionClass) => {
		const ofClass = listed.filter(({ classId }) => classId === competitionClass.id);
		const places = reserveQueue(ofClass.filter(({ accepted, isReserve }) => accepted && isReserve));
		return {
			competitionClass,
			entries: ofClass
				.map((entry) => ({ ...entry, reservePlace: places.get(entry.id) ?? null }))
				.sort(listOrder),
		};
	});
}
