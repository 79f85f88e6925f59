import type { ViewportPoint } from "./viewport";

/** A place on a viewport with its name, in units. Most kinds are drawn as a dot. */
export interface NamedPoint {
	readonly x: number;
	readonly y: number;
	readonly text: string;
	/** A shorter text to use when the name has no room. Null when the place may be left out of the map. */
	readonly short: string | null;
	/** Kind of the place. It becomes a class of the text. */
	readonly kind: "point" | "airfield" | "city" | "town" | "water" | "place";
	/** The line of a river, which its name avoids. Of several places of a river, the first with room gets the name. */
	readonly line?: readonly ViewportPoint[];
	/** Whether the name may stand on the place itself: on a lake. */
	readonly isArea?: boolean;
}

/** A name that has been given its position on the map. */
export interface Label extends Pick<NamedPoint, "x" | "y" | "text" | "kind"> {
	/** Units from the place to the anchor of the text. */
	readonly dx: number;
	/** Shift of the base line in heights of the font. */
	readonly dy: number;
	readonly anchor: "start" | "middle" | "end";
}

export interface Box {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

/** The edge of an area, in the box around it. */
interface Edge {
	readonly line: readonly ViewportPoint[];
	readonly box: Box;
}

export function edgeOf(line: readonly ViewportPoint[]): Edge {
	const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
	return {
		line,
		box: { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) },
	};
}

/** Positions for a name, best first. Names above and below are shifted by the height of the font. */
const near = [
	{ dx: 12, dy: 0.35, anchor: "start" },
	{ dx: -12, dy: 0.35, anchor: "end" },
	{ dx: 0, dy: -0.6, anchor: "middle" },
	{ dx: 0, dy: 1.3, anchor: "middle" },
	{ dx: 9, dy: -0.3, anchor: "start" },
	{ dx: -9, dy: -0.3, anchor: "end" },
	{ dx: 9, dy: 1, anchor: "start" },
	{ dx: -9, dy: 1, anchor: "end" },
] as const;
/** Further ones for points of a task, which must have a name. */
const far = [
	{ dx: 30, dy: 0.35, anchor: "start" },
	{ dx: -30, dy: 0.35, anchor: "end" },
	{ dx: 0, dy: -1.5, anchor: "middle" },
	{ dx: 0, dy: 2.2, anchor: "middle" },
	{ dx: 24, dy: -1.1, anchor: "start" },
	{ dx: -24, dy: -1.1, anchor: "end" },
	{ dx: 24, dy: 1.8, anchor: "start" },
	{ dx: -24, dy: 1.8, anchor: "end" },
	{ dx: 54, dy: 0.35, anchor: "start" },
	{ dx: -54, dy: 0.35, anchor: "end" },
	{ dx: 0, dy: -2.6, anchor: "middle" },
	{ dx: 0, dy: 3.3, anchor: "middle" },
] as const;

const onPlace = { dx: 0, dy: 0.35, anchor: "middle" } as const;

/**
 * Widths of letters as a share of the font's height, for bold letters. They were measured with several fonts and are rather too
 * wide. The first entry that holds a letter counts.
 */
const letterWidths = [
	[/[MW\u2E80-\u{10FFFF}]/u, 1],
	[/[mw]/, 0.95],
	[/\p{Lu}/u, 0.82],
	[/./su, 0.6],
] as const;

function widthOf(text: string): number {
	return [...text].reduce(
		(sum, letter) => sum + (letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 1),
		0,
	);
}

/** Distance between two names as a share of the font's height. */
const gap = 0.4;
/** The same between two lines. */
const lineGap = 0.15;
const ascent = 0.85;
const descent = 0.25;
/** Airspaces whose edges a name of a place may lie on; where there are more, it is left out. */
const mostSpaces = 3;
/** Radius in units around a place that no name covers. */
const dotRadius = 8;

