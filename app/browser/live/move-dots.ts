import { arrow, besideDot, type Glider, type LiveDot, type MapFrame, placeDots } from "~/lib/live/place-dots";
import { timeOfDay } from "../clock";
import { request } from "../request";

interface Positions {
	/** When the network was last heard, ISO 8601, if that is long ago by the clock of the server. */
	readonly silentSince: string | null;
	readonly dots: readonly LiveDot[];
}

/** What the server says of a map: its frame, and the class that it shows; null for all of them. */
interface MapOfClass extends MapFrame {
	readonly classType: string | null;
}

/** Milliseconds between two questions, at least and at most: browsers that began together do not ask together. */
const [askedEvery, atMost] = [5_000, 8_000];
/** Milliseconds after the last answer from which nothing is shown: who was to disappear since must not stay. */
const shownFor = 15_000;
const step = 1_000;
const timeout = 8_000;
/** Size of the numbers in pixels of the page, as in map.css. */
const numberPixels = 15;
/** Pixels of a map from which dots have their whole size, and the least share of it. */
const [wideMap, leastSize] = [550, 0.7];

/**
 * Moves the dots on the maps of the page while one of them is in sight. The first picture of a map is of the server; maps may come and go, as
 * pages are refreshed.
 * @returns what ends it
 */
export function moveDots(): () => void {
	let next = 0;
	/** What each layer shows. */
	const drawn = new WeakMap<SVGGElement, unknown>();
	let [answeredAt, positions] = [Date.now(), null as Positions | null];

	const show = () => {
		const isLost = Date.now() - answeredAt > shownFor;
		const silent = positions?.silentSince ? new Date(positions.silentSince) : null;
		const since = isLost ? new Date(answeredAt) : silent;
		// Before the first answer the picture of the server is all there is.
		if (!positions && !isLost) return;
		const state = since?.getTime() ?? positions;
		for (const layer of layers()) {
			if (drawn.get(layer) === state) continue;
			drawn.set(layer, state);
			draw(layer, since || !positions ? [] : positions.dots, since);
		}
	};
	const ask = async () => {
		next = Date.now() + askedEvery + Math.random() * (atMost - askedEvery);
		const answer = await request<Positions>("/live.json", { timeout });
		if (answer.ok) [answeredAt, positions] = [Date.now(), answer.value];
		show();
	};
	const look = () => {
		if (document.hidden || !layers().some(isInSight)) return;
		// Nothing is asked for a page that stands still, or for a map out of sight: what it shows is too old after a while all the same.
		show();
		if (!isPaused() && Date.now() >= next) void ask();
	};
	const timer = setInterval(look, step);
	document.addEventListener("visibilitychange", look);
	look();
	return () => {
		clearInterval(timer);
		document.removeEventListener("visibilitychange", look);
	};
}

const layers = () => [...document.querySelectorAll<SVGGElement>("[data-live]")];

const isPaused = () => document.querySelector("[data-refresh-pause][aria-pressed=true]") !== null;

function isInSight(layer: SVGGElement): boolean {
	const box = layer.ownerSVGElement?.getBoundingClientRect();
	return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
	const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
	made.textContent = text;
	return made;
}

/** @param since when the network, or this browser's connection, fell silent; null while all is well */
function draw(layer: SVGGElement, dots: readonly LiveDot[], since: Date | null): void {
	const { classType, ...frame }: MapOfClass = JSON.parse(layer.dataset.live ?? "");
	const width = layer.ownerSVGElement?.clientWidth || frame.width;
	// A small map has no room for whole ones.
	const units = (frame.width / width) * Math.min(1, Math.max(leastSize, width / wideMap));
	const own = dots.flatMap(([number, of, latitude, longitude, , , track]): Glider[] =>
		classType === null || of === classType ? [{ number, latitude, longitude, track }] : [],
	);
	layer.replaceChildren(
		...placeDots(frame, own, numberPixels * units).map(({ number, x, y, track, isNamed }) => {
			// The styles give the sizes in pixels.
			const dot = svg("g", { transform: `translate(${x} ${y}) scale(${units})` });
			dot.appendChild(svg("path", { d: arrow, transform: `rotate(${track})` }));
			if (isNamed) dot.appendChild(svg("text", { x: besideDot, y: numberPixels / 3 }, number));
			return dot;
		}),
	);
	layer.previousElementSibling?.setAttribute("display", "none");
	const lost = layer.closest(".map")?.querySelector<HTMLElement>("[data-live-lost]");
	const text = (since && lost?.dataset.liveLost?.replace("{time}", timeOfDay(since))) || "";
	if (lost && lost.textContent !== text) lost.textContent = text;
}
