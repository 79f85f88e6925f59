/** A part of the map on the page, as a canvas draws it. Lengths are in units of the sheet. */
interface Shape {
	readonly path: Path2D;
	readonly fill: string | null;
	readonly stroke: string | null;
	/** CSS pixels. */
	readonly width: number;
	readonly dash: readonly number[];
}

interface Name {
	readonly x: number;
	readonly y: number;
	readonly text: string;
	readonly colour: string;
}

export interface Ground {
	readonly shapes: readonly Shape[];
	readonly names: readonly Name[];
}

const colourOf = (value: string) => (value === "none" || value === "" ? null : value);
/** On a canvas the map is larger than its lines say. */
const widestLine = 2.5;

/** Reads the map that the server has drawn, in the colours of the theme: lines stay thin and names small when it is zoomed. */
export function readGround(svg: SVGSVGElement): Ground {
	const shapes = [...svg.querySelectorAll<SVGPathElement>("path")]
		// The scale is right for the whole sheet only.
		.filter((path) => !path.closest(".map-scale"))
		.map((path): Shape => {
			const style = getComputedStyle(path);
			const lengths = style.strokeDasharray.match(/[\d.]+/g) ?? [];
			return {
				path: new Path2D(path.getAttribute("d") ?? ""),
				fill: colourOf(style.fill),
				stroke: colourOf(style.stroke),
				width: Math.min(widestLine, Number.parseFloat(style.strokeWidth) || 1),
				dash: lengths.map(Number),
			};
		});
	const names = [...svg.querySelectorAll<SVGCircleElement>("circle")].flatMap((circle): Name[] => {
		const text = circle.parentElement?.querySelector("text");
		// Of the two sets of names, one is not shown at this width.
		if (!text || text.getClientRects().length === 0) return [];
		return [
			{
				x: circle.cx.baseVal.value,
				y: circle.cy.baseVal.value,
				text: text.textContent ?? "",
				colour: getComputedStyle(text).fill,
			},
		];
	});
	return { shapes, names };
}
