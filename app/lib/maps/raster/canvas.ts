export type Colour = readonly [red: number, green: number, blue: number];

/** What one byte can name. */
const mostColours = 256;

/** The colours of a picture, each once. */
class Palette {
	private readonly list: Colour[];

	constructor(first: Colour) {
		this.list = [first];
	}

	get colours(): readonly Colour[] {
		return this.list;
	}

	/** The number of a colour laid over that of another number; of the nearest one when the palette is full. */
	blend(below: number, colour: Colour, share: number): number {
		const ground = this.list[below] ?? colour;
		const mix = (channel: 0 | 1 | 2) =>
			Math.round(ground[channel] + (colour[channel] - ground[channel]) * share);
		return this.numberOf([mix(0), mix(1), mix(2)]);
	}

	private numberOf(colour: Colour): number {
		const distances = this.list.map(
			(other) => (other[0] - colour[0]) ** 2 + (other[1] - colour[1]) ** 2 + (other[2] - colour[2]) ** 2,
		);
		const nearest = Math.min(...distances);
		if (nearest > 0 && this.list.length < mostColours) return this.list.push(colour) - 1;
		return distances.indexOf(nearest);
	}
}

/** In pixels from the upper left corner; whole numbers are edges of pixels. */
type CanvasPoint = readonly [x: number, y: number];

/** Scan lines of a pixel, for the edges of areas. */
const scans = 4;

/** Steps of how far a pixel is covered: enough for edges that look smooth, few enough for a palette. */
const levels = 8;

/** A picture of pixels on white. Edges are smooth, and what comes later covers what was there. */
export class Canvas {
	/** The colour of each pixel in the palette, row by row. */
	readonly pixels: Uint8Array;
	readonly palette = new Palette([255, 255, 255]);
	/** How far what is being drawn covers each pixel; zero in between. */
	private readonly cover: Uint8Array;

	constructor(
		readonly width: number,
		readonly height: number,
	) {
		this.pixels = new Uint8Array(width * height);
		this.cover = new Uint8Array(width * height);
	}

	/** Fills what lies within an odd number of rings. @param opacity 1 hides what was there */
	fill(rings: readonly (readonly CanvasPoint[])[], colour: Colour, opacity = 1): void {
		const edges = rings.flatMap((ring) => ring.map((to, index) => [ring.at(index - 1) ?? to, to] as const));
		const { from, to } = this.rowsOf(rings.flat(), 0);
		const row = new Float32Array(this.width);
		for (let y = from; y < to; y += 1) {
			row.fill(0);
			for (let scan = 0; scan < scans; scan += 1) addSpans(row, crossingsAt(edges, y + (scan + 0.5) / scans));
			for (let x = 0; x < this.width; x += 1)
				this.cover[y * this.width + x] = Math.round(((row[x] ?? 0) * levels) / scans);
		}
		this.paint(from, to, colour, opacity);
	}

	/** Draws lines with round ends. Where they cross they are no darker. */
	stroke(lines: readonly (readonly CanvasPoint[])[], thickness: number, colour: Colour): void {
		for (const line of lines)
			for (const [index, to] of line.entries()) this.coverSegment(line[index - 1] ?? to, to, thickness / 2);
		const { from, to } = this.rowsOf(lines.flat(), thickness / 2 + 1);
		this.paint(from, to, colour, 1);
	}

	private coverSegment(start: CanvasPoint, end: CanvasPoint, radius: number): void {
		const [startX, startY] = start;
		const [dx, dy] = [end[0] - startX, end[1] - startY];
		const squared = dx * dx + dy * dy;
		const { from, to } = this.rowsOf([start, end], radius + 1);
		for (let y = from; y < to; y += 1) {
			const { left, right } = this.columnsOf(start, end, y, radius + 1);
			const alongY = y + 0.5 - startY;
			for (let x = left; x < right; x += 1) {
				const alongX = x + 0.5 - startX;
				const share = squared === 0 ? 0 : clamp((alongX * dx + alongY * dy) / squared, 0, 1);
				const distance = Math.sqrt((alongX - share * dx) ** 2 + (alongY - share * dy) ** 2);
				const level = Math.round(clamp(radius + 0.5 - distance, 0, 1) * levels);
				const pixel = y * this.width + x;
				if (level > (this.cover[pixel] ?? 0)) this.cover[pixel] = level;
			}
		}
	}

	/** Columns of a row in which a segment may be seen, so that a long one does not cost its whole rectangle. */
	private columnsOf([x, y]: CanvasPoint, [endX, endY]: CanvasPoint, row: number, reach: number) {
		const slope = endY === y ? 0 : (endX - x) / (endY - y);
		const at = (height: number) => x + slope * (clamp(height, Math.min(y, endY), Math.max(y, endY)) - y);
		const [one, other] = endY === y ? [x, endX] : [at(row - reach), at(row + 1 + reach)];
		return {
			left: clamp(Math.floor(Math.min(one, other) - reach), 0, this.width),
			right: clamp(Math.ceil(Math.max(one, other) + reach), 0, this.width),
		};
	}

