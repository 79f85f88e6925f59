/** `noContest`: the edition has no contest id, so no flight can be shown. */
export type MapViewer = { readonly state: "noContest" } | { readonly state: "flight"; readonly url: string };

/**
 * Returns null when no flight is chosen.
 * @param template address with `{contestId}` and `{flightId}` (`docs/formats.md` section 4), from the edition
 */
export function mapViewer(
	template: string,
	contestId: number | null,
	flightId: number | null,
): MapViewer | null {
	if (flightId === null) return null;
	if (contestId === null) return { state: "noContest" };
	const url = template
		.replaceAll("{contestId}", String(contestId))
		.replaceAll("{flightId}", String(flightId));
	return { state: "flight", url };
}
