import { and, eq, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { first, type Results } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints } from "~/lib/forms/fields";
import { foldedNumber } from "~/lib/i18n/collate";
import type { FieldErrors } from "~/lib/result";
import { accommodationTypes, regions, registrations } from "~db/schema";
import { classById, gliderTypeById } from "./classes-queries.server";
import { type Entry, isCompetitor } from "./entries-queries.server";
import { askedFields, type EntryInput, entryComplaints } from "./entry-schema";
import { isOfClass } from "./gliders";
import { isNation } from "./nations.server";

/** Selects the rows that an entry refers to, for `complaintsAbout`. */
export function referenceQueries(db: Db, input: EntryInput) {
	const { id } = accommodationTypes;
	return {
		region: first(db.select({ id: regions.id }).from(regions).where(eq(regions.id, input.region))),
		competitionClass: first(classById(db, input.competitionClass)),
		gliderType: first(gliderTypeById(db, input.gliderType)),
		accommodation: first(db.select({ id }).from(accommodationTypes).where(eq(id, input.accommodationType))),
		sameNumber: acceptedWithNumber(db, numberOf(input)),
	};
}

/**
 * `foldedNumber` of a column. SQLite's `upper` knows only ASCII letters, which is enough: the schema of an entry stores upper case
 * and ordinary spaces.
 */
export function foldedColumn(startNumber: AnySQLiteColumn) {
	return sql<string>`upper(replace(${startNumber}, ' ', ''))`;
}

interface Numbered {
	readonly competitionClassId: string;
	readonly startNumber: string;
}

function numberOf({ competitionClass, startNumber }: EntryInput): Numbered {
	return { competitionClassId: competitionClass, startNumber };
}

/** Whether an entry keeps the number it has. It may do so even if another entry has that number. */
export function keepsNumber(before: Partial<Numbered>, after: Numbered): boolean {
	return (
		before.competitionClassId === after.competitionClassId &&
		foldedNumber(before.startNumber ?? "") === foldedNumber(after.startNumber)
	);
}

/** Selects the entries of a class that have a start number. One who has withdrawn keeps it, as the results of earlier days do. */
function acceptedWithNumber(db: Db, { competitionClassId, startNumber }: Numbered, condition?: SQL) {
	return db
		.select({ userId: registrations.userId })
		.from(registrations)
		.where(
			and(
				eq(registrations.competitionClassId, competitionClassId),
				isCompetitor,
				eq(foldedColumn(registrations.startNumber), foldedNumber(startNumber)),
				condition,
			),
		);
}

/** A start number, and the account that has it or is to have it. */
type OwnedNumber = Numbered & Pick<Entry, "userId">;

function ofOthers(db: Db, number: OwnedNumber) {
	return acceptedWithNumber(db, number, ne(registrations.userId, number.userId));
}

/** Condition of a write that gives an accepted entry its start number: two organisers may give one number at the same moment. */
export function isNumberFree(db: Db, number: OwnedNumber): SQL {
	return notExists(ofOthers(db, number));
}

/** Whether somebody else's accepted entry of the class has the start number. */
export async function isNumberTaken(db: Db, number: OwnedNumber): Promise<boolean> {
	return (await ofOthers(db, number)).length > 0;
}

/** Those of the entries that have one start number together, or that of another competitor of their class. */
export async function withTakenNumber<E extends OwnedNumber>(
	db: Db,
	entries: readonly E[],
): Promise<readonly E[]> {
	const { userId, competitionClassId, startNumber } = registrations;
	const taken: readonly OwnedNumber[] = await db
		.select({ userId, competitionClassId, startNumber })
		.from(registrations)
		.where(isCompetitor);
	const keyOf = (entry: Numbered) => `${entry.competitionClassId} ${foldedNumber(entry.startNumber)}`;
	const owners = new Set(entries.map((entry) => entry.userId));
	const keys = [...taken.filter((entry) => !owners.has(entry.userId)), ...entries].map(keyOf);
	const several = new Set(keys.filter((key, index) => keys.indexOf(key) < index));
	return entries.filter((entry) => several.has(keyOf(entry)));
}

/** The account of an entry, and the values that the entry has so far. */
type Owned = Pick<Entry, "userId"> & Partial<Pick<Entry, "competitionClassId" | "startNumber">>;

/**
 * Complaints that a schema cannot make: unknown ids, a glider type of another class, a birth date in the future, and a start number
 * that somebody else's accepted entry of the class has.
 */
export function complaintsAbout(
	{ now }: Pick<Ctx, "now">,
	input: EntryInput,
	{
		region,
		competitionClass,
		gliderType,
		accommodation,
		sameNumber,
	}: Results<ReturnType<typeof referenceQueries>>,
	owned: Owned,
): FieldErrors | null {
	const errors: Record<string, string> = {};
	if (input.birthDate && input.birthDate > pragueDate(now)) errors.birthDate = entryComplaints.birthDate;
	for (const name of ["nation", "secondPilotNation"] as const)
		if (input[name] && !isNation(input[name])) errors[name] = complaints.choice;
	if (!region) errors.region = complaints.choice;
	if (!competitionClass) errors.competitionClass = complaints.choice;
	if (!gliderType) errors.gliderType = complaints.choice;
	else if (competitionClass && !isOfClass(gliderType, competitionClass.type)) {
		errors.gliderType = entryComplaints.otherClass;
	}
	if (!accommodation) errors.accommodationType = complaints.choice;
	if (!keepsNumber(owned, numberOf(input)) && sameNumber.some(({ userId }) => userId !== owned.userId)) {
		errors.startNumber = entryComplaints.numberTaken;
	}
	return Object.keys(errors).length > 0 ? errors : null;
}

/** Complaints about what the edition asks its competitors for. Clients that do not know a field say nothing of it, and are not asked. */
export function askedComplaints({ edition }: Pick<Ctx, "edition">, input: EntryInput): FieldErrors | null {
	const missing = askedFields(edition).filter((name) => input[name] === null);
	return missing.length > 0 ? Object.fromEntries(missing.map((name) => [name, complaints.required])) : null;
}

/** Selects the folded start numbers that competitors of more than one class have. */
export function sharedNumbers(db: Db) {
	const number = foldedColumn(registrations.startNumber);
	return db
		.select({ number })
		.from(registrations)
		.where(isCompetitor)
		.groupBy(number)
		.having(sql`count(DISTINCT ${registrations.competitionClassId}) > 1`);
}
