import { z } from "zod";
import { limits } from "./limits";

/*
 * Fields of the schemas that forms and the API share. Both send text for numbers and flags and leave out empty values,
 * so each field takes `unknown`, normalises it and then validates it. A complaint is the key of a message; values of
 * the text follow a question mark: `form.field.tooLong?max=100`.
 */

export const complaints = {
	required: "form.field.required",
	number: "form.field.number",
	decimal: "form.field.decimal",
	text: "form.field.text",
	characters: "form.field.characters",
	email: "form.field.email",
	choice: "form.field.choice",
	tooLong: (max: number) => `form.field.tooLong?max=${max}`,
	tooShort: (min: number) => `form.field.tooShort?min=${min}`,
	range: (min: number, max: number) => `form.field.range?min=${min}&max=${max}`,
} as const;

/** Control characters except tab and line feed, lone surrogates, and marks that reverse the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unwanted = /[\p{Cs}\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u;
const lineBreaks = /[\t\n\u2028\u2029]/;
/**
 * Invisible characters: two lines that differ only by them look the same. Joiners and selectors are allowed, as scripts and emoji
 * need them.
 */
const unseen = /(?![\u200C-\u200F]|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\u2800]/u;
const seen = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}]/u;

/** A typed value without the spaces around it and with one kind of line break. */
export function tidy(value: unknown): unknown {
	if (typeof value === "number") return String(value);
	if (typeof value !== "string") return value ?? "";
	return value.normalize("NFC").replace(/\r\n?/g, "\n").trim();
}

/** Whether a text has only characters that people can see, and line breaks where lines are allowed. */
export function isCleanText(text: string, lines: boolean): boolean {
	return !unwanted.test(text) && (lines || !(lineBreaks.test(text) || unseen.test(text)));
}

function characters(max: number, lines: boolean) {
	return z
		.string({ error: complaints.text })
		.max(max, complaints.tooLong(max))
		.refine((text) => isCleanText(text, lines), complaints.characters);
}

export function requiredLine(max: number) {
	return z.preprocess(
		tidy,
		characters(max, false)
			.min(1, complaints.required)
			.refine((text) => text === "" || seen.test(text), complaints.required),
	);
}

/** One line of text; null when empty. */
export function optionalLine(max: number) {
	return z.preprocess(
		tidy,
		characters(max, false)
			.refine((text) => text === "" || seen.test(text), complaints.characters)
			.transform((text) => text || null),
	);
}

/** Text that may have several lines. */
export function requiredText(max: number) {
	return z.preprocess(tidy, characters(max, true).min(1, complaints.required));
}

/** Text that may have several lines; null when empty. */
export function optionalText(max: number) {
	return z.preprocess(
		tidy,
		characters(max, true).transform((text) => text || null),
	);
}

/** Domains that no mail server has (RFC 2606). Erased accounts have addresses of this kind. */
const reservedName = /[.@]invalid$/;

/** An e-mail address, changed to lower case. */
export const emailField = z.preprocess(
	(value) => (typeof value === "string" ? value.trim().toLowerCase() : (value ?? "")),
	z
		.string({ error: complaints.text })
		.min(1, complaints.required)
		.max(limits.email, complaints.tooLong(limits.email))
		.pipe(z.email(complaints.email))
		.refine((email) => !reservedName.test(email), complaints.email),
);

/** Takes a number or text; "3", "3,0" and "3.0" are the same. */
export function wholeNumber(min: number, max: number) {
	const field = z.preprocess(
		(value) => {
			const tidied = tidy(value);
			const whole = typeof tidied === "string" && /^([+-]?\d{1,9})(?:[.,]0+)?$/.exec(tidied)?.[1];
			return whole ? Number(whole) : tidied;
		},
		z
			.unknown()
			.superRefine((value, check) => {
				if (value === "") check.addIssue(complaints.required);
				else if (typeof value !== "number") check.addIssue(complaints.number);
				else if (value < min || value > max) check.addIssue(complaints.range(min, max));
			})
			.transform((value) => Number(value)),
	);
	// The OpenAPI document cannot describe a transformation.
	return field.meta({ type: "integer", minimum: min, maximum: max });
}

/** A field like `wholeNumber`; null when empty. */
export function optionalWholeNumber(min: number, max: number) {
	return z.preprocess((value) => (tidy(value) === "" ? null : value), wholeNumber(min, max).nullable());
}

/** Takes a number or text with a decimal point or comma; null when empty. */
export function optionalNumber(min: number, max: number) {
	return z.preprocess((value) => {
		if (typeof value === "number") return value;
		const tidied = tidy(value);
		if (tidied === "") return null;
		return typeof tidied === "string" && /^\d{1,9}(?:[.,]\d{1,9})?$/.test(tidied)
			? Number(tidied.replace(",", "."))
			: tidied;
	}, z
		.number({ error: complaints.decimal })
		.min(min, complaints.range(min, max))
		.max(max, complaints.range(min, max))
		.nullable());
}

const greatestVersion = 999_999_999;

/** Version of the row that the client edited; null when the client does not send versions. */
export const versionField = optionalWholeNumber(1, greatestVersion);

const yes = new Set<unknown>([true, "true", "on", "1", 1]);
const no = new Set<unknown>([false, "false", "off", "0", 0, "", null, undefined]);

/** A checkbox or a boolean. An absent one is false. */
export const flag = z.preprocess(
	(value) => (yes.has(value) ? true : no.has(value) ? false : value),
	z.boolean({ error: complaints.choice }),
);

/** An id. The use case checks that the row exists. */
export const idField = z.preprocess(
	tidy,
	z.string({ error: complaints.choice }).min(1, complaints.required).max(100, complaints.choice),
);

export function choiceOf<const T extends readonly [string, ...string[]]>(values: T) {
	return z.preprocess(
		tidy,
		z.enum(values, { error: ({ input }) => (input === "" ? complaints.required : complaints.choice) }),
	);
}

/** A local date `YYYY-MM-DD`. */
export const requiredDate = z.preprocess(
	tidy,
	z.string({ error: complaints.text }).min(1, complaints.required).pipe(z.iso.date("form.field.date")),
);

/** A local date `YYYY-MM-DD`; null when empty. */
export const optionalDate = z.preprocess(
	(value) => tidy(value) || null,
	z.union([z.null(), z.iso.date("form.field.date")]),
);
