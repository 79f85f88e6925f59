import type { Ctx } from "~/lib/context";
import { pragueDate } from "~/lib/editions/prague-time";
import { escapeXml } from "~/lib/escape";
import { pick } from "~/lib/pick";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";
import { allClasses, liveFrame, readPublicPositions } from "./live-map.server";
import type { LiveMapKind } from "./live-types";
import { arrow, besideDot, type Glider, type MapFrame, placeDots } from "./place-dots";

/** Units of a pixel: a map of 1,000 units is some 500 pixels wide. */
const unitsOfPixel = 2;
/** Pixels, as in map.css. */
const fontSize = 15;

/**
 * Draws the dots of a map as a picture that lies on it, before a script moves them and for browsers without scripts.
 * @param name type of a class, or `allClasses`
 */
export async function drawLivePicture(ctx: Ctx, name: string, kind: LiveMapKind): Promise<string> {
	const [{ pilots }, tasks] = await Promise.all([
		readPublicPositions(ctx),
		publicTasksOfDate(ctx.db, pragueDate(ctx.now)),
	]);
	const isShown = (classType: string) => name === allClasses || classType === name;
	const points = shownTasks(tasks)
		.filter(({ classType, state }) => isShown(classType) && state !== "cancelled")
		.flatMap((task) => task.points);
	const gliders = pilots
		.filter(({ classType }) => isShown(classType))
		.map(({ startNumber, last }) => ({
			...pick(last, "latitude", "longitude", "track"),
			number: startNumber,
		}));
	return pictureOf(liveFrame(kind, points), gliders);
}

/** Both looks: a picture knows what its reader's device prefers, and nothing of the page. */
const look = `g{fill:#0f1b2d;stroke:#fff;stroke-linejoin:round;paint-order:stroke;stroke-width:2px}text{font:800 ${fontSize}px system-ui,sans-serif;stroke-width:4px}@media(prefers-color-scheme:dark){g{fill:#e8eef5;stroke:#0b1420}}`;

/** The dots as an SVG of the size of their map. */
export function pictureOf(frame: MapFrame, gliders: readonly Glider[]): string {
	const dots = placeDots(frame, gliders, fontSize * unitsOfPixel).map(({ number, x, y, track, isNamed }) => {
		const text = isNamed ? `<text x="${besideDot}" y="${fontSize / 3}">${escapeXml(number)}</text>` : "";
		return `<g transform="translate(${x} ${y}) scale(${unitsOfPixel})"><path d="${arrow}" transform="rotate(${track})"/>${text}</g>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}"><style>${look}</style><g>${dots.join("")}</g></svg>`;
}
