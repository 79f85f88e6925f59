interface Flags {
	readonly accepted: boolean;
	readonly isReserve: boolean;
	readonly paid: boolean;
}

/** Waiting entries and reserves have nothing to pay yet. */
export function isPaymentDue({ accepted, isReserve, paid }: Flags): boolean {
	return accepted && !isReserve && !paid;
}
