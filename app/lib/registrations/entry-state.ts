/** Decides what the page says the competitor has to do next. */
export type EntryState = "waiting" | "reserve" | "to-pay" | "paid" | "accepted";

interface Flags {
	readonly accepted: boolean;
	readonly paid: boolean;
	readonly isReserve: boolean;
}

/** @param takesPayment whether the edition takes payments */
export function entryStateOf({ accepted, paid, isReserve }: Flags, takesPayment: boolean): EntryState {
	if (!accepted) return "waiting";
	if (isReserve) return "reserve";
	if (paid) return "paid";
	return takesPayment ? "to-pay" : "accepted";
}