interface Room {
	readonly width: number;
	readonly height: number;
	readonly fontSize: number;
	/** Areas that are covered already, for example by the scale. */
	readonly taken: readonly Box[];
	/** No name of a place lies on these lines; the names of points avoid them where possible. */
	readonly lines: readonly (readonly ViewportPoint[])[];
	/** Edges of areas: as lines, but a point's name lies on them rather than on a line. */
	readonly edges?: readonly (readonly ViewportPoint[])[];
	/** No name lies on these lines, unless it is the number of a point that has no other room. */
	readonly walls?: readonly (readonly ViewportPoint[])[];
	/** Edges of airspace: names of places avoid them where they have room beside them. On many of them no name can be read. */
	readonly spaces?: readonly Edge[];
}

/**
 * Gives names their positions; earlier ones have precedence. A place without a short form is left out, with its dot, when its name
 * has no room. A place with a short form always gets a name, at the position where it covers least.
 */
export function layOutLabels(dots: readonly NamedPoint[], room: Room): Label[] {
	const points = dots.filter(({ short }) => short !== null);
	const taken = [...room.taken, ...points.map(boxOfDot)];
	const rivers = new Set<string>();
	return dots.flatMap((dot) => {
		if (dot.line && rivers.has(dot.text)) return [];
		if (dot.short === null && taken.some((box) => overlap(box, boxOfDot(dot)) > 0)) return [];
		const found = placed(dot, room, taken);
		if (!found) return [];
		if (dot.line) rivers.add(dot.text);
		const { left, right, top, bottom } = found.box;
		const [apart, above] = [gap * room.fontSize, lineGap * room.fontSize];
		taken.push(
			{ left: left - apart, right: right + apart, top: top - above, bottom: bottom + above },
			boxOfDot(dot),
		);
		return [found.label];
	});
}

interface Placed {
	readonly label: Label;
	readonly box: Box;
}

interface Free extends Placed {
	/** How many lines the name crosses. */
	readonly lines: number;
}

function freeSide(dot: NamedPoint, text: string, room: Room, taken: readonly Box[]): Free | undefined {
	const free = placesOf(dot, text, room).filter(
		({ box }) => isInViewport(box, room) && taken.every((other) => overlap(box, other) === 0),
	);
	const { walls = [], lines, edges = [], spaces = [] } = room;
	const isPoint = dot.kind === "point";
	const barred = isPoint ? walls : [...walls, ...lines, ...edges];
	const avoided = isPoint ? lines : [dot.line ?? []];
	const countOf = (all: typeof lines, { box }: Placed) => all.filter((line) => crosses(line, box)).length;
	const spacesUnder = ({ box }: Placed) =>
		isPoint ? 0 : spaces.filter((edge) => overlap(edge.box, box) > 0 && crosses(edge.line, box)).length;
	const clear = free
		.filter(({ box }) => !barred.some((line) => crosses(line, box)))
		.map((one) => ({ one, under: spacesUnder(one) }))
		.filter(({ under }) => under <= mostSpaces);
	const crossed = clear.map(
		({ one, under }) => countOf(avoided, one) + under + countOf(edges, one) / (1 + edges.length),
	);
	const least = Math.min(...crossed);
	const found = clear[crossed.indexOf(least)];
	return found && { ...found.one, lines: Math.floor(least) };
}

/**
 * Uses the short form where the name has no room, or lies on a line that the short form leaves clear: at the position where it
 * covers least and, if possible, stays within the viewport.
 */
function placed(dot: NamedPoint, room: Room, taken: readonly Box[]): Placed | undefined {
	const whole = freeSide(dot, dot.text, room, taken);
	if (dot.short === null || whole?.lines === 0) return whole;
	const short = freeSide(dot, dot.short, room, taken);
	if (whole && !(short && short.lines < whole.lines)) return whole;
	const covered = ({ box }: Placed) =>
		isInViewport(box, room)
			? taken.reduce((sum, other) => sum + overlap(box, other), 0)
			: Number.POSITIVE_INFINITY;
	return short ?? placesOf(dot, dot.short, room).sort((a, b) => covered(a) - covered(b))[0];
}

