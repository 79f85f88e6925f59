import { z } from "zod";
import { clockOf, secondsOf, shortTime } from "~/lib/editions/clock-times";
import { instantOfLocal, localMinute } from "~/lib/editions/prague-time";
import { complaints, isCleanText, tidy } from "~/lib/forms/fields";
import { internationalPhone } from "~/lib/forms/phone";
import { readPosition } from "~/lib/maps/read-position";
import { editionSchema } from "~editions/schema";

/*
 * A form for any value of an edition, made of the schema that checks it. The names of its fields are paths with slashes, such as
 * `contacts/director/lines/0/cs`.
 */

/** A piece of the form of a value. */
export type Part =
	| {
			readonly kind: "line";
			readonly name: string;
			/** A logo is a path, which a file that is sent replaces; areas have a line for each corner, and an empty one between them. */
			readonly type:
				| "text"
				| "email"
				| "url"
				| "tel"
				| "date"
				| "datetime-local"
				| "number"
				| "logo"
				| "areas";
			readonly value: string;
			/** Longest text, in characters; null for other values. */
			readonly max: number | null;
	  }
	| { readonly kind: "check"; readonly name: string; readonly value: boolean }
	| {
			readonly kind: "choice";
			readonly name: string;
			readonly value: string;
			readonly options: readonly string[];
	  }
	| { readonly kind: "group"; readonly name: string; readonly parts: readonly Part[] }
	| { readonly kind: "list"; readonly name: string; readonly rows: readonly Part[] };

/** A row of each list waits for something new: a page without scripts cannot add any. */
const blankRows = 1;

/** The name of the fields of a setting. @param key such as `competition.from` */
export function fieldOf(key: string): string {
	return key.replaceAll(".", "/");
}

/** The schema of a setting. @throws Error for a key that editions do not have */
function schemaOf(key: string): z.ZodType {
	return key.split(".").reduce<z.ZodType>((schema, name) => {
		const { inner } = unwrapped(schema);
		const found = inner instanceof z.ZodObject ? inner.shape[name] : undefined;
		if (!found) throw new Error(`No edition has the setting ${key}.`);
		return found as z.ZodType;
	}, editionSchema);
}

/** A schema without what says that its value may be missing. */
function unwrapped(schema: z.ZodType): { readonly inner: z.ZodType; readonly blank: null | undefined | "" } {
	if (schema instanceof z.ZodOptional)
		return { ...unwrapped(schema.unwrap() as z.ZodType), blank: undefined };
	if (schema instanceof z.ZodDefault) return unwrapped(schema.unwrap() as z.ZodType);
	if (schema instanceof z.ZodNullable) return { ...unwrapped(schema.unwrap() as z.ZodType), blank: null };
	return { inner: schema, blank: "" };
}

/** Whether people set the order of a list: each of its rows has a place. */
function isOrdered(inner: z.ZodType): boolean {
	return inner.meta()?.ordered === true;
}

/** Fields of a row that are none of its value. */
const placeOf = (row: string) => `${row}/order`;
const removalOf = (row: string) => `${row}/remove`;

/** Whether a field says what becomes of its row, and is none of its values. */
export function isOfRow(name: string): boolean {
	return /\/\d+\/(?:order|remove)$/.test(name);
}

/** The schemas of what a value is made of, by name; null for a single value. A list has as many as it has items, a record one a class. */
function partsOf(
	inner: z.ZodType,
	items: number,
	classTypes: readonly string[],
): readonly (readonly [string, z.ZodType])[] | null {
	if (inner instanceof z.ZodObject) return Object.entries(inner.shape) as [string, z.ZodType][];
	if (inner instanceof z.ZodUnion)
		return inner.options.flatMap((option) => partsOf(option as z.ZodType, items, classTypes) ?? []);
	if (inner instanceof z.ZodRecord)
		return classTypes.map((type) => [type, inner.valueType as z.ZodType] as const);
	if (inner instanceof z.ZodTuple)
		return inner.def.items.map((item, index) => [String(index), item as z.ZodType] as const);
	if (inner instanceof z.ZodArray)
		return Array.from({ length: items }, (_, index) => [String(index), inner.element as z.ZodType] as const);
	return null;
}

/** Whether a value is a boundary, which nobody would type corner by corner into fields. */
function isAreas(name: string): boolean {
	return name.endsWith("/areas");
}

function childOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * The form of a setting.
 * @param value one of its schema, or what was typed instead
 * @param classTypes the keys of the edition's classes
 */
export function settingPart(key: string, value: unknown, classTypes: readonly string[]): Part {
	return partOf(schemaOf(key), fieldOf(key), value, classTypes);
}

