/** Where an entry stands, which decides what its competitor is told to do next. */
export type Standing = "waiting" | "reserve" | "to-pay" | "paid" | "accepted";

interface Flags {
	readonly accepted: boolean;
	readonly paid: boolean;
	readonly isReserve: boolean;
}

/** @param takesPayment whether the edition takes payments at all */
export function standingOf({ accepted, paid, isReserve }: Flags, takesPayment: boolean): Standing {
	if (!accepted) return "waiting";
	if (isReserve) return "reserve";
	if (paid) return "paid";
	return takesPayment ? "to-pay" : "accepted";
}
