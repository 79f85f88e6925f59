import { encode } from "uqr";

/** A QR code as a path of an SVG. Lengths are in modules. */
export interface QrPath {
	/** Size with the white border that readers need. */
	readonly size: number;
	readonly path: string;
}

const quietZone = 4;

/** Bytes of the largest code with error correction M (ISO/IEC 18004). L has room for 2,953. */
const mostBytes = 2_331;

/** Whether a code has room for a text with error correction M, so that it survives a fold or a drop of coffee. */
export function fitsQrCode(text: string): boolean {
	return new TextEncoder().encode(text).length <= mostBytes;
}

/** The modules of a QR code with its white border, row by row. It uses error correction M, or L when M has no room. */
export function qrRows(text: string): readonly (readonly boolean[])[] {
	const ecc = fitsQrCode(text) ? "M" : "L";
	return encode(text, { ecc, boostEcc: false, border: quietZone }).data;
}

/** @param margin border around the code, by which the path is moved */
export function qrPath(text: string, margin = 0): QrPath {
	const rows = qrRows(text);
	return { size: rows.length, path: modulesPath(rows, margin) };
}

/** A path with a rectangle for every horizontal run of dark modules, which is shorter than one for every module. */
function modulesPath(rows: readonly (readonly boolean[])[], margin: number): string {
	const runs: string[] = [];
	for (const [y, row] of rows.entries()) {
		for (let x = 0; x < row.length; x++) {
			const start = x;
			while (row[x]) x++;
			if (x > start) runs.push(`M${start + margin} ${y + margin}h${x - start}v1h-${x - start}z`);
		}
	}
	return runs.join("");
}
