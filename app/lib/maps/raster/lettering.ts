import type { CanvasPoint } from "./canvas";

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
