import type { ViewportPoint } from "./viewport";

/** A dot on a viewport with its name, in units. */
export interface NamedDot {
	readonly x: number;
	readonly y: number;
	readonly text: string;
	/** Stands for the text where that has no room; null when the dot may go without its name. */
	readonly short: string | null;
	/** What it is; becomes a class of the text. */
	readonly kind: "point" | "airfield" | "city" | "town" | "water" | "place";
}

/** A name that lies on nothing else. */
export interface Label extends Pick<NamedDot, "x" | "y" | "text" | "kind"> {
	/** Units from the dot to where the text is anchored. */
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

/** Where a name may stand, best first; for those above and below the height of the font decides. */
const sides = [
	{ dx: 12, dy: 0.35, anchor: "start" },
	{ dx: -12, dy: 0.35, anchor: "end" },
	{ dx: 0, dy: -0.6, anchor: "middle" },
	{ dx: 0, dy: 1.3, anchor: "middle" },
	{ dx: 9, dy: -0.3, anchor: "start" },
	{ dx: -9, dy: -0.3, anchor: "end" },
	{ dx: 9, dy: 1, anchor: "start" },
	{ dx: -9, dy: 1, anchor: "end" },
	{ dx: 30, dy: 0.35, anchor: "start" },
	{ dx: -30, dy: 0.35, anchor: "end" },
	{ dx: 0, dy: -1.5, anchor: "middle" },
	{ dx: 0, dy: 2.2, anchor: "middle" },
] as const;

/** Of the height of the font, for bold letters; measured with several fonts, rather too wide. The first that holds a letter counts. */
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

/** Of the height of the font, between two names. */
const gap = 0.4;
const ascent = 0.85;
const descent = 0.25;
/** Units around a dot that no name covers. */
const dotRadius = 8;

interface Room {
	readonly width: number;
	readonly height: number;
	/** Height of the font. */
	readonly fontSize: number;
	/** Covered already, such as the scale. */
	readonly taken: readonly Box[];
	/** Names avoid these where they can. */
	readonly lines: readonly (readonly ViewportPoint[])[];
	/** No name lies on these, unless it is the number of a point that has no other room. */
	readonly walls?: readonly (readonly ViewportPoint[])[];
}

/**
 * Gives names their places, the first ones first. A name without a short form is left out with its dot where it would lie
 * on something; one with it stands where it covers least.
 */
export function placeLabels(dots: readonly NamedDot[], room: Room): Label[] {
	const points = dots.filter(({ short }) => short !== null);
	const taken = [...room.taken, ...points.map(boxOfDot)];
	return dots.flatMap((dot) => {
		if (dot.short === null && taken.some((box) => overlap(box, boxOfDot(dot)) > 0)) return [];
		const found = freeSide(dot, dot.text, room, taken) ?? lastResort(dot, room, taken);
		if (!found) return [];
		const { left, right } = found.box;
		const apart = gap * room.fontSize;
		taken.push({ ...found.box, left: left - apart, right: right + apart }, boxOfDot(dot));
		return [found.label];
	});
}

interface Placed {
	readonly label: Label;
	readonly box: Box;
}

function freeSide(dot: NamedDot, text: string, room: Room, taken: readonly Box[]): Placed | undefined {
	const free = placesOf(dot, text, room).filter(
		({ box }) => isInViewport(box, room) && taken.every((other) => overlap(box, other) === 0),
	);
	const clear = free.filter(({ box }) => !room.walls?.some((line) => crosses(line, box)));
	return clear.find(({ box }) => !room.lines.some((line) => crosses(line, box))) ?? clear[0];
}

/** The short form, where it covers least; on the viewport, where it fits. */
function lastResort(dot: NamedDot, room: Room, taken: readonly Box[]): Placed | undefined {
	if (dot.short === null) return undefined;
	const covered = ({ box }: Placed) =>
		isInViewport(box, room)
			? taken.reduce((sum, other) => sum + overlap(box, other), 0)
			: Number.POSITIVE_INFINITY;
	return (
		freeSide(dot, dot.short, room, taken) ??
		placesOf(dot, dot.short, room).sort((a, b) => covered(a) - covered(b))[0]
	);
}

function placesOf({ x, y, kind }: NamedDot, text: string, { fontSize }: Room): Placed[] {
	const width = widthOf(text) * fontSize;
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

const boxOfDot = ({ x, y }: Pick<NamedDot, "x" | "y">): Box => ({
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

/** Whether a line passes through a box. */
function crosses(line: readonly ViewportPoint[], { left, right, top, bottom }: Box): boolean {
	return line.some(([x, y], index) => {
		const [fromX, fromY] = line[index - 1] ?? [x, y];
		// The stretch of the line, as shares of its length, that lies within the width and within the height of the box.
		const [acrossFrom, acrossTo] = shares(fromX, x, left, right);
		const [upFrom, upTo] = shares(fromY, y, top, bottom);
		return Math.max(acrossFrom, upFrom, 0) < Math.min(acrossTo, upTo, 1);
	});
}

/** Where between two values a range begins and ends. */
function shares(from: number, to: number, low: number, high: number): [begin: number, end: number] {
	if (from === to) return from > low && from < high ? [0, 1] : [1, 0];
	const ends = [(low - from) / (to - from), (high - from) / (to - from)] as const;
	return [Math.min(...ends), Math.max(...ends)];
}
