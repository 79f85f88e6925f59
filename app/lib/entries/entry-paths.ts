/** The page of an entry, for organisers. */
export function entryPath(registrationId: string): string {
	return `/registration/${registrationId}`;
}

/** What competitors have not delivered: a view of the organisers' list. */
export const owingPath = "/starting-list?view=owing";
