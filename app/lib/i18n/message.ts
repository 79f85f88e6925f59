import type { TFunction } from "i18next";

/**
 * The text of a complaint (`complaints` in lib/forms/fields.ts). A field may have its own text, such as
 * `form.field.required.startNumber`.
 */
export function complaintText(t: TFunction, complaint: string, field?: string): string {
	if (complaint.startsWith(saidPrefix)) return complaint.slice(saidPrefix.length);
	const [key = complaint, query = ""] = complaint.split("?");
	const values: Record<string, string | number> = {};
	for (const [name, value] of new URLSearchParams(query)) {
		// i18next takes a plural form only for a number.
		values[name] = /^\d+$/.test(value) ? Number(value) : value;
	}
	return t(field ? [`${key}.${field}`, key] : key, values);
}

const saidPrefix = "said:";

/** A complaint that already holds its text, so that browsers need not load the texts of everything that may be wrong with a log. */
export function saidComplaint(t: TFunction, complaint: string, field: string): string {
	return saidPrefix + complaintText(t, complaint, field);
}

/** The message of a rate limit. @param seconds at least 1 */
export function waitMessage(seconds: number): string {
	return seconds < 120
		? `error.waitSeconds?count=${seconds}`
		: `error.waitMinutes?count=${Math.ceil(seconds / 60)}`;
}
