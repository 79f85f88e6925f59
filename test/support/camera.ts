import jsQR from "jsqr";
import { readPng } from "./png";

/* What an independent reader reads out of a QR code, as UTF-8. Empty where it finds none. */

/** Pixels of a module, for codes that nobody has drawn yet. */
const scale = 4;

function textIn(pixels: Uint8ClampedArray, width: number, height: number): string {
	return Buffer.from(jsQR(pixels, width, height)?.binaryData ?? []).toString("utf8");
}

/** @param rows modules, with the white border that readers need */
export function scannedRows(rows: readonly (readonly boolean[])[]): string {
	const side = rows.length * scale;
	const pixels = new Uint8ClampedArray(side * side * 4);
	for (let index = 0; index < side * side; index += 1) {
		const isDark = rows[Math.floor(index / side / scale)]?.[Math.floor((index % side) / scale)];
		pixels.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], index * 4);
	}
	return textIn(pixels, side, side);
}

/** @param png file of a picture */
export function scannedPicture(png: Uint8Array): string {
	const { pixels, width, height } = readPng(png);
	return textIn(pixels, width, height);
}
