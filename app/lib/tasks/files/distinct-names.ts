/** A name of a point with what tells it from other points of that name, such as its coordinates. */
interface NamedPlace {
	readonly name: string;
	readonly place: string;
}

/** Programs know points by their names: the same name of another place gets a number. */
export function distinctNames(points: readonly NamedPlace[]): string[] {
	const places = new Map<string, string>();
	return points.map(({ name, place }) => {
		for (let number = 1; ; number += 1) {
			const numbered = number === 1 ? name : `${name} ${number}`;
			const taken = places.get(numbered.toLowerCase());
			if (taken !== undefined && taken !== place) continue;
			places.set(numbered.toLowerCase(), place);
			return numbered;
		}
	});
}
