import { timeOfDay } from "../clock";
import { listenToButtons, listenToKeys, MovableMap, type Point } from "../movable-map";
import { type Flown, type Moment, readFlown } from "./flown";

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
	const cursors = [addCursor(map), addCursor(barogram)] as const;
	const language = document.documentElement.lang === "cs" ? "cs" : "en-GB";
	const { width, height } = map.viewBox.baseVal;

	const show = (time: number) => {
		const moment = flown.at(time);
		slider.value = String(Math.round(moment.time));
		slider.setAttribute("aria-valuetext", sayMoment(root, moment, language));
		place(cursors[0], moment.onMap, movable.current.scale);
		place(cursors[1], moment.onBarogram, 1);
	};
	const onChange = () => {
		const { scale, x, y } = movable.current;
		const corner = { x: -x / scale, y: -y / scale };
		map.setAttribute("viewBox", `${corner.x} ${corner.y} ${width / scale} ${height / scale}`);
		// A map that shows all scrolls with the page under a finger.
		map.style.touchAction = scale > 1 ? "none" : "pan-y";
		keepSizes(map, scale, corner);
		labelScale(map, Number(root.dataset.scaleMetres) / scale, language);
		place(cursors[0], flown.at(Number(slider.value)).onMap, scale);
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
	for (const tools of root.querySelectorAll<HTMLElement>("[data-tools]")) tools.hidden = false;
	show(Number(slider.value));
}

/** A ring on a picture; on the barogram with a line through it. */
function addCursor(svg: SVGSVGElement): SVGGElement {
	const group = document.createElementNS(svgNamespace, "g");
	group.setAttribute("class", "flight-cursor");
	const line = document.createElementNS(svgNamespace, "path");
	line.setAttribute("d", "M0-400V400");
	const ring = document.createElementNS(svgNamespace, "circle");
	ring.setAttribute("r", "10");
	group.appendChild(line);
	group.appendChild(ring);
	return svg.appendChild(group);
}

function place(cursor: SVGGElement, { x, y }: Point, zoom: number): void {
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

/** Names and marks keep their size while the map grows; scale and north keep their corners. */
function keepSizes(map: SVGSVGElement, zoom: number, corner: Point): void {
	for (const group of map.querySelectorAll<SVGGElement>(":is(.map-wide, .map-narrow) > g, .picture-mark")) {
		const dot = group.querySelector("circle");
		const [x, y] = [Number(dot?.getAttribute("cx")), Number(dot?.getAttribute("cy"))];
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
function sayMoment(root: HTMLElement, { time, altitude, climb, speedKmh }: Moment, language: string): string {
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
		climb: `${number(climb, 1, "exceptZero")}\u00a0m/s`,
		speed: `${number(speedKmh)}\u00a0km/h`,
	};
	for (const [name, value] of Object.entries(values)) {
		const output = root.querySelector(`[data-value=${name}]`);
		if (output) output.textContent = value;
	}
	return Object.values(values).join(", ");
}
