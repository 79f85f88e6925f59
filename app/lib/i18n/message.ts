import type { TFunction } from "i18next";

/**
 * The text of a complaint about a field. `form.field.required` is said in the field's own words where there are
 * some (`form.field.required.startNumber`); values stand behind a question mark.
 */
export function complaintText(t: TFunction, complaint: string, field?: string): string {
	const [key = complaint, query = ""] = complaint.split("?");
	return t(field ? [`${key}.${field}`, key] : key, Object.fromEntries(new URLSearchParams(query)));
}
