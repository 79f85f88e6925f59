/* Recipients of a message beside a single account. Apart from the schema, which the page loads later. */

/** All accounts. */
export const everybody = "all";

/** The accounts of the field `recipients`. */
export const chosen = "chosen";

/** The ids of chosen accounts as one field of a form: a request may hold only so many fields. */
export function writeIds(ids: readonly string[]): string {
	return ids.join(" ");
}

export function readIds(text: unknown): string[] {
	return typeof text === "string" && text !== "" ? text.split(" ") : [];
}