function placesOf({ x, y, kind, short, isArea }: NamedPoint, text: string, { fontSize }: Room): Placed[] {
	const width = widthOf(text) * fontSize;
	const sides = [...(isArea ? [onPlace] : []), ...near, ...(short === null ? [] : far)];
	return sides.map((side) => {
		const left = x + side.dx - (side.anchor === "start" ? 0 : side.anchor === "end" ? width : width / 2);
		const line = y + side.dy * fontSize;
		return {
			label: { x, y, text, kind, ...side },
			box: {
				left,
				right: left + width,
				top: line - ascent * fontSize,
				bottom: line + descent * fontSize,
			},
		};
	});
}

const boxOfDot = ({ x, y }: Pick<NamedPoint, "x" | "y">): Box => ({
	left: x - dotRadius,
	right: x + dotRadius,
	top: y - dotRadius,
	bottom: y + dotRadius,
});

function isInViewport({ left, right, top, bottom }: Box, { width, height }: Room): boolean {
	return left >= 0 && top >= 0 && right <= width && bottom <= height;
}

/** Square units. */
function overlap(one: Box, other: Box): number {
	const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
	const upwards = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
	return across > 0 && upwards > 0 ? across * upwards : 0;
}

/** Some steps of a line, and the box around them. */
interface Stretch {
	readonly from: number;
	readonly to: number;
	readonly box: Box;
}

/** Steps of a line that are looked at together. */
const stepsTogether = 12;
const stretches = new WeakMap<readonly ViewportPoint[], readonly Stretch[]>();

/** The stretches of a line, found once: a map asks some thousand times whether a name lies on a track of hundreds of corners. */
function stretchesOf(line: readonly ViewportPoint[]): readonly Stretch[] {
	const known = stretches.get(line);
	if (known) return known;
	const found = Array.from({ length: Math.ceil(line.length / stepsTogether) }, (_, index): Stretch => {
		const from = index * stepsTogether;
		const to = Math.min(line.length, from + stepsTogether);
		return { from, to, box: edgeOf(line.slice(Math.max(0, from - 1), to)).box };
	});
	stretches.set(line, found);
	return found;
}

/** Whether a line passes through a box. */
function crosses(line: readonly ViewportPoint[], box: Box): boolean {
	return stretchesOf(line).some(({ from, to, box: around }) => {
		if (around.right < box.left || around.left > box.right) return false;
		if (around.bottom < box.top || around.top > box.bottom) return false;
		for (let index = from; index < to; index++) if (stepCrosses(line, index, box)) return true;
		return false;
	});
}

/** Whether the step to a corner passes through a box. The first corner is a step by itself. */
function stepCrosses(
	line: readonly ViewportPoint[],
	index: number,
	{ left, right, top, bottom }: Box,
): boolean {
	const [x, y] = line[index] ?? [Number.NaN, Number.NaN];
	const [fromX, fromY] = line[index - 1] ?? [x, y];
	if ((x < left && fromX < left) || (x > right && fromX > right)) return false;
	if ((y < top && fromY < top) || (y > bottom && fromY > bottom)) return false;
	// The part of the line, as shares of its length, that lies within the width, and the part within the height of the box.
	const [acrossFrom, acrossTo] = shares(fromX, x, left, right);
	const [upFrom, upTo] = shares(fromY, y, top, bottom);
	return Math.max(acrossFrom, upFrom, 0) < Math.min(acrossTo, upTo, 1);
}

/** Positions at which a range begins and ends, as shares of the way between two values. */
function shares(from: number, to: number, low: number, high: number): [begin: number, end: number] {
	if (from === to) return from > low && from < high ? [0, 1] : [1, 0];
	const ends = [(low - from) / (to - from), (high - from) / (to - from)] as const;
	return [Math.min(...ends), Math.max(...ends)];
}
