/* Values of a message's recipient that are not the id of an account. They are apart from the schema, which the page loads later. */

export const everybody = "all";

/** The accounts of the field `recipients`. */
export const chosen = "chosen";

/** Writes the ids of chosen accounts into one field of a form: a request may hold only so many fields. */
export function writeIds(ids: readonly string[]): string {
	return ids.join(" ");
}

export function readIds(text: unknown): string[] {
	return typeof text === "string" && text !== "" ? text.split(" ") : [];
}
