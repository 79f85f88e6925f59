import { type Barogram, drawBarogram, pointOnBarogram } from "~/lib/flights/igc-file/draw-barogram";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { type FlownLine, flownLine } from "~/lib/flights/igc-file/flown-line";
import { positionsOfTrace } from "~/lib/flights/igc-file/trace";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap, type MapDrawing } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport, type ViewportPoint } from "~/lib/maps/viewport";
import {
	drawTask,
	foregroundOfTask,
	mapFormat,
	positionsOfTask,
	type TaskDrawing,
} from "~/lib/tasks/draw-task.server";
import type { FlightResult, FlownClimb, TaskPoint, Trace } from "~db/schema";

/** A notable point of a flight, in units of the picture. */
export interface DrawnMark {
	readonly kind: keyof Trace["marks"];
	readonly x: number;
	readonly y: number;
}

/** The middle of a climb on the map, and its stretch of the barogram, where its number has room or not. */
interface DrawnClimb {
	readonly point: ViewportPoint;
	readonly from: number;
	readonly to: number;
	readonly isNumbered: boolean;
}

/** The pictures of a flight: the same fixes on the map and on the barogram. */
interface FlightDrawing {
	readonly map: MapDrawing;
	readonly unitsPerMetre: number;
	/** Null where no task is in force. */
	readonly task: TaskDrawing | null;
	readonly track: FlownLine;
	readonly trackMarks: readonly DrawnMark[];
	readonly barogram: Barogram;
	readonly barogramMarks: readonly DrawnMark[];
	/** Start, points and finish of the task, by when they were reached. */
	readonly passages: readonly { readonly x: number; readonly text: string }[];
	/** The climbs of the analysis, in order. */
	readonly climbs: readonly DrawnClimb[];
}

interface DrawnFlight {
	readonly trace: Trace;
	/** UTC day of the trace's times, `YYYY-MM-DD`. */
	readonly date: string;
	readonly points: readonly TaskPoint[] | null;
	readonly result: FlightResult | null;
	readonly climbs: readonly FlownClimb[];
	readonly ground: BackgroundMap;
}

/** Low enough that a screen shows the barogram, too. */
const format = { ...mapFormat, mostHeight: 700 };

export function drawFlight({ trace, date, points, result, climbs, ground }: DrawnFlight): FlightDrawing {
	const positions = positionsOfTrace(trace);
	const viewport = new Viewport(boundsOf([...positions, ...(points ? positionsOfTask(points) : [])]), format);
	const line = positions.map((position) => viewport.project(position));
	const foreground = points ? foregroundOfTask(viewport, points) : { names: [], lines: [] };
	const barogram = drawBarogram(trace, ground.terrain);
	const marks = (pointOf: (fix: number) => readonly [x: number, y: number]) =>
		(["takeOff", "landing", "highest"] as const).flatMap((kind): DrawnMark[] => {
			const fix = trace.marks[kind];
			if (fix === null) return [];
			const [x, y] = pointOf(fix);
			return [{ kind, x, y }];
		});
	const onMap = (fix: number) => line[fix] ?? ([0, 0] as const);
	const trackMarks = marks(onMap);
	return {
		map: drawMap(viewport, ground, {
			...foreground,
			lines: [...foreground.lines, line, ...trackMarks.map(acrossMark)],
		}),
		unitsPerMetre: viewport.unitsPerMetre,
		task: points && drawTask(viewport, points),
		track: flownLine(trace, onMap),
		trackMarks,
		barogram,
		barogramMarks: marks((fix) =>
			pointOnBarogram(barogram.span, trace.times[fix] ?? 0, trace.altitudes[fix] ?? 0),
		),
		passages: result ? passagesOf(result, date, barogram) : [],
		climbs: drawClimbs(climbs, viewport, (moment) => onBarogram(barogram, date, moment)),
	};
}

/** Units of the barogram that a number of two digits takes, and the space beside it. */
const numberWidth = 26;

function drawClimbs(
	climbs: readonly FlownClimb[],
	viewport: Viewport,
	onBarogram: (moment: number) => number,
): DrawnClimb[] {
	let last = Number.NEGATIVE_INFINITY;
	return climbs.map((climb) => {
		const [from, to] = [onBarogram(climb.from), onBarogram(climb.to)];
		const middle = (from + to) / 2;
		const isNumbered = middle - last >= numberWidth;
		if (isNumbered) last = middle;
		return { point: viewport.project(climb), from, to, isNumbered };
	});
}

/** Units from the middle of a mark to its edge, where it is largest. */
const markRadius = 22;

/** A line over all of a mark, which names avoid. */
function acrossMark({ x, y }: DrawnMark): ViewportPoint[] {
	const [left, right, top, bottom] = [x - markRadius, x + markRadius, y - markRadius, y + markRadius];
	return [
		[left, top],
		[right, bottom],
		[right, top],
		[left, bottom],
	];
}

function passagesOf(
	{ start, reached, finish }: FlightResult,
	date: string,
	barogram: Barogram,
): FlightDrawing["passages"] {
	const moments = [
		{ text: "S", at: start?.at ?? null },
		...reached.map(({ at }, index) => ({ text: String(index + 1), at })),
		{ text: "F", at: finish },
	];
	return moments.flatMap(({ text, at }) => {
		return at === null ? [] : [{ text, x: onBarogram(barogram, date, at) }];
	});
}

function onBarogram({ span }: Barogram, date: string, moment: number): number {
	return pointOnBarogram(span, (moment - momentOf(date, 0)) / 1000, 0)[0];
}