	private rowsOf(points: readonly CanvasPoint[], reach: number) {
		const ys = points.map(([, y]) => y);
		return {
			from: clamp(Math.floor(Math.min(...ys) - reach), 0, this.height),
			to: clamp(Math.ceil(Math.max(...ys) + reach), 0, this.height),
		};
	}

	/** Colours what is covered in some rows, and uncovers it. */
	private paint(from: number, to: number, colour: Colour, opacity: number): void {
		const [first, last] = [from * this.width, to * this.width];
		const blended = new Map<number, number>();
		for (let pixel = first; pixel < last; pixel += 1) {
			const level = this.cover[pixel] ?? 0;
			if (level === 0) continue;
			const below = this.pixels[pixel] ?? 0;
			const pair = below * (levels + 1) + level;
			const number = blended.get(pair) ?? this.palette.blend(below, colour, (level / levels) * opacity);
			blended.set(pair, number);
			this.pixels[pixel] = number;
		}
		this.cover.fill(0, first, last);
	}
}

/** Where a horizontal line meets edges, from the left. */
function crossingsAt(edges: readonly (readonly [CanvasPoint, CanvasPoint])[], height: number): number[] {
	const crossings: number[] = [];
	for (const [[x, y], [endX, endY]] of edges)
		if (y <= height !== endY <= height) crossings.push(x + ((endX - x) * (height - y)) / (endY - y));
	return crossings.sort((a, b) => a - b);
}

/** Adds how far each pixel of a row lies between the first and the second crossing, the third and the fourth, and so on. */
function addSpans(row: Float32Array, crossings: readonly number[]): void {
	for (let index = 0; index + 1 < crossings.length; index += 2) {
		const left = clamp(crossings[index] ?? 0, 0, row.length);
		const right = clamp(crossings[index + 1] ?? 0, 0, row.length);
		for (let x = Math.floor(left); x < right; x += 1)
			row[x] = (row[x] ?? 0) + Math.min(right, x + 1) - Math.max(left, x);
	}
}

function clamp(value: number, least: number, most: number): number {
	return Math.min(most, Math.max(least, value));
}

/** Strokes of the characters that pictures need, as points of a grid 4 wide and 6 high. */
const strokesOf: Readonly<Record<string, string>> = {
	"0": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0",
	"1": "1,1 2,0 2,6",
	"2": "0,1 1,0 3,0 4,1 4,2 0,6 4,6",
	"3": "0,0 4,0 2,2.4 3,2.4 4,3.4 4,5 3,6 1,6 0,5",
	"4": "3,6 3,0 0,4 4,4",
	"5": "4,0 0.5,0 0,3 1,2.4 3,2.4 4,3.4 4,5 3,6 1,6 0,5",
	"6": "3.5,0 2,0 0,3 0,5 1,6 3,6 4,5 4,3.6 3,2.6 1,2.6 0,3.6",
	"7": "0,0 4,0 1.5,6",
	"8": "1,0 3,0 4,1 4,2 3,3 1,3 0,2 0,1 1,0|1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3",
	"9": "0.5,6 2,6 4,3 4,1 3,0 1,0 0,1 0,2.4 1,3.4 3,3.4 4,2.4",
	"/": "0.5,6.5 3.5,-0.5",
	F: "4,0 0,0 0,6|0,2.8 3,2.8",
	S: "4,1 3,0 1,0 0,1 0,2 1,2.8 3,3.2 4,4 4,5 3,6 1,6 0,5",
	k: "0,0 0,6|3.5,2.2 0,4.4|1.2,3.6 3.7,6",
	m: "0,6 0,2.2|0,3 0.8,2.2 1.4,2.2 2,2.8 2,6|2,2.8 2.6,2.2 3.2,2.2 4,3 4,6",
};

/** Shares of the size of letters. */
const height = 0.72;
const advance = 0.62;

/** How wide `lettering` is. */
export function letteringWidth(text: string, size: number): number {
	return text.length * advance * size;
}

/**
 * Lines of a text, for a canvas has no fonts.
 * @param text of figures, S, F, k, m, the slash and the space
 * @param baseline its left end
 */
export function lettering(text: string, [left, baseline]: CanvasPoint, size: number): CanvasPoint[][] {
	const unit = (height * size) / 6;
	const side = (advance * size - 4 * unit) / 2;
	return [...text].flatMap((character, index) =>
		(strokesOf[character]?.split("|") ?? []).map((stroke) =>
			stroke.split(" ").map((point): CanvasPoint => {
				const [x = 0, y = 0] = point.split(",").map(Number);
				return [left + index * advance * size + side + x * unit, baseline + (y - 6) * unit];
			}),
		),
	);
}
