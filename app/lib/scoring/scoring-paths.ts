/** Where a scorer finds the days. */
export const scoringDaysPath = "/admin/scoring";

/** Where a scorer decides about a class on a day. @param date local */
export function scoringDeskPath(date: string, classType: string): string {
	return `${scoringDaysPath}/${date}/${classType}`;
}
