import type { Point } from "./flown";

/** The closest look shows this share of the map's width. */
const closest = 1 / 30;
const step = 1.6;
/** Share of what is shown that an arrow key moves. */
const keyStep = 0.2;
/** CSS pixels; a pointer that moved less has pressed. */
const slack = 6;

interface MovableMap {
	readonly zoom: (factor: number, around?: Point) => void;
	readonly whole: () => void;
	readonly move: (across: number, down: number) => void;
}

interface MapHooks {
	/** How many times closer the map is than the whole one. */
	readonly zoomed: (zoom: number, corner: Point) => void;
	/** A press or a hover, in units of the map. */
	readonly pointed: (point: Point) => void;
}

/** Moves and zooms a map by its view box: by pointer, two fingers, wheel and keys. */
export function makeMovable(svg: SVGSVGElement, hooks: MapHooks): MovableMap {
	const { width, height } = svg.viewBox.baseVal;
	const box = { x: 0, y: 0, width };
	const heightOf = (across: number) => (across / width) * height;

	const show = (x: number, y: number, across: number) => {
		box.width = Math.min(width, Math.max(width * closest, across));
		box.x = Math.min(width - box.width, Math.max(0, x));
		box.y = Math.min(height - heightOf(box.width), Math.max(0, y));
		svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${heightOf(box.width)}`);
		// A map that shows all scrolls with the page under a finger.
		svg.style.touchAction = box.width < width ? "none" : "pan-y";
		hooks.zoomed(width / box.width, box);
	};
	const middle = (): Point => ({ x: box.x + box.width / 2, y: box.y + heightOf(box.width) / 2 });
	const zoom = (factor: number, around = middle()) => {
		const across = Math.min(width, Math.max(width * closest, box.width / factor));
		const share = across / box.width;
		show(around.x - (around.x - box.x) * share, around.y - (around.y - box.y) * share, across);
	};
	const move = (across: number, down: number) => show(box.x + across, box.y + down, box.width);
	const whole = () => show(0, 0, width);

	listenToPointers(svg, { box, zoom, move, pointed: hooks.pointed });
	svg.closest("figure")?.addEventListener("keydown", (event) => {
		const [across, down] = [box.width * keyStep, heightOf(box.width) * keyStep];
		const act = {
			ArrowLeft: () => move(-across, 0),
			ArrowRight: () => move(across, 0),
			ArrowUp: () => move(0, -down),
			ArrowDown: () => move(0, down),
			"+": () => zoom(step),
			"-": () => zoom(1 / step),
			"0": whole,
		}[event.key];
		if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		act();
	});
	show(0, 0, width);
	return { zoom, whole, move };
}

interface Moving extends Pick<MovableMap, "zoom" | "move">, Pick<MapHooks, "pointed"> {
	readonly box: { readonly x: number; readonly y: number; readonly width: number };
}

/** @param at a place of the window */
function placeOnMap(svg: SVGSVGElement, box: Moving["box"], at: Point): Point {
	const { left, top, width } = svg.getBoundingClientRect();
	const scale = box.width / width;
	return { x: box.x + (at.x - left) * scale, y: box.y + (at.y - top) * scale };
}

function listenToPointers(svg: SVGSVGElement, { box, zoom, move, pointed }: Moving): void {
	const pointers = new Map<number, Point>();
	let travelled = 0;
	/** Whether the wheel zooms the map: the page scrolls over it until it is pressed. */
	let isActive = false;
	const onMap = ({ clientX, clientY }: MouseEvent) => placeOnMap(svg, box, { x: clientX, y: clientY });

	svg.addEventListener("pointerdown", (event) => {
		pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		svg.setPointerCapture(event.pointerId);
		if (pointers.size === 1) travelled = 0;
		isActive = true;
	});
	svg.addEventListener("pointermove", (event) => {
		const before = pointers.get(event.pointerId);
		const now = { x: event.clientX, y: event.clientY };
		if (!before) {
			if (event.pointerType === "mouse") pointed(onMap(event));
			return;
		}
		pointers.set(event.pointerId, now);
		const [dx, dy] = [now.x - before.x, now.y - before.y];
		travelled += Math.hypot(dx, dy);
		const scale = box.width / svg.getBoundingClientRect().width;
		const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
		if (!other) {
			if (travelled > slack) move(-dx * scale, -dy * scale);
			return;
		}
		const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
		const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
		zoom(apart(now) / apart(before), placeOnMap(svg, box, middle));
		move((-dx / 2) * scale, (-dy / 2) * scale);
	});
	svg.addEventListener("pointerup", (event) => {
		if (travelled <= slack) pointed(onMap(event));
		pointers.delete(event.pointerId);
	});
	svg.addEventListener("pointercancel", ({ pointerId }) => pointers.delete(pointerId));
	svg.addEventListener("pointerleave", () => {
		isActive = false;
	});
	svg.addEventListener(
		"wheel",
		(event) => {
			if (!isActive && !event.ctrlKey) return;
			event.preventDefault();
			zoom(event.deltaY < 0 ? step : 1 / step, onMap(event));
		},
		{ passive: false },
	);
	svg.addEventListener("dblclick", (event) => zoom(step, onMap(event)));
}
