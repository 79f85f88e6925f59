import { escapeXml } from "~/lib/escape";

/* Parts of pictures that are drawn without a style sheet. The colours are those of the light theme in tokens.css. */

export const inkOfMaps = "#0c1a2e";

interface Lettering {
	readonly x: number;
	/** Vertical position of the baseline. */
	readonly y: number;
	readonly size: number;
	readonly anchor: "start" | "middle" | "end";
}

/** Letters with a white edge, which separates them from the lines below them. */
export function letteringSvg(text: string, { x, y, size, anchor }: Lettering): string {
	return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${inkOfMaps}" stroke="#fff" stroke-width="${
		size / 5
	}" stroke-linejoin="round" paint-order="stroke">${escapeXml(text)}</text>`;
}
