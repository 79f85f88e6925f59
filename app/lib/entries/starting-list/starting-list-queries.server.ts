import { count, eq } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { flownUntil } from "~/lib/db/conditions.server";
import { preparedRead, type Results, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import { type competitionClasses, gliderTypes, registrations, users } from "~db/schema";
import { isCompetitor, isCompetitorOrWaiting, isWaiting, markColumns } from "../entries-queries.server";
import { reserveQueue } from "../reserve-queue";
import { listOrder } from "./list-query";

/** What everybody sees of an entry, or what puts it in its place. */
export const shownColumns = {
	...pick(registrations, "id", "number", "createdAt"),
	classId: registrations.competitionClassId,
	...markColumns,
	...pick(registrations, "aeroclub", "startNumber", "registrationNumber"),
	...pick(registrations, "accepted", "paid", "isReserve", "registrationCompleted"),
	...pick(registrations, "withdrawnFrom", "placeByHand"),
	...pick(users, "name", "surname"),
	gliderName: gliderTypes.name,
	gliderIndex: gliderTypes.index,
};

export const isOfAccount = eq(users.id, registrations.userId);
export const isOfGlider = eq(gliderTypes.id, registrations.gliderTypeId);

function selectShown(db: Db) {
	return db
		.select(shownColumns)
		.from(registrations)
		.innerJoin(users, isOfAccount)
		.innerJoin(gliderTypes, isOfGlider)
		.$dynamic();
}

/** Selects also what organisers alone see; when an entry has flown takes as long to find as all the rest. */
function selectWhole(db: Db) {
	return db
		.select({
			...shownColumns,
			...pick(registrations, "userId", "birthDate", "withdrawnReason"),
			...pick(registrations, "rankingPosition", "isWildcard", "igcId"),
			flownUntil,
			...pick(registrations, "hasEngine", "gliderTypeId", "requestedChange", "version"),
			erasedAt: users.erasedAt,
		})
		.from(registrations)
		.innerJoin(users, isOfAccount)
		.innerJoin(gliderTypes, isOfGlider)
		.$dynamic();
}

type ShownEntry = Awaited<ReturnType<typeof selectShown>>[number];
type WholeEntry = Awaited<ReturnType<typeof selectWhole>>[number];
export type ListedClass = typeof competitionClasses.$inferSelect;

/** Queries for the visitors' list. Visitors see accepted entries, and only the number of waiting entries in each class. */
export function publicListQueries(db: Db) {
	return {
		classes: allClasses(db),
		listed: selectShown(db).where(eq(registrations.accepted, true)),
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
	return selectWhole(db).where(isCompetitor);
}

export function wholeListQueries(db: Db) {
	return { classes: allClasses(db), listed: selectWhole(db).where(isCompetitorOrWaiting) };
}

type WholeList = Results<ReturnType<typeof wholeListQueries>>;

/** `reservePlace` is the place among the reserves of the class, null for a starter. */
export type PlacedEntry = Placed<ShownEntry>;

type Placed<Of extends ShownEntry> = Of & { readonly reservePlace: number | null };

export interface ListGroup<E> {
	readonly competitionClass: ListedClass;
	readonly entries: readonly E[];
}

const readPublicList = preparedRead([], publicListQueries);

/** The visitors' list: a group for each class, with the number of its waiting entries. */
export async function readStartingList({ db }: Ctx) {
	return toPublicList(await readPublicList(db, {}));
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

export type AdminEntry = Placed<WholeEntry> & { readonly duplicateStartNumber: boolean };

/** Reads the organisers' list: every entry, with a flag when another entry has the same start number. */
export async function readWholeList({ db }: StaffCtx<"entries">): Promise<readonly ListGroup<AdminEntry>[]> {
	return toWholeList(await read(db, wholeListQueries(db)));
}

/** Makes the list from rows, for pages that read more in the same batch. */
export function toWholeList(list: WholeList): readonly ListGroup<AdminEntry>[] {
	const seen = new Map<string, number>();
	const keyOf = ({ startNumber }: ShownEntry) => foldedNumber(startNumber);
	for (const entry of list.listed) seen.set(keyOf(entry), (seen.get(keyOf(entry)) ?? 0) + 1);
	return groupsOf(list).map((group) => ({
		...group,
		entries: group.entries.map((entry) => ({
			...entry,
			duplicateStartNumber: (seen.get(keyOf(entry)) ?? 0) > 1,
		})),
	}));
}

function groupsOf<Of extends ShownEntry>({
	classes,
	listed,
}: {
	readonly classes: readonly ListedClass[];
	readonly listed: readonly Of[];
}): ListGroup<Placed<Of>>[] {
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
