import type { Ctx } from "~/lib/context";
import type { Position } from "~/lib/geodesy/position";
import { groundOf } from "~/lib/map/ground";
import {
	drawTaskMap,
	drawTaskThumbnail,
	type TaskMapDrawing,
	type TaskThumbnailDrawing,
} from "~/lib/tasks/draw-task.server";
import type { TaskPoint, Zone } from "~/lib/tasks/task";

const zones = {
	start: { shape: "line", lengthM: 10_000, style: "start", axisDeg: null },
	sector: {
		shape: "keyhole",
		radiusM: 10_000,
		angleDeg: 90,
		innerRadiusM: 500,
		style: "symmetrical",
		axisDeg: null,
	},
	cylinder: { shape: "cylinder", radiusM: 12_000, style: "symmetrical", axisDeg: null },
	finish: { shape: "cylinder", radiusM: 3000, style: "previous", axisDeg: null },
} as const satisfies Record<string, Zone>;

/** A task around an airfield with one zone of each common shape. */
function sampleTask({ latitude, longitude }: Position): TaskPoint[] {
	const point = (name: string, north: number, east: number, zone: Zone): TaskPoint => ({
		name,
		code: name,
		elevationM: null,
		latitude: latitude + north,
		longitude: longitude + east,
		zone,
	});
	return [
		point("Start", 0, 0, zones.start),
		point("Lesnice", 0.4, -0.7, zones.sector),
		point("Podhorany", 0.5, 0.6, zones.cylinder),
		point("Finish", 0, 0, zones.finish),
	];
}

export interface DrawnTask {
	readonly drawing: TaskMapDrawing;
	readonly thumbnail: TaskThumbnailDrawing;
}

export function drawSampleTask({ edition, language }: Pick<Ctx, "edition" | "language">): DrawnTask {
	const points = sampleTask(edition.airfield);
	return { drawing: drawTaskMap(points, groundOf(edition, language)), thumbnail: drawTaskThumbnail(points) };
}