function partOf(schema: z.ZodType, name: string, value: unknown, classTypes: readonly string[]): Part {
	const { inner, blank } = unwrapped(schema);
	if (isAreas(name)) return { kind: "line", name, type: "areas", value: areasText(value), max: null };
	const items = Array.isArray(value) ? value.length + blankRows : blankRows;
	const children = partsOf(inner, items, classTypes)?.map(([key, child]) =>
		partOf(child, `${name}/${key}`, childOf(value, key), classTypes),
	);
	if (children && inner instanceof z.ZodArray)
		return { kind: "list", name, rows: children.map(rowPart(isOrdered(inner), items - 1)) };
	if (children) return { kind: "group", name, parts: children };
	const text = textOf(inner, value);
	if (inner instanceof z.ZodBoolean && blank === null)
		return { kind: "choice", name, value: text, options: ["", "true", "false"] };
	if (inner instanceof z.ZodBoolean) return { kind: "check", name, value: value === true };
	if (inner instanceof z.ZodEnum) {
		const options = inner.options.map(String);
		return { kind: "choice", name, value: text, options: text === "" ? ["", ...options] : options };
	}
	const max = inner instanceof z.ZodString ? inner.maxLength : null;
	return { kind: "line", name, type: typeOf(inner, name), value: text, max };
}

/** A row of a list: one of several fields has a tick that removes it. @param last index of the blank row, which has neither tick nor place */
function rowPart(ordered: boolean, last: number) {
	return (row: Part, index: number): Part => {
		if (row.kind !== "group") return row;
		const place = index === last ? "" : String(index + 1);
		const order = { kind: "line", name: placeOf(row.name), type: "number", value: place, max: null } as const;
		const removal = { kind: "check", name: removalOf(row.name), value: false } as const;
		return {
			...row,
			parts: [...(ordered ? [order] : []), ...row.parts, ...(index === last ? [] : [removal])],
		};
	};
}

function typeOf(inner: z.ZodType, name: string): Extract<Part, { kind: "line" }>["type"] {
	if (inner instanceof z.ZodNumber) return "number";
	if (name.endsWith("/phone")) return "tel";
	if (name.endsWith("/logo")) return "logo";
	switch (formatOf(inner)) {
		case "email":
			return "email";
		case "url":
			return "url";
		case "date":
			return "date";
		case "datetime":
			return "datetime-local";
		default:
			return "text";
	}
}

function formatOf(inner: z.ZodType): string | undefined {
	return inner instanceof z.ZodStringFormat ? (inner.format ?? undefined) : undefined;
}

function textOf(inner: z.ZodType, value: unknown): string {
	if (value === null || value === undefined) return "";
	if (inner.meta()?.typed === "clock") return shortTime(String(value));
	const instant = formatOf(inner) === "datetime" ? new Date(String(value)) : null;
	return instant && !Number.isNaN(instant.getTime()) ? localMinute(instant) : String(value);
}

/** Reads the value of a form that {@link settingPart} has described. It is not checked: what cannot be read stays as it was typed. */
export function readSetting(key: string, form: FormData, classTypes: readonly string[]): unknown {
	return readPart(schemaOf(key), fieldOf(key), form, classTypes);
}

