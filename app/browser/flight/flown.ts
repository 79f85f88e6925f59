import type { Point } from "../movable-map";

/** A moment of a flight. */
export interface Moment {
	/** Seconds since the UTC midnight of the log's date. */
	readonly time: number;
	/** Metres. */
	readonly altitude: number;
	/** Metres a second. */
	readonly climb: number;
	/** Over ground. */
	readonly speedKmh: number;
	readonly onMap: Point;
	readonly onBarogram: Point;
}

export interface Flown {
	readonly from: number;
	readonly to: number;
	readonly at: (time: number) => Moment;
	/** The time at which the track is nearest to a point of the map. */
	readonly nearest: (point: Point) => number;
	/** The time at an x of the barogram. */
	readonly timeAt: (x: number) => number;
}

/** Seconds around a moment that its climb and its speed are of; the colours have the same. */
const window = 40;

/** The pictures are the data: both draw the same fixes in the same order. */
export function readFlown(map: SVGPathElement, barogram: SVGPathElement, scales: DOMStringMap): Flown {
	const [track, heights] = [pointsOf(map), pointsOf(barogram)];
	const scale = (name: string) => Number(scales[name]);
	const secondsPerUnit = (scale("to") - scale("from")) / scale("plotWidth");
	const metresPerUnit = (scale("top") - scale("bottom")) / scale("plotHeight");
	const timeAt = (x: number) => scale("from") + (x - scale("plotX")) * secondsPerUnit;
	const altitudeAt = (y: number) => scale("top") - (y - scale("plotY")) * metresPerUnit;
	const times = heights.map(({ x }) => timeAt(x));
	const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
	const within = (time: number) => Math.min(to, Math.max(from, time));

	const place = (time: number): Place => {
		const next = Math.max(
			1,
			times.findIndex((one) => one >= time),
		);
		const [before, after] = [times[next - 1] ?? 0, times[next] ?? 0];
		return [next - 1, after > before ? (time - before) / (after - before) : 0];
	};
	/** Units of the map along the track. */
	const lengthBetween = (start: Place, end: Place) => {
		const way = [between(track, start), ...track.slice(start[0] + 1, end[0] + 1), between(track, end)];
		return way.reduce((sum, point, index) => sum + distance(point, way[index - 1] ?? point), 0);
	};

	return {
		from,
		to,
		timeAt: (x) => within(timeAt(x)),
		at(wanted) {
			const time = within(wanted);
			const here = place(time);
			const [start, end] = [within(time - window / 2), within(time + window / 2)];
			const [first, last] = [place(start), place(end)];
			const seconds = Math.max(1, end - start);
			const onBarogram = between(heights, here);
			const gain = altitudeAt(between(heights, last).y) - altitudeAt(between(heights, first).y);
			const metres = lengthBetween(first, last) / scale("unitsPerMetre");
			return {
				time,
				altitude: altitudeAt(onBarogram.y),
				climb: gain / seconds,
				speedKmh: (metres / seconds) * 3.6,
				onMap: between(track, here),
				onBarogram,
			};
		},
		nearest(point) {
			const [fix, share] = nearestPlace(track, point);
			const [before, after] = [times[fix] ?? from, times[fix + 1] ?? from];
			return before + (after - before) * share;
		},
	};
}

/** A fix, and the share of the way to the next one. */
type Place = readonly [fix: number, share: number];

function between(points: readonly Point[], [fix, share]: Place): Point {
	const one = points[fix] ?? { x: 0, y: 0 };
	const other = points[fix + 1] ?? one;
	return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

function nearestPlace(track: readonly Point[], point: Point): Place {
	let [best, found]: [number, Place] = [Number.POSITIVE_INFINITY, [0, 0]];
	for (let fix = 1; fix < track.length; fix++) {
		const [one, other] = [track[fix - 1] ?? point, track[fix] ?? point];
		const square = distance(one, other) ** 2;
		const along = ((point.x - one.x) * (other.x - one.x) + (point.y - one.y) * (other.y - one.y)) / square;
		const place = [fix - 1, square === 0 ? 0 : Math.min(1, Math.max(0, along))] as const;
		const off = distance(point, between(track, place));
		if (off < best) [best, found] = [off, place];
	}
	return found;
}

function distance(one: Point, other: Point): number {
	return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The fixes of a line that moves after each gap and goes on in relative steps. */
function pointsOf(path: SVGPathElement): Point[] {
	let [x, y] = [0, 0];
	return [...(path.getAttribute("d") ?? "").matchAll(/([Ml])(-?[\d.]+) (-?[\d.]+)/g)].map(
		([, command, first, second]) => {
			const [dx, dy] = [Number(first), Number(second)];
			[x, y] = command === "M" ? [dx, dy] : [x + dx, y + dy];
			return { x, y };
		},
	);
}
