import { type Hop, place } from "./flown";

type Metres = readonly [north: number, east: number];

/**
 * The hops of a flight with thermals of five circles on its way.
 * @param corners of the way
 * @param landing at the airfield, or where somebody is out
 */
export function withThermals(corners: readonly Metres[], landing: Metres = [-300, 0]): Hop[] {
	const hops: Hop[] = [{ to: place(-400), height: 0 }, { to: place(-5000) }];
	let [north, east] = [-5000, 0];
	for (const [toNorth, toEast] of corners) {
		const thermals = Math.ceil(Math.hypot(toNorth - north, toEast - east) / 9_000);
		for (let one = 1; one <= thermals; one++) {
			const share = one / thermals;
			const [centreNorth, centreEast] = [north + (toNorth - north) * share, east + (toEast - east) * share];
			hops.push({ to: place(centreNorth, centreEast) });
			for (let turn = 0; turn < 35; turn++) {
				const angle = turn * 0.9;
				hops.push({
					to: place(centreNorth + 110 * Math.sin(angle), centreEast + 110 * Math.cos(angle) + 4 * turn),
				});
			}
		}
		[north, east] = [toNorth, toEast];
	}
	return [...hops, { to: place(...landing), height: 0, stay: 120 }];
}
