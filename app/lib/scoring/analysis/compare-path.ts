/** Address of the comparison of a flight with another one; without a second, with the best of its day. */
export function comparePath(flight: string, other?: string): string {
	return `/compare?a=${flight}${other ? `&b=${other}` : ""}`;
}
