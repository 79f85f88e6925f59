import { limits } from "~/lib/forms/limits";

/** Null unless it is an http(s) address without a user name. */
export function parseTaskUrl(text: string): string | null {
	const trimmed = text.trim();
	if (trimmed.length > limits.url || !URL.canParse(trimmed)) return null;
	const { protocol, username, password, href } = new URL(trimmed);
	return (protocol === "http:" || protocol === "https:") && !username && !password ? href : null;
}
