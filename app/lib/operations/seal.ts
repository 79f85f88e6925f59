import { sha256Hex } from "~/lib/digest";

/*
 * The chain of the audit log. The seal of a row includes the seal before it, so that changing, removing or moving a row breaks the
 * chain from there on. The content of a row has a digest of its own, because an erasure may blank it.
 */

export interface StoredAuditRow {
	readonly id: string;
	/** UTC milliseconds. */
	readonly at: number;
	readonly actorId: string | null;
	readonly action: string;
	readonly subjectId: string | null;
	readonly requestId: string;
	/** JSON. */
	readonly before: string | null;
	readonly after: string | null;
}

/** The start of the chain, before the first seal. */
export const chainStart = { number: 0, seal: "" } as const;

export function contentDigestOf(salt: string, { before, after }: StoredAuditRow): Promise<string> {
	return digestOf([salt, before, after]);
}

export function rowDigestOf(row: StoredAuditRow, contentDigest: string): Promise<string> {
	const { id, at, actorId, action, subjectId, requestId } = row;
	return digestOf([id, at, actorId, action, subjectId, requestId, contentDigest]);
}

export function sealOf(previousSeal: string, number: number, rowDigest: string): Promise<string> {
	return digestOf([previousSeal, number, rowDigest]);
}

function digestOf(values: readonly (string | number | null)[]): Promise<string> {
	return sha256Hex(JSON.stringify(values));
}
