import type { TFunction } from "i18next";

/**
 * The text of a complaint, about a field where one is named. `form.field.required` is said in the field's own words
 * where there are some (`form.field.required.startNumber`); values stand behind a question mark.
 */
export function complaintText(t: TFunction, complaint: string, field?: string): string {
	const [key = complaint, query = ""] = complaint.split("?");
	const values: Record<string, string | number> = {};
	for (const [name, value] of new URLSearchParams(query)) {
		// A count must be a number for its plural form.
		values[name] = /^\d+$/.test(value) ? Number(value) : value;
	}
	return t(field ? [`${key}.${field}`, key] : key, values);
}

/** The message that tells somebody who came too often how long to wait. @param seconds at least 1 */
export function waitMessage(seconds: number): string {
	return seconds < 120
		? `error.waitSeconds?count=${seconds}`
		: `error.waitMinutes?count=${Math.ceil(seconds / 60)}`;
}
