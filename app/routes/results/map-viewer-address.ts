/**
 * What the map viewer above the results shows: nothing yet (no flight chosen), that something went wrong (the edition has
 * no contest id), or a flight.
 */
export type MapViewer =
	| { readonly state: "noFlight" }
	| { readonly state: "noContest" }
	| { readonly state: "flight"; readonly url: string };

/**
 * The viewer of a flight.
 *
 * @param template address with `{contestId}` and `{flightId}` (formats.md section 4), from the edition's config
 */
export function mapViewer(template: string, contestId: number | null, flightId: number | null): MapViewer {
	if (flightId === null) return { state: "noFlight" };
	if (contestId === null) return { state: "noContest" };
	const url = template
		.replaceAll("{contestId}", String(contestId))
		.replaceAll("{flightId}", String(flightId));
	return { state: "flight", url };
}
