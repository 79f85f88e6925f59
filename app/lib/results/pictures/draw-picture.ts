import { escapeXml } from "~/lib/escape";
import { drawTracks } from "~/lib/flights/draw-tracks.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { BackgroundMap } from "~/lib/maps/background-map";
import type { MapDrawing } from "~/lib/maps/draw-map.server";
import { inkOfMaps, letteringSvg } from "~/lib/maps/raster/svg";
import { inset } from "~/lib/maps/viewport";
import { taskSvg } from "~/lib/tasks/task-pictures.server";
import type { TaskPoint, Trace } from "~db/schema";
import type { PictureContent } from "./picture-contents.server";

/* The picture of a shared link. It is 1200 × 630, as readers of the Open Graph protocol crop it, in the colours of tokens.css. */

const [width, height] = [1200, 630];
/** Width of the panel with the words. The map has the rest. */
const panelWidth = 500;
const margin = 40;
const medals = ["#f2c230", "#c9d1d9", "#d79a6b"] as const;
/** Silver and bronze are darker here: they need more contrast on the light background of a map. */
const trackColours = ["#b8560a", "#2f74c0", "#970f1b"] as const;

const mapFormat = {
	width: width - panelWidth,
	leastHeight: height,
	mostHeight: height,
	margin: 60,
	leastExtentM: 10_000,
};

export interface ShownOnMap {
	readonly points: readonly TaskPoint[] | null;
	readonly traces: readonly Trace[];
	readonly ground: BackgroundMap;
}

