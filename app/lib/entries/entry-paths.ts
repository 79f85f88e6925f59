/** The page of an entry, for organisers. */
export function entryPath(registrationId: string): string {
	return `/registration/${registrationId}`;
}
