/** The page of an entry, for organisers. */
export function entryPath(registrationId: string): string {
	return `/registration/${registrationId}`;
}

/** Who has paid what, for who looks after payments. */
export const paymentsPath = "/admin/payments";

/** The payments of an entry. */
export function paymentsOfPath(registrationId: string): string {
	return `${paymentsPath}/${registrationId}`;
}

/** What competitors have not delivered: a view of the organisers' list. */
export const owingPath = "/starting-list?view=owing";
