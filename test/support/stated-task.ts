/** A racing task of 150 km as a client states it, with what is given in place of its own. */
export function statedTask(values: Readonly<Record<string, unknown>> = {}) {
	const point = (
		name: string,
		latitude: number,
		longitude: number,
		zone: Readonly<Record<string, unknown>>,
	) => ({
		name,
		latitude,
		longitude,
		elevationM: 450,
		zone: { style: "symmetrical", ...zone },
	});
	return {
		kind: "RT",
		points: [
			point("Horní Lesnice", 49.5312, 15.8745, { shape: "line", lengthM: 10_000 }),
			point("Dlouhý rybník", 49.1695, 15.7503, { shape: "cylinder", radiusM: 500 }),
			point("Lipovec nádraží", 49.612, 16.441, { shape: "sector", radiusM: 10_000, angleDeg: 90 }),
			point("Horní Lesnice", 49.5312, 15.8745, { shape: "cylinder", radiusM: 3_000 }),
		],
		...values,
	};
}
