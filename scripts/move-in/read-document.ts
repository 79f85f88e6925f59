import { ObjectId } from "bson";
import { isCleanText } from "~/lib/forms/fields";
import type { Found } from "./found";
import { type Leftovers, noteId, type Tally } from "./tally";

/**
 * Reads the fields of a document. What is not as expected is noted; a value that this site does not take goes into the leftovers, and is never
 * cut. Fields of groups are named as `glider.startNumber`.
 */
export interface Reading {
	readonly id: string;
	/** One line; empty for a missing or refused one. @param max characters */
	readonly line: (field: string, max: number) => string;
	/** Text with lines; null for a missing or refused one. */
	readonly text: (field: string, max: number) => string | null;
	/** Null for a missing or refused one. */
	readonly number: (field: string) => number | null;
	/** The same for a whole number of a range. */
	readonly whole: (field: string, least: number, most: number) => number | null;
	readonly flag: (field: string) => boolean;
	/** Null for a missing time. */
	readonly time: (field: string) => Date | null;
	/** Id to which a reference leads; null for a missing one. */
	readonly reference: (field: string) => string | null;
	/** A text that is in no note and no leftover; empty for a missing one. */
	readonly secret: (field: string) => string;
	readonly has: (field: string) => boolean;
	/** Notes what is changed on the way. @param value goes into the leftovers */
	readonly note: (what: string, field?: string, value?: unknown) => void;
}

/** The id of a document, or to which a reference leads; null for anything else. */
export function idOf(value: unknown): string | null {
	if (value instanceof ObjectId) return value.toHexString();
	if (typeof value === "string" && /^[0-9a-f]{24}$/.test(value)) return value;
	const populated = value as { readonly _id?: unknown } | null | undefined;
	return populated !== null && typeof populated === "object" && populated._id instanceof ObjectId
		? populated._id.toHexString()
		: null;
}

/** Of every document; the version is that of its library. */
const fieldsOfAll = ["_id", "__v", "createdAt", "updatedAt"];

/** @param fields that its collection has */
export function readingOf(
	document: Found["document"],
	id: string,
	{ tally, leftovers, fields }: { tally: Tally; leftovers: Leftovers; fields: readonly string[] },
): Reading {
	const note: Reading["note"] = (what, field, value) => {
		noteId(tally.adapted, what, id);
		if (field !== undefined) leftovers.add({ collection: tally.name, _id: id, why: what, field, value });
	};
	const fieldOf = (field: string) => valueIn(document, field);
	const text = (field: string, max: number, lines: boolean): string | null => {
		const value = fieldOf(field);
		if (value === undefined || value === null || value === "") return null;
		if (typeof value !== "string" && typeof value !== "number") return refused(field, "is no text");
		const said = String(value).replace(/\r\n?/g, "\n");
		if (said.length > max) return refused(field, `is longer than ${max} characters`);
		return isCleanText(said, lines) ? said : refused(field, "has characters that nobody sees");
	};
	const number = (field: string): number | null => {
		const value = fieldOf(field);
		if (value === undefined || value === null || value === "") return null;
		return numberIn(value) ?? refused(field, "is no number");
	};
	function refused(field: string, why: string): null {
		note(`${field} ${why}`, field, fieldOf(field));
		return null;
	}
	for (const field of unknownFields(document, fields)) refused(field, "is not known here");
	return {
		id,
		line: (field, max) => text(field, max, false) ?? "",
		text: (field, max) => text(field, max, true),
		number,
		whole: (field, least, most) => {
			const value = number(field);
			if (value === null) return null;
			return Number.isInteger(value) && value >= least && value <= most
				? value
				: refused(field, `is no whole number from ${least} to ${most}`);
		},
		flag: (field) => {
			const value = fieldOf(field);
			if (typeof value === "boolean") return value;
			if (value !== undefined && value !== null) refused(field, "is neither true nor false");
			return false;
		},
		time: (field) => {
			const value = fieldOf(field);
			if (value === undefined || value === null || value === "") return null;
			return timeIn(value) ?? refused(field, "is no time");
		},
		reference: (field) => idOf(fieldOf(field)),
		secret: (field) => {
			const value = fieldOf(field);
			return typeof value === "string" ? value : "";
		},
		has: (field) => ![undefined, null, ""].includes(fieldOf(field) as string),
		note,
	};
}

/** A number, one of BSON's, or one that is written in digits. */
function numberIn(value: unknown): number | null {
	const isNumber =
		typeof value === "number" || ["Long", "Int32", "Double", "Decimal128"].includes(kindOf(value));
	if (!isNumber && !(typeof value === "string" && /^\s*[-+]?\d+([.,]\d+)?\s*$/.test(value))) return null;
	const number = Number(String(value).replace(",", "."));
	return Number.isFinite(number) ? number : null;
}

function kindOf(value: unknown): string {
	return String((value as { readonly _bsontype?: unknown } | null)?._bsontype);
}

/** A time, or a text that names one and its zone: what else a text says may be read in two ways. */
function timeIn(value: unknown): Date | null {
	const isTime =
		typeof value === "string" && /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*(Z|[-+]\d\d:?\d\d))?$/.test(value);
	const time = value instanceof Date ? value : new Date(isTime ? value : Number.NaN);
	return Number.isNaN(time.getTime()) ? null : time;
}

function valueIn(document: Found["document"], field: string): unknown {
	let value: unknown = document;
	for (const part of field.split(".")) {
		if (value === null || typeof value !== "object" || !Object.hasOwn(value, part)) return undefined;
		value = (value as Record<string, unknown>)[part];
	}
	return value;
}

function unknownFields(document: Found["document"], fields: readonly string[]): string[] {
	const known = new Set([...fieldsOfAll, ...fields]);
	const groups = new Set(fields.flatMap((field) => (field.includes(".") ? [field.split(".")[0] ?? ""] : [])));
	return Object.entries(document).flatMap(([field, value]) => {
		if (!groups.has(field)) return known.has(field) ? [] : [field];
		if (value === null || value === undefined) return [];
		if (typeof value !== "object") return [field];
		return Object.keys(value)
			.map((part) => `${field}.${part}`)
			.filter((part) => !known.has(part) && !part.endsWith("._id"));
	});
}
