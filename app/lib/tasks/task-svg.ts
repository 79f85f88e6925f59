import type { TaskDrawing } from "./draw-task.server";

const zoneEdge = "#8a6100";

/** Zones and course of a task as elements of an SVG without a style sheet. */
export function taskSvg({ zones, course, arrows }: TaskDrawing): string {
	const drawn = zones.map(({ path, isLine }) =>
		isLine
			? `<path d="${path}" fill="none" stroke="${zoneEdge}" stroke-width="7"/>`
			: `<path d="${path}" fill="#f5b301" fill-opacity="0.22" fill-rule="evenodd" stroke="${zoneEdge}" stroke-width="3"/>`,
	);
	return `${drawn.join("")}<path d="${course}" fill="none" stroke="#0a4780" stroke-width="4" stroke-linejoin="round"/><path d="${arrows}" fill="none" stroke="#0a4780" stroke-width="4"/>`;
}
