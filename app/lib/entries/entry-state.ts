/** The state of an entry. It decides what the page says the competitor has to do next. */
export type EntryState = "waiting" | "reserve" | "to-pay" | "paid" | "accepted" | "withdrawn";

interface Flags {
	readonly accepted: boolean;
	readonly paid: boolean;
	readonly isReserve: boolean;
	/** Local date. */
	readonly withdrawnFrom: string | null;
}

/** @param takesPayment whether the edition takes payments */
export function entryStateOf(
	{ accepted, paid, isReserve, withdrawnFrom }: Flags,
	takesPayment: boolean,
): EntryState {
	if (withdrawnFrom !== null) return "withdrawn";
	if (!accepted) return "waiting";
	if (isReserve) return "reserve";
	if (paid) return "paid";
	return takesPayment ? "to-pay" : "accepted";
}

/** Whether an entry waits for its acceptance. One that has withdrawn is brought back by itself. */
export const waitsForAcceptance = ({ accepted, withdrawnFrom }: Pick<Flags, "accepted" | "withdrawnFrom">) =>
	!accepted && withdrawnFrom === null;
