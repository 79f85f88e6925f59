import type { Edition } from "~editions/schema";

/**
 * Key of a new object: year, kind, owner, and a random id or the digest of the bytes.
 * @param parts the parts of the key from the owner on
 */
export function objectKey(
	ctx: { readonly edition: Pick<Edition, "year"> },
	kind: "documents" | "igc" | "incoming" | "logos" | "pictures" | "replays",
	...parts: readonly string[]
): string {
	return [ctx.edition.year, kind, ...parts].join("/");
}