/** @param shown null for a picture without a map */
export function drawPicture(
	edition: { readonly title: string },
	content: PictureContent,
	shown: ShownOnMap | null,
): string {
	const room = (shown ? panelWidth : width) - 2 * margin;
	const map = shown
		? `<svg x="${panelWidth}" width="${mapFormat.width}" height="${height}">${mapSvg(shown)}</svg>`
		: "";
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Barlow Semi Condensed">
		<path fill="#08294d" d="M0 0H${width}V${height}H0z"/>
		${map}
		${wordsOf(edition, content, room)}
		<path fill="#f5b301" d="M0 ${height - 12}H${width}V${height}H0z"/>
	</svg>`;
}

/** Widths of letters as a share of the font's height; they are rather too wide. The first entry that holds a letter counts. */
const letterWidths = [
	[/[MWФЖМШЩЫЮфжшщыю@]/, 0.8],
	[/[\p{Lu}mw]/u, 0.6],
	[/./su, 0.48],
] as const;

function widthOf(text: string): number {
	return [...text].reduce(
		(sum, letter) => sum + (letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0),
		0,
	);
}

const leastSize = 24;

interface Line {
	readonly x: number;
	readonly y: number;
	readonly size: number;
	readonly room: number;
	readonly fill?: string;
}

/** A line of text that fits. A long one becomes smaller, and is cut off when it would become too small. */
function lineSvg(text: string, { x, y, size, room, fill = "#fff" }: Line): string {
	const fontSize = Math.max(leastSize, Math.min(size, Math.floor(room / Math.max(1, widthOf(text)))));
	let shown = text;
	while (shown !== "" && widthOf(`${shown}…`) * fontSize > room) shown = [...shown].slice(0, -1).join("");
	const line = widthOf(text) * fontSize > room ? `${shown}…` : text;
	return `<text x="${x}" y="${y}" font-size="${fontSize}" fill="${fill}">${escapeXml(line)}</text>`;
}

function wordsOf(
	edition: { readonly title: string },
	{ title, lines, podiums }: PictureContent,
	room: number,
): string {
	const isOfEdition = title === edition.title;
	const heading = isOfEdition
		? ""
		: lineSvg(edition.title, { x: margin, y: 64, size: 34, room, fill: "#f5b301" });
	const big = lineSvg(title, { x: margin, y: 160, size: 96, room });
	const small = lines
		.filter(Boolean)
		.map((line, index) => lineSvg(line, { x: margin, y: 222 + index * 52, size: 42, room }))
		.join("");
	const top = 200 + lines.filter(Boolean).length * 52;
	return heading + big + small + podiumsSvg(podiums, { top, room });
}

function podiumsSvg(
	podiums: PictureContent["podiums"],
	{ top, room }: { readonly top: number; readonly room: number },
): string {
	const shown = podiums.filter(({ rows }) => rows.length > 0).slice(0, 2);
	// The texts stand beside each other in a picture without a map, and below each other beside one.
	const isWide = room > panelWidth;
	const columnRoom = isWide ? (room - margin) / 2 : room;
	const blockHeight = isWide ? 0 : (height - 30 - top) / Math.max(1, shown.length);
	const step = shown.length > 1 && !isWide ? 50 : 66;
	return shown
		.map(({ name, rows }, index) => {
			const x = margin + (isWide ? index * (columnRoom + margin) : 0);
			const y = top + index * blockHeight;
			const head = name && lineSvg(name, { x, y: y + 34, size: 34, room: columnRoom, fill: "#f5b301" });
			const drawn = rows.map((row, place) =>
				podiumRow(row, { x, y: y + (name ? 34 : -16) + (place + 1) * step, room: columnRoom }),
			);
			return head + drawn.join("");
		})
		.join("");
}

function podiumRow(
	{ place, number, name, points }: PictureContent["podiums"][number]["rows"][number],
	{ x, y, room }: Readonly<Record<"x" | "y" | "room", number>>,
): string {
	const colour = medals[Math.min(place, medals.length) - 1] ?? medals[0];
	return `<circle cx="${x + 18}" cy="${y - 12}" r="18" fill="${colour}"/>
		<text x="${x + 18}" y="${y - 2}" font-size="28" fill="#14100a" text-anchor="middle">${place}</text>
		${lineSvg(`${number} ${name}`.trim(), { x: x + 50, y, size: 32, room: room - 140 })}
		<text x="${x + room}" y="${y}" font-size="34" fill="#fff" text-anchor="end">${escapeXml(points)}</text>`;
}

function mapSvg({ points, traces, ground }: ShownOnMap): string {
	const { map, task, tracks } = drawTracks(traces, points ?? [], ground, mapFormat);
	const lines = tracks.map(
		(track, index) =>
			`<path d="${track?.whole}" fill="none" stroke="${trackColours[index % trackColours.length]}" stroke-width="3.5" stroke-linejoin="round"/>`,
	);
	return groundSvg(map, (labels) => [task ? taskSvg(task) : "", ...lines.toReversed(), labels]);
}

/** @param layers returns what a map shows below its names */
function groundSvg(
	{ home, borders, relief, reliefSources, rivers, lakes, labels }: MapDrawing,
	layers: (labels: string) => readonly string[],
): string {
	const line = `stroke="#66788f" stroke-width="2" stroke-dasharray="14 5 3 5"`;
	const ground = `<path fill="#f0f6fb" d="M0 0H${mapFormat.width}V${height}H0z"/>
		<path d="${home}" fill="${relief.length > 0 ? "#f3f6f4" : "#dfe9e3"}" ${line}/>
		${relief.map((path) => `<path d="${path}" fill="#b08e58" fill-opacity=".08" fill-rule="evenodd"/>`).join("")}
		<path d="${lakes}" fill="#acdaf8"/>
		<path d="${rivers}" fill="none" stroke="#acdaf8" stroke-width="4"/>
		<path d="${borders}" fill="none" ${line}/>`;
	const names = labels.wide.map(({ x, y, dx, dy, anchor, text, kind }) => {
		const size = kind === "city" ? 22 : 20;
		const dot =
			kind === "water"
				? ""
				: `<circle cx="${x}" cy="${y}" r="5" fill="#fff" stroke="${inkOfMaps}" stroke-width="2.5"/>`;
		return dot + letteringSvg(text, { x: x + dx, y: y + dy * size, size, anchor });
	});
	// As the sources word it themselves: one picture serves both languages.
	const { t } = textsOf("en");
	const note = letteringSvg(reliefSources.map((source) => t(`map.relief.${source}`)).join(", "), {
		x: inset,
		y: height - inset,
		size: 14,
		anchor: "start",
	});
	return ground + layers(names.join("")).join("") + note;
}