function readPart(schema: z.ZodType, name: string, form: FormData, classTypes: readonly string[]): unknown {
	const { inner, blank } = unwrapped(schema);
	if (inner instanceof z.ZodBoolean && blank !== null) return form.has(name);
	if (isAreas(name)) return readAreas(String(tidy(form.get(name)))) ?? blank;
	const parts = partsOf(inner, rowsOf(name, form), classTypes);
	if (!parts) {
		const text = String(tidy(form.get(name)));
		return text === "" ? blank : readLine(inner, text);
	}
	if (blank !== "" && isBlank(name, form)) return blank;
	const isWhole = inner instanceof z.ZodObject || inner instanceof z.ZodTuple;
	const read = parts
		.filter(([key]) => isWhole || !(isBlank(`${name}/${key}`, form) || form.has(removalOf(`${name}/${key}`))))
		.map(([key, child]) => [key, readPart(child, `${name}/${key}`, form, classTypes)] as const);
	if (isOrdered(inner)) {
		const place = (key: string) => placeIn(form, `${name}/${key}`, Number(key) + 1);
		read.sort(([one], [other]) => place(one) - place(other));
	}
	return inner instanceof z.ZodArray || inner instanceof z.ZodTuple
		? read.map(([, value]) => value)
		: Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function readLine(inner: z.ZodType, text: string): unknown {
	if (inner instanceof z.ZodBoolean) return text === "true";
	if (inner instanceof z.ZodNumber) {
		const number = Number(text.replace(",", ".").replaceAll(/\s/g, ""));
		return Number.isNaN(number) ? text : number;
	}
	// People leave out how an address begins.
	if (formatOf(inner) === "url" && !/^[a-z]+:/i.test(text)) return `https://${text}`;
	if (formatOf(inner) === "datetime") return instantOfLocal(text)?.toISOString() ?? text;
	// A long text is typed in an area, and is one line all the same.
	const line = text.replaceAll("\n", " ");
	return asTyped[String(inner.meta()?.typed)]?.(line) ?? line;
}

/** How texts that people write in several ways are kept, by the `typed` of their schema. What cannot be read stays. */
const asTyped: Readonly<Record<string, (text: string) => string | null>> = {
	code: (text) => text.replaceAll(/\s/g, "").toUpperCase(),
	phone: internationalPhone,
	clock: (text) => {
		const seconds = secondsOf(text.replaceAll(".", ":"));
		return seconds === null ? null : clockOf(seconds);
	},
};

/** The place that was typed for a row. One that moves stands before or behind the row that has its new place, as it comes from below or above. */
function placeIn(form: FormData, row: string, before: number): number {
	const place = Number(form.get(placeOf(row)) || before);
	return place + Math.sign(place - before) / 2;
}

/** How many rows of a list the form has. */
function rowsOf(name: string, form: FormData): number {
	const places = [...form.keys()]
		.filter((key) => key.startsWith(`${name}/`))
		.map((key) => Number(key.slice(name.length + 1).split("/", 1)[0]));
	return Math.max(-1, ...places.filter(Number.isInteger)) + 1;
}

/** Whether nothing was typed. A place in the order alone makes no row. */
function isBlank(name: string, form: FormData): boolean {
	return [...form].every(
		([key, value]) =>
			!(key === name || key.startsWith(`${name}/`)) || key === placeOf(name) || String(value).trim() === "",
	);
}

/** Complaints about the characters of typed texts, by the names of their fields. */
export function characterComplaints(part: Part): Readonly<Record<string, string>> {
	if (part.kind === "group") return Object.assign({}, ...part.parts.map(characterComplaints));
	if (part.kind === "list") return Object.assign({}, ...part.rows.map(characterComplaints));
	if (part.kind !== "line" || isCleanText(part.value, part.type === "areas")) return {};
	return { [part.name]: complaints.characters };
}

/** The complaint about a wrong value, as a key of a text. @param value what was typed */
export function complaintOf(issue: z.core.$ZodIssue, value: unknown): string {
	// What another value asks for says so itself, though it is missing.
	const name = String(issue.path.at(-1));
	if (issue.code === "custom" && value !== "")
		return complaintsByName[name] ?? `settings.complaint.${issue.path.join(".")}`;
	if (value === "" || value === undefined || value === null) return complaints.required;
	switch (issue.code) {
		case "too_big":
			return issue.origin === "string"
				? complaints.tooLong(Number(issue.maximum))
				: `settings.complaint.most?max=${issue.maximum}`;
		case "too_small":
			return `settings.complaint.least?min=${issue.minimum}`;
		case "invalid_format":
			return complaintsByName[name] ?? formatComplaints[issue.format] ?? "settings.complaint.format";
		case "invalid_type":
			return issue.expected === "number" || issue.expected === "int"
				? (numberComplaints[name] ?? complaints.decimal)
				: "settings.complaint.format";
		case "invalid_union":
			return "settings.complaint.places";
		default:
			return "settings.complaint.format";
	}
}

/** Complaints about values that have a form of their own, wherever they stand, by the end of their path. */
const complaintsByName: Readonly<Record<string, string>> = {
	bic: "settings.complaint.bic",
	country: "settings.complaint.country",
	currency: "settings.complaint.currency",
	dailyBriefing: "settings.complaint.clock",
	finishCloses: "settings.complaint.clock",
	iban: "settings.complaint.iban",
	phone: "settings.complaint.phone",
	startOpens: "settings.complaint.clock",
	type: "settings.complaint.type",
};

/** Complaints about what is no number, where an example helps. */
const numberComplaints: Readonly<Record<string, string>> = Object.fromEntries(
	["amount", "early", "usual", "late", "person", "night"].map((name) => [name, "settings.complaint.amount"]),
);

const formatComplaints: Readonly<Record<string, string>> = {
	email: complaints.email,
	url: "settings.complaint.url",
	date: "form.field.date",
	datetime: "settings.complaint.time",
	starts_with: "settings.complaint.url",
};

interface Corner {
	readonly latitude: number;
	readonly longitude: number;
}

/** Areas as people type them: a corner a line, an empty line between two areas. What was typed instead of areas stays. */
function areasText(value: unknown): string {
	if (!Array.isArray(value)) return typeof value === "string" ? value : "";
	return value
		.map((area: readonly Corner[]) =>
			area.map(({ latitude, longitude }) => `${latitude}, ${longitude}`).join("\n"),
		)
		.join("\n\n");
}

/** Reads typed areas; undefined without any, and the text itself where a line is no position. */
function readAreas(text: string): readonly (readonly Corner[])[] | string | undefined {
	if (text === "") return undefined;
	const areas = text.split(/\n\s*\n/).map((area) => area.trim().split("\n").map(readCorner));
	return areas.every((area) => area.every((corner) => corner !== null))
		? (areas as readonly (readonly Corner[])[])
		: text;
}

/** A degree has 111 km: five decimals are a metre. */
const decimals = 5;

function readCorner(line: string): Corner | null {
	const position = readPosition(line);
	return (
		position && {
			latitude: Number(position.latitude.toFixed(decimals)),
			longitude: Number(position.longitude.toFixed(decimals)),
		}
	);
}
