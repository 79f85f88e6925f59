import { timeOfDay } from "./clock";
import { listenToButtons, listenToKeys, MovableMap, type Point } from "./movable-map";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Links the map and the barogram of a flight by a cursor, and makes the map movable. */
export function showFlight(root: HTMLElement): void {
	const map = root.querySelector<SVGSVGElement>(".map-view");
	const barogram = root.querySelector<SVGSVGElement>(".barogram");
	const [track, heights] = root.querySelectorAll<SVGPathElement>("[data-fixes]");
	const slider = root.querySelector<HTMLInputElement>("input[type=range]");
	// Shown already: the reader came back to a page that React has kept.
	if (!map || !barogram || !track || !heights || !slider || map.dataset.shown) return;
	map.dataset.shown = "true";
	const flown = readFlown(track, heights, root.dataset);
	const cursors = [addCursor(map, ""), addCursor(barogram, "M0-400V400")] as const;
	const language = document.documentElement.lang === "cs" ? "cs" : "en-GB";
	const { width, height } = map.viewBox.baseVal;

	const show = (time: number) => {
		const moment = flown.at(time);
		slider.value = String(Math.round(moment.time));
		slider.setAttribute("aria-valuetext", sayMoment(root, moment, language));
		moveTo(cursors[0], moment.onMap, movable.current.scale);
		moveTo(cursors[1], moment.onBarogram, 1);
	};
	const onChange = () => {
		const { scale, x, y } = movable.current;
		const corner = { x: -x / scale, y: -y / scale };
		map.setAttribute("viewBox", `${corner.x} ${corner.y} ${width / scale} ${height / scale}`);
		// A map that shows all scrolls with the page under a finger.
		map.style.touchAction = scale > 1 ? "none" : "pan-y";
		keepSizes(map, scale, corner);
		labelScale(map, Number(root.dataset.scaleMetres) / scale, language);
		moveTo(cursors[0], flown.at(Number(slider.value)).onMap, scale);
	};
	const movable = new MovableMap(map, {
		map: { width, height },
		shown: { left: 0, right: width, top: 0, bottom: height },
		margin: 0,
		topMargin: 0,
		mostZoom: 30,
		sharesWheel: true,
		onChange,
		onPoint: (point) => show(flown.nearest(point)),
	});
	movable.resize(width, height);
	const figure = map.closest("figure") ?? root;
	const press = (key: string) => movable.press(key);
	listenToKeys(figure, press);
	listenToButtons(figure, press);
	slider.addEventListener("input", () => show(Number(slider.value)));
	followPointer(barogram, flown, show);
	lightClimbs(root, (x) => show(flown.timeAt(x)));
	for (const tools of root.querySelectorAll<HTMLElement>("[data-tools]")) tools.hidden = false;
	show(Number(slider.value));
}

/** A ring on a picture, and a line through it. */
function addCursor(svg: SVGSVGElement, through: string): SVGGElement {
	const group = document.createElementNS(svgNamespace, "g");
	group.setAttribute("class", "pointer-events-none print:hidden");
	const line = document.createElementNS(svgNamespace, "path");
	line.setAttribute("class", "stroke-2 stroke-ink");
	line.setAttribute("d", through);
	const ring = document.createElementNS(svgNamespace, "circle");
	ring.setAttribute("class", "fill-action stroke-3 stroke-on-action");
	ring.setAttribute("r", "10");
	group.appendChild(line);
	group.appendChild(ring);
	return svg.appendChild(group);
}

function moveTo(cursor: SVGGElement, { x, y }: Point, zoom: number): void {
	cursor.setAttribute("transform", `translate(${x} ${y}) scale(${1 / zoom})`);
}

function followPointer(barogram: SVGSVGElement, flown: Flown, show: (time: number) => void): void {
	const follow = ({ clientX }: PointerEvent) => {
		const { left, width } = barogram.getBoundingClientRect();
		show(flown.timeAt(((clientX - left) / width) * barogram.viewBox.baseVal.width));
	};
	barogram.addEventListener("pointermove", follow);
	barogram.addEventListener("pointerdown", follow);
}

/**
 * The climb whose row is hovered over, focused or tapped is lit up on both pictures, and the cursor stands in its middle.
 * @param show moves the cursor to an x of the barogram
 */
function lightClimbs(root: HTMLElement, show: (x: number) => void): void {
	for (const row of document.querySelectorAll<HTMLElement>("tr[data-climb]")) {
		const pictured = root.querySelectorAll(`[data-climb="${row.dataset.climb}"]`);
		const light = () => {
			for (const lit of document.querySelectorAll(".is-lit")) lit.classList.remove("is-lit");
			for (const part of [row, ...pictured]) part.classList.add("is-lit");
			const stretch = root.querySelector<SVGRectElement>(`#climb-${row.dataset.climb} rect`);
			if (stretch) show(stretch.x.baseVal.value + stretch.width.baseVal.value / 2);
		};
		for (const event of ["pointerenter", "focusin", "click"]) row.addEventListener(event, light);
	}
}

