import { type ChainHead, checkChain, type Finding } from "./check-chain";
import { blankedRows, type Query, sealedPages, unsealedRows } from "./read-chain";

export interface AuditCheck {
	readonly head: ChainHead;
	/** Rows that the scheduler seals within five minutes. */
	readonly waiting: number;
	/** A sentence for each row that is not as it was sealed. */
	readonly complaints: readonly string[];
}

/** Characters of a seal that the command prints and takes. */
const shownDigits = 16;

export function writeHead({ number, seal }: ChainHead): string {
	return `${number}:${seal.slice(0, shownDigits)}`;
}

/**
 * Compares the audit log with its seals.
 * @param noted the head that an earlier check has printed, `<number>:<seal>`; without it nobody sees that the last rows
 * are gone with their seals
 */
export async function verifyAudit(query: Query, noted: string | null): Promise<AuditCheck> {
	let notedIsThere = noted === null || noted === writeHead({ number: 0, seal: "" });
	async function* pages() {
		for await (const page of sealedPages(query)) {
			notedIsThere ||= page.some((sealed) => writeHead(sealed) === noted);
			yield page;
		}
	}
	const { head, findings } = await checkChain(pages());
	// The records are read afterwards, so that an erasure meanwhile has its own.
	const recorded = await blankedRows(query);
	const isErasure = ({ problem, sealed }: Finding) =>
		problem === "was blanked" && sealed !== null && recorded.has(sealed.auditId);
	const { waiting, late } = await unsealedRows(query);
	return {
		head,
		waiting,
		complaints: [
			...findings.filter((finding) => !isErasure(finding)).map(sentenceOf),
			...late.map((id) => `A row has no seal, but later ones do: ${id}`),
			...(notedIsThere ? [] : [`There is no seal ${noted}: the chain was shortened or made anew.`]),
		],
	};
}

function sentenceOf({ number, problem, sealed }: Finding): string {
	const { row } = sealed ?? {};
	const about = row ? [row.action, new Date(row.at).toISOString(), row.id] : sealed ? [sealed.auditId] : [];
	const unexplained = problem === "was blanked" ? ", and no erasure says so" : "";
	return `Row ${[number, ...about].join(" ")} ${problem}${unexplained}.`;
}
