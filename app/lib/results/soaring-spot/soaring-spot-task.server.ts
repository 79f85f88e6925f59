import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import { classesOfContest, sourceOf } from "~/lib/results/sync-results.server";
import { digitOfStyle, isInnerSectorLost, zoneOfOptions } from "~/lib/tasks/files/cup-fields";
import { type FoundTask, withForcedDirections } from "~/lib/tasks/files/found-task";
import type { ZoneStyle } from "~db/enums";
import type { TaskPoint } from "~db/schema";
import { matchClass } from "./map-results";
import type { SetPoint } from "./resources";

/** The task that SoaringSpot has for a class on a day, or a complaint that says why there is none. */
export async function soaringSpotTask(
	ctx: Ctx,
	ours: { readonly name: string; readonly type: string },
	date: string,
): Promise<FoundTask | string> {
	const source = sourceOf(ctx.settings);
	if (!source) return "server.results-source-missing";
	try {
		const theirs = matchClass(ours, (await classesOfContest(ctx, source)) ?? [], ctx.edition.classes);
		const tasks = theirs ? await source.tasks(theirs.id) : [];
		// When two tasks have one date, the higher number counts, as with results.
		const [task] = tasks.filter((one) => one.date === date).sort((a, b) => b.number - a.number);
		if (!task) return "task.file.notAtSoaringSpot";
		const theirPoints = [...(await source.points(task.id))].sort((a, b) => a.index - b.index);
		const points = theirPoints.map(toPoint);
		const wrong = points.find((point) => typeof point === "string");
		if (wrong !== undefined) return wrong;
		return {
			name: task.name,
			kind: task.isAreaTask ? "AAT" : "RT",
			taskTimeS: task.durationS,
			points: withForcedDirections(points.filter((point) => typeof point !== "string")),
			rules: {},
			hasZones: true,
			droppedFromFile: theirPoints.flatMap((one, point) =>
				isInnerSectorLost(zoneOptions(one)) ? { point, complaint: "task.file.innerSector" as const } : [],
			),
		};
	} catch (error) {
		logLine("error", "tasks.soaringSpot", { requestId: ctx.requestId, ...describeError(error) });
		return "task.file.soaringSpotFailed";
	}
}

const styles: Readonly<Record<string, ZoneStyle>> = {
	fixed: "fixed",
	symmetric: "symmetrical",
	next: "next",
	previous: "previous",
	start: "start",
};

/** The zone in the format of a SeeYou file. */
function zoneOptions(point: SetPoint): ReadonlyMap<string, string> {
	return new Map([
		["style", String(digitOfStyle(styles[point.zoneType] ?? "symmetrical"))],
		["r1", `${point.radius1}m`],
		["a1", String(point.angle1)],
		["r2", `${point.radius2}m`],
		["a2", String(point.angle2)],
		["a12", String(point.angle12)],
		["line", point.isLine ? "1" : "0"],
	]);
}

/** The point, or a complaint. */
function toPoint(point: SetPoint): TaskPoint | string {
	const { name, latitude, longitude, elevationM } = point;
	const zone = zoneOfOptions(zoneOptions(point));
	return typeof zone === "string" ? zone : { name, code: "", latitude, longitude, elevationM, zone };
}