/** Names and marks keep their size while the map grows; scale and north keep their corners. */
function keepSizes(map: SVGSVGElement, zoom: number, corner: Point): void {
	for (const group of map.querySelectorAll<SVGGElement>(
		":is(.map-wide, .map-narrow, .map-climbs) > g, .picture-mark",
	)) {
		// Water has a name without a dot.
		const [dot, text] = [group.querySelector("circle"), group.querySelector("text")];
		const x = Number(dot?.getAttribute("cx") ?? text?.getAttribute("x"));
		const y = Number(dot?.getAttribute("cy") ?? text?.getAttribute("y"));
		group.setAttribute("transform", `translate(${x} ${y}) scale(${1 / zoom}) translate(${-x} ${-y})`);
	}
	map
		.querySelector(".map-scale")
		?.setAttribute("transform", `translate(${corner.x} ${corner.y}) scale(${1 / zoom})`);
}

function labelScale(map: SVGSVGElement, metres: number, language: string): void {
	const text = map.querySelector(".map-scale text");
	const value = (metres / 1000).toLocaleString(language, { maximumSignificantDigits: 2 });
	if (text) text.textContent = `${value}\u00a0km`;
}

/** Fills in the values beside the slider. @returns all of them as a sentence */
function sayMoment(
	root: HTMLElement,
	{ time, altitude, aboveGround, climb, speedKmh }: Moment,
	language: string,
): string {
	const number = (value: number, digits = 0, signDisplay: "auto" | "exceptZero" = "auto") =>
		value
			.toLocaleString(language, {
				minimumFractionDigits: digits,
				maximumFractionDigits: digits,
				signDisplay,
			})
			// A minus, as in all other figures.
			.replace("-", "−");
	const values = {
		time: timeOfDay(new Date(Number(root.dataset.midnight) + time * 1000), true),
		altitude: `${number(altitude)}\u00a0m`,
		aboveGround: aboveGround === null ? "–" : `${number(aboveGround)}\u00a0m`,
		climb: `${number(climb, 1, "exceptZero")}\u00a0m/s`,
		speed: `${number(speedKmh)}\u00a0km/h`,
	};
	// Without heights of the ground, the page has no place for one of them.
	const said = Object.entries(values).flatMap(([name, value]) => {
		const output = root.querySelector(`[data-value=${name}]`);
		if (output) output.textContent = value;
		return output ? value : [];
	});
	return said.join(", ");
}

interface Moment {
	/** Seconds since the UTC midnight of the log's date. */
	readonly time: number;
	/** Metres. */
	readonly altitude: number;
	/** Null where the barogram shows no ground. */
	readonly aboveGround: number | null;
	/** Metres a second. */
	readonly climb: number;
	/** Along the drawn line, which leaves circles out: of a circling glider it is the drift. */
	readonly speedKmh: number;
	readonly onMap: Point;
	readonly onBarogram: Point;
}

interface Flown {
	readonly from: number;
	readonly to: number;
	readonly at: (time: number) => Moment;
	/** The time at which the track is nearest to a point of the map. */
	readonly nearest: (point: Point) => number;
	/** The time at an x of the barogram. */
	readonly timeAt: (x: number) => number;
}

/** Seconds around a moment over which its climb and speed are measured; the colours use the same. */
const window = 40;

/** The pictures are the data: both draw the same fixes in the same order. */
function readFlown(map: SVGPathElement, barogram: SVGPathElement, scales: DOMStringMap): Flown {
	const [track, heights] = [pointsOf(map), pointsOf(barogram)];
	const scale = (name: string) => Number(scales[name]);
	const secondsPerUnit = (scale("to") - scale("from")) / scale("plotWidth");
	const metresPerUnit = (scale("top") - scale("bottom")) / scale("plotHeight");
	const timeAt = (x: number) => scale("from") + (x - scale("plotX")) * secondsPerUnit;
	const altitudeAt = (y: number) => scale("top") - (y - scale("plotY")) * metresPerUnit;
	const times = heights.map(({ x }) => timeAt(x));
	const groundPath = barogram.ownerSVGElement?.querySelector<SVGPathElement>("[data-ground]");
	const ground = groundPath ? pointsOf(groundPath) : [];
	const low = scale("plotY") + scale("plotHeight");
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
			const groundY = heightOfEdge(ground, onBarogram.x) ?? low;
			return {
				time,
				altitude: altitudeAt(onBarogram.y),
				// What is drawn along the lower edge lies between two stretches of known ground.
				aboveGround: groundY < low ? Math.max(0, (groundY - onBarogram.y) * metresPerUnit) : null,
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

/** The y of an edge that goes on to the right, at an x; null beside it. */
function heightOfEdge(edge: readonly Point[], x: number): number | null {
	const next = edge.findIndex((end, index) => end.x > x && (edge[index - 1]?.x ?? end.x) <= x);
	const [start, end] = [edge[next - 1], edge[next]];
	return start && end ? start.y + ((end.y - start.y) * (x - start.x)) / (end.x - start.x) : null;
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
