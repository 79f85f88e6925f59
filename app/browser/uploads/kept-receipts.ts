import { owner, type QueuedRequest } from "../queue/queue-state";
import type { UploadReply } from "./upload-texts";

/** The receipt of a log that was accepted after it had waited. */
interface KeptReceipt {
	/** Key of the request. */
	readonly key: string;
	/** Id of the account that has sent it; empty for a visitor. */
	readonly account: string;
	/** Name of the file. */
	readonly label: string;
	readonly reply: UploadReply;
}

const memory = "receipts";
/** The oldest are forgotten first. */
const most = 10;

function allReceipts(): readonly KeptReceipt[] {
	try {
		return JSON.parse(sessionStorage.getItem(memory) ?? "[]") as readonly KeptReceipt[];
	} catch {
		// Storage can be forbidden.
		return [];
	}
}

function store(receipts: readonly KeptReceipt[]): void {
	try {
		sessionStorage.setItem(memory, JSON.stringify(receipts.slice(-most)));
	} catch {
		// The page shows the receipt all the same, until it is left.
	}
}

/** Keeps a receipt for as long as the tab is open: a page loads itself again when the connection is back. */
export function keepReceipt(
	{ key, account, label }: Pick<QueuedRequest, "key" | "account" | "label">,
	reply: UploadReply,
): void {
	const others = allReceipts().filter((one) => one.key !== key);
	// A log that another account has left is sent too, and its receipt is not the reader's.
	store([...others, { key, account, label, reply }]);
}

/** The receipts of whoever reads the page, the newest last. */
export function keptReceipts(): readonly KeptReceipt[] {
	return allReceipts().filter(({ account }) => account === owner().account);
}

/** A receipt that has been opened needs no card. */
export function forgetReceipt(path: string): void {
	store(allReceipts().filter(({ reply }) => reply.receipt !== path));
}
