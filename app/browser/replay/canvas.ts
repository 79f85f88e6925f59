import type { Glider } from "./flight";

/** Size of a canvas in CSS pixels, each of which is `ratio` device pixels. */
export interface CanvasSize {
	readonly width: number;
	readonly height: number;
	readonly ratio: number;
}

/** Draws on a canvas of the page, or on one that is not shown. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const devicePixels = (length: number, ratio: number) => Math.max(1, Math.round(length * ratio));

/** Makes a canvas as large as it has to be. It is empty afterwards. */
export function resizeCanvas(canvas: HTMLCanvasElement, { width, height, ratio }: CanvasSize): void {
	canvas.width = devicePixels(width, ratio);
	canvas.height = devicePixels(height, ratio);
}

/** Empties a canvas, whose units are CSS pixels afterwards. Null where the browser draws none. */
export function emptied(canvas: HTMLCanvasElement, ratio: number): CanvasRenderingContext2D | null {
	const pen = canvas.getContext("2d");
	pen?.setTransform(1, 0, 0, 1, 0, 0);
	pen?.clearRect(0, 0, canvas.width, canvas.height);
	pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
	return pen;
}

/**
 * Draws a picture that stays for many frames. It becomes a bitmap: without a graphics card, a browser copies every canvas that it
 * draws on with every frame, whether it has changed or not.
 */
export function drawStill(
	canvas: HTMLCanvasElement,
	{ width, height, ratio }: CanvasSize,
	draw: (pen: Pen) => void,
): void {
	const viewport = new OffscreenCanvas(devicePixels(width, ratio), devicePixels(height, ratio));
	const pen = viewport.getContext("2d");
	if (!pen) return;
	pen.scale(ratio, ratio);
	draw(pen);
	canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(viewport.transferToImageBitmap());
}

/** Colours of the reader's theme. */
export interface Colours {
	readonly ground: string;
	readonly ink: string;
	readonly muted: string;
	readonly line: string;
	readonly isDark: boolean;
	/** Colours of two flights that are compared. */
	readonly pair: readonly [string, string];
	/** Gold, silver and bronze. */
	readonly medals: readonly string[];
}

export function readColours(root: HTMLElement): Colours {
	const style = getComputedStyle(root);
	const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
	return {
		ground: colour("ground"),
		ink: colour("ink"),
		muted: colour("muted"),
		line: colour("line"),
		isDark: style.colorScheme === "dark",
		pair: [colour("brand"), colour("climb-fast")],
		medals: ["gold", "silver", "bronze"].map(colour),
	};
}

/**
 * A pair has the colours of its comparison, the podium those of its medals, and one of many is grey. The others are of one lightness all around, so that every track is seen on every ground: in
 * other spaces yellow is much lighter than blue.
 */
export function colourOf(
	{ hue, pairPlace, medal, isQuiet }: Pick<Glider, "hue" | "pairPlace" | "medal" | "isQuiet">,
	{ isDark, pair, medals, muted }: Pick<Colours, "isDark" | "pair" | "medals" | "muted">,
): string {
	if (pairPlace !== null) return pair[pairPlace];
	if (medal !== null) return medals[medal] ?? muted;
	if (isQuiet) return muted;
	return `oklch(${isDark ? "0.75 0.13" : "0.5 0.14"} ${hue})`;
}
