import { encode } from "uqr";

/** A QR code as a path of an SVG; lengths are modules. */
export interface QrPath {
	/** With the white border that readers need. */
	readonly size: number;
	readonly path: string;
}

const quietZone = 4;

/**
 * Error correction M: a fold or a drop of coffee may cover a part.
 * @param margin around the code, which moves the path
 */
export function qrPath(text: string, margin = 0): QrPath {
	const { data, size } = encode(text, { ecc: "M", boostEcc: false, border: quietZone });
	return { size, path: modulesPath(data, margin) };
}

/** Bytes of the largest QR code at this error correction. */
const longestText = 2_331;

/** Null for a text that no QR code holds. */
export function qrPathIfFits(text: string): QrPath | null {
	return new TextEncoder().encode(text).length > longestText ? null : qrPath(text);
}

/** A rectangle for every horizontal run of dark modules: shorter than one for every module. */
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
