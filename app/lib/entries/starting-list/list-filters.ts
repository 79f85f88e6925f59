import { isPaymentDue } from "~/lib/entries/payment-due";

/** Choices of organisers beside class and search; each is an address of the list. */
export const listFilters = ["waiting", "changes", "unpaid", "reserve", "duplicates", "withdrawn"] as const;
export type ListFilter = (typeof listFilters)[number];

interface Filtered {
	readonly accepted: boolean;
	/** Local date. */
	readonly withdrawnFrom: string | null;
	readonly isReserve: boolean;
	readonly paid: boolean;
	readonly duplicateStartNumber: boolean;
	readonly requestedChange: object | null;
}

const fits: Readonly<Record<ListFilter, (entry: Filtered) => boolean>> = {
	waiting: ({ accepted, withdrawnFrom }) => !accepted && withdrawnFrom === null,
	changes: ({ requestedChange }) => requestedChange !== null,
	unpaid: isPaymentDue,
	reserve: ({ accepted, isReserve }) => accepted && isReserve,
	duplicates: ({ duplicateStartNumber }) => duplicateStartNumber,
	withdrawn: ({ withdrawnFrom }) => withdrawnFrom !== null,
};

/** @param filter null for all entries */
export function fitsFilter(filter: ListFilter | null, entry: Filtered): boolean {
	return filter === null || fits[filter](entry);
}

/** The number of entries of each filter. */
export function countFilters(entries: readonly Filtered[]) {
	return listFilters.map((filter) => ({
		filter,
		count: entries.filter((entry) => fitsFilter(filter, entry)).length,
	}));
}
