import type { Edition } from "~editions/schema";
import type { FileIndex } from "./file-index";
import type { Dump } from "./open-dump";
import type { Reading } from "./read-document";
import type { Held, Row } from "./store-rows";
import type { Survey } from "./survey";

/** What a document becomes, or why it is left out. */
export type Converted = { readonly rows: readonly Row[] } | { readonly leftOut: string };

export function leftOut(why: string): Converted {
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
	};
}

/** When a document was made: as it says, else as its id does, whose first four bytes are seconds. */
export function createdAt(reading: Reading): Date {
	return reading.time("createdAt") ?? new Date(Number.parseInt(reading.id.slice(0, 8), 16) * 1000);
}

export function updatedAt(reading: Reading): Date {
	return reading.time("updatedAt") ?? createdAt(reading);
}
