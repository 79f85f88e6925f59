import type { Edition } from "~editions/schema";
import type { FileIndex } from "./file-index";
import type { Dump } from "./open-dump";
import type { Reading } from "./read-document";
import type { Held, Row } from "./store-rows";
import type { Survey } from "./survey";

/** What a document becomes, or why it is left out. */
export type Converted = { readonly rows: readonly Row[] } | LeftOut;

export type LeftOut = { readonly leftOut: string };

export function leftOut(why: string): LeftOut {
	return { leftOut: why };
}

/** Makes rows of the documents of a collection, in the order of the dump. */
export interface Converter {
	readonly convert: (reading: Reading) => Converted | Promise<Converted>;
	/** Rows that all documents make together. */
	readonly finish?: () => readonly Row[];
}

/** A collection that is taken over. */
export interface Collection {
	readonly name: string;
	/** Its fields, those of groups as `glider.startNumber`. */
	readonly fields: readonly string[];
	/** Selects the ids of its documents that are here. */
	readonly held: string;
	/** Whether a row stays as it is when the audit log names it: its table has no other mark of a change. */
	readonly isAudited?: boolean;
	readonly begin: (moving: Moving) => Promise<Converter>;
}

/** Entry of the dump, as results and logs need it. */
export interface MovedEntry {
	readonly id: string;
	readonly fullName: string;
	readonly classId: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly logger: string;
	/** Whether its account was erased here since. */
	readonly isErased: boolean;
}

/** What has been taken over so far, for the references to it. */
export interface Known {
	readonly regions: Set<string>;
	/** Types by id. */
	readonly classes: Map<string, string>;
	readonly gliderTypes: Set<string>;
	/** Names by id. */
	readonly accommodation: Map<string, string>;
	/** Dates by id. */
	readonly days: Map<string, string>;
	readonly users: Map<string, { readonly fullName: string; readonly isErased: boolean }>;
	readonly entries: Map<string, MovedEntry>;
	readonly entryOfUser: Map<string, string>;
	/** Ids of classes and days of the dump, by those that these rows have here before they get them. */
	readonly renamed: Map<string, string>;
	/** Handicaps by id of the type of glider, where the dump states another one than the index makes. */
	readonly handicaps: Map<string, number>;
}

export interface Moving {
	readonly edition: Edition;
	readonly dump: Dump;
	/** Null without a folder of files. */
	readonly files: FileIndex | null;
	/** Whether administrators become organisers. */
	readonly organisers: boolean;
	/** Whether the rows are written, or only looked at. */
	readonly writes: boolean;
	readonly now: Date;
	readonly query: (sql: string) => Promise<Held[]>;
	/** Ids of what the audit log says that somebody has changed here. */
	readonly changedHere: ReadonlySet<string>;
	readonly survey: Survey;
	readonly known: Known;
}

export function nothingKnown(): Known {
	return {
		regions: new Set(),
		classes: new Map(),
		gliderTypes: new Set(),
		accommodation: new Map(),
		days: new Map(),
		users: new Map(),
		entries: new Map(),
		entryOfUser: new Map(),
		renamed: new Map(),
		handicaps: new Map(),
	};
}

export const noDay = leftOut("its day leads nowhere, or is left out");

/** The class and the day of a document. Both must be there. */
export function classAndDayOf(
	{ known }: Moving,
	reading: Reading,
): { readonly competitionClassId: string; readonly dayId: string; readonly key: string } | LeftOut {
	const dayId = reading.reference("day") ?? "";
	if (!known.days.has(dayId)) return noDay;
	const competitionClassId = reading.reference("competitionClass") ?? "";
	if (!known.classes.has(competitionClassId)) return leftOut("its class leads nowhere, or is left out");
	return { competitionClassId, dayId, key: `${competitionClassId} ${dayId}` };
}

/** The same key for a row that is here: it gets the ids of the dump with its class and day. */
export function heldClassDay({ renamed }: Known, held: Held): string {
	const renew = (id: unknown) => renamed.get(String(id)) ?? id;
	return `${renew(held.competition_class_id)} ${renew(held.day_id)}`;
}

/** Whether an id is one of the dump: those have 24 digits, and ours are longer. */
export function isMovedId(id: string): boolean {
	return id.length === 24;
}

/** When a document was made: as it says, else as its id does, whose first four bytes are seconds. */
export function createdAt(reading: Reading): Date {
	return reading.time("createdAt") ?? new Date(Number.parseInt(reading.id.slice(0, 8), 16) * 1000);
}

export function updatedAt(reading: Reading): Date {
	return reading.time("updatedAt") ?? createdAt(reading);
}
