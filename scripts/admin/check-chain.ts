import { chainStart, contentDigestOf, rowDigestOf, type StoredAuditRow, sealOf } from "~/lib/operations/seal";

/** A seal, and the row that it seals; null when the row is gone. */
export interface SealedRow {
	readonly number: number;
	readonly auditId: string;
	readonly salt: string | null;
	readonly contentDigest: string;
	readonly rowDigest: string;
	readonly seal: string;
	readonly row: StoredAuditRow | null;
}

export type Problem =
	/** Time, person, action or subject differ from what was sealed, or the content does. */
	| "was changed"
	/** The content is gone, as after an erasure. */
	| "was blanked"
	| "was removed"
	/** The row was removed with its seal: nothing is known but its number. */
	| "was removed with its seal"
	/** Its seal does not follow the seal before it. */
	| "was moved, or its seal was changed"
	/** Its time lies long before that of a row that was written before it. */
	| "was written later than it says";

export interface Finding {
	readonly number: number;
	readonly problem: Problem;
	readonly sealed: SealedRow | null;
}

/** The last seal. */
export interface ChainHead {
	readonly number: number;
	readonly seal: string;
}

/** Milliseconds between the beginning of a request, or a run of the schedule, and its row: the platform ends both within. */
const longestRequest = 15 * 60_000;

/**
 * Follows the chain from its start.
 * @param pages of seals in the order of their numbers
 */
export async function checkChain(
	pages: AsyncIterable<readonly SealedRow[]>,
): Promise<{ readonly head: ChainHead; readonly findings: readonly Finding[] }> {
	const findings: Finding[] = [];
	let head: ChainHead = chainStart;
	/** Time of the latest row so far; after a row with a wrong time, of that row, so that the next ones are not blamed. */
	let latest = 0;
	for await (const page of pages) {
		for (const sealed of page) {
			const { number, seal } = sealed;
			for (let lost = head.number + 1; lost < number; lost += 1) {
				findings.push({ number: lost, problem: "was removed with its seal", sealed: null });
			}
			const follows =
				number !== head.number + 1 || seal === (await sealOf(head.seal, number, sealed.rowDigest));
			const at = sealed.row?.at ?? latest;
			const isLate = at < latest - longestRequest;
			const problem = follows ? await problemOf(sealed, isLate) : "was moved, or its seal was changed";
			if (problem) findings.push({ number, problem, sealed });
			latest = isLate ? at : Math.max(latest, at);
			head = { number, seal };
		}
	}
	return { head, findings };
}

async function problemOf(
	{ salt, contentDigest, rowDigest, row }: SealedRow,
	isLate: boolean,
): Promise<Problem | null> {
	if (!row) return "was removed";
	if ((await rowDigestOf(row, contentDigest)) !== rowDigest) return "was changed";
	if (isLate) return "was written later than it says";
	if (salt !== null && (await contentDigestOf(salt, row)) === contentDigest) return null;
	return row.before === null && row.after === null ? "was blanked" : "was changed";
}
