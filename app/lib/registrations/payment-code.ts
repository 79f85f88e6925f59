import { encode } from "uqr";
import { escapeXml } from "~/lib/escape";

/** Modules of white around the code that readers need. */
const QUIET_ZONE = 4;
/** Height of the strip under the code that holds the words. */
const CAPTION_HEIGHT = 5;
/** Space between the frame and the edge of the picture. */
const MARGIN = 1;
/** What the standard wants to be read beside the code, in every language. */
const CAPTION = "QR platba";

/**
 * The QR payment code as a standalone SVG: error correction M, quiet zone of four modules, black on white whatever the
 * page's theme, a thin frame and the words "QR platba". It has no size of its own; the page sets one.
 *
 * @param spayd the text of `spaydText`
 * @param label accessible name of the picture, in the page's language
 */
export function paymentCodeSvg(spayd: string, label: string): string {
	const { data, size } = encode(spayd, { ecc: "M", boostEcc: false, border: QUIET_ZONE });
	const width = size + 2 * MARGIN;
	const height = width + CAPTION_HEIGHT;
	const frame = `x="${MARGIN}" y="${MARGIN}" width="${size}" height="${size + CAPTION_HEIGHT}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" shape-rendering="crispEdges">`,
		`<title>${escapeXml(label)}</title>`,
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		`<rect ${frame} fill="none" stroke="#000" stroke-width="0.3"/>`,
		`<path d="${modulesPath(data)}" fill="#000"/>`,
		`<text x="${width / 2}" y="${MARGIN + size + CAPTION_HEIGHT / 2}" font-family="sans-serif" font-size="4"`,
		` font-weight="bold" text-anchor="middle" fill="#000">${CAPTION}</text>`,
		"</svg>",
	].join("");
}

/** One rectangle for every horizontal run of dark modules. */
function modulesPath(rows: boolean[][]): string {
	const runs: string[] = [];
	for (const [y, row] of rows.entries()) {
		for (let x = 0; x < row.length; x++) {
			const start = x;
			while (row[x]) x++;
			if (x > start) runs.push(`M${start + MARGIN} ${y + MARGIN}h${x - start}v1h-${x - start}z`);
		}
	}
	return runs.join("");
}
