/** A competitor in the pictures of a season. Lists have one value for each day. */
interface DrawnCompetitor {
	readonly competitor: string;
	/** Null before the first result. */
	readonly places: readonly (number | null)[];
	readonly days: readonly (number | null)[];
	readonly points: number;
}

const width = 600;
const [left, right] = [64, 520];
/** Distance between the middles of two rows. */
const step = 30;
const top = 40;
/** Share of a row below the last one. The line of a competitor who was further down comes up from there. */
const below = 0.75;

/**
 * Draws the first competitors of a class, in the order of their places: geometry for two SVGs of one size. Lengths are in units of the
 * view box; lines and bars go from `left` to `right`.
 */
export function drawSeason(competitors: readonly DrawnCompetitor[]) {
	const days = competitors[0]?.days.length ?? 0;
	const dayXs = xsOf(days);
	const yOf = (place: number) => top + (Math.min(place, competitors.length + below) - 1) * step;
	const best = Math.max(1, ...competitors.map(({ points }) => points));
	return {
		width,
		height: top + competitors.length * step,
		left,
		right,
		dayXs,
		rows: competitors.map(({ competitor, places, days: points }, index) => {
			const y = yOf(index + 1);
			let x = left;
			return {
				competitor,
				/** Vertical centre of the competitor's bar, and of the end of the line. */
				y,
				// Lines of equal places are kept apart at their end: every row has its own label.
				course: courseOf(places, (day, place) =>
					day === days - 1 ? [dayXs[day] ?? 0, y] : [dayXs[day] ?? 0, yOf(place)],
				),
				/** The points of each day, side by side; none for a day without points. */
				bars: points.flatMap((value, day) => {
					if (!value) return [];
					const bar = { day, x: Math.round(x), width: Math.round((value / best) * (right - left)) };
					x += bar.width;
					return [bar];
				}),
			};
		}),
	};
}

export type SeasonDrawing = ReturnType<typeof drawSeason>;

function courseOf(
	places: readonly (number | null)[],
	at: (day: number, place: number) => readonly [x: number, y: number],
): string {
	return places
		.flatMap((place, day) => (place === null ? [] : [at(day, place).join(" ")]))
		.map((point, index) => `${index === 0 ? "M" : "L"}${point}`)
		.join("");
}

function xsOf(days: number): number[] {
	return Array.from({ length: days }, (_, day) =>
		days === 1 ? right : Math.round(left + ((right - left) * day) / (days - 1)),
	);
}

/** Height of the picture of one competitor. */
const placesHeight = 240;

/** Draws the places of one competitor in a class, day by day. @param places after each day, null before the first result */
export function drawPlaces(places: readonly (number | null)[], competitors: number) {
	const dayXs = xsOf(places.length);
	const yOf = (place: number) =>
		Math.round(top + 12 + ((place - 1) / Math.max(1, competitors - 1)) * (placesHeight - top - 24));
	const at = (day: number, place: number) => [dayXs[day] ?? 0, yOf(place)] as const;
	return {
		width,
		height: placesHeight,
		dayXs,
		course: courseOf(places, at),
		points: places.flatMap((place, day) =>
			place === null ? [] : [{ x: dayXs[day] ?? 0, y: yOf(place), place }],
		),
	};
}
