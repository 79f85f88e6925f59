import { clockOf } from "~/lib/editions/clock-times";
import type { Task, TaskPoint, Zone } from "~db/schema";
import { insideDirection, type OrientedZone, orientZones } from "../zones";
import { digitOfStyle } from "./cup-fields";
import { distinctNames } from "./distinct-names";

/**
 * A SeeYou file with the points of a task and the task; see docs/formats.md section 6. It cannot say the rules beyond
 * the opening of the start, the scoring and the briefing. XCSoar
 * takes a task for an area task when the distance is not that of the points (`WpDis`).
 */
export function writeCup(title: string, task: Task): string {
	const names = distinctNames(
		task.points.map((point) => ({ name: withoutQuotes(point.name), place: waypointLine(point, "") })),
	);
	const zones = orientZones(task.points);
	const waypoints = new Map(
		task.points.map((point, index) => [names[index], waypointLine(point, names[index] ?? "")]),
	);
	const options = [
		...(task.rules.startOpens === null ? [] : [`NoStart=${task.rules.startOpens}`]),
		...(task.taskTimeS === null ? [] : [`TaskTime=${clockOf(task.taskTimeS)}`]),
		`WpDis=${task.kind === "AAT" ? "False" : "True"}`,
	];
	// Take-off and landing: without them, XCSoar takes the finish for the landing.
	const columns = [title, ...names.slice(0, 1), ...names, ...names.slice(-1)];
	return [
		"name,code,country,lat,lon,elev,style,rwdir,rwlen,rwwidth,freq,desc",
		...waypoints.values(),
		"-----Related Tasks-----",
		columns.map(quoted).join(","),
		`Options,${options.join(",")}`,
		...zones.map((zone, index) => zoneLine(zone, index, task)),
		"",
	].join("\r\n");
}

function waypointLine({ code, latitude, longitude, elevationM }: TaskPoint, name: string): string {
	const place = `${cupAngle(latitude, 2, "NS")},${cupAngle(longitude, 3, "EW")}`;
	return `${quoted(name)},${quoted(code)},,${place},${elevationM === null ? "" : `${elevationM.toFixed(1)}m`},1,,,,,`;
}

const withoutQuotes = (text: string) => text.replaceAll('"', "'");
const quoted = (text: string) => `"${withoutQuotes(text)}"`;

/** `4931.872N`: whole thousandths of a minute, so that 60 minutes are never written. */
function cupAngle(degrees: number, digits: 2 | 3, letters: "NS" | "EW"): string {
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, "0");
	const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
	return `${whole}${minutes}${degrees < 0 ? letters[1] : letters[0]}`;
}

function zoneLine(oriented: OrientedZone, index: number, task: Task): string {
	const { zone } = oriented;
	const isFinish = index === task.points.length - 1;
	return [
		`ObsZone=${index}`,
		`Style=${digitOfStyle(zone.style)}`,
		...sizes(zone),
		`A12=${Math.round(insideDirection(oriented) * 10) / 10}`,
		...(zone.shape === "line" ? ["Line=1"] : []),
		...(task.kind === "AAT" && index > 0 && !isFinish ? ["AAT=1"] : []),
		...(isFinish && task.scoring.subtractFinishRadius ? ["Reduce=1"] : []),
	].join(",");
}

/** Half lengths and half angles. */
function sizes(zone: Zone): string[] {
	const metres = (value: number) => `${Math.round(value)}m`;
	const half = (angle: number) => String(angle / 2);
	if (zone.shape === "line") return [`R1=${metres(zone.lengthM / 2)}`, "A1=180"];
	const radius = `R1=${metres(zone.radiusM)}`;
	if (zone.shape === "cylinder") return [radius, "A1=180"];
	const opening = [radius, `A1=${half(zone.angleDeg)}`];
	if (zone.shape === "sector") return opening;
	return [...opening, `R2=${metres(zone.innerRadiusM)}`, `A2=${zone.shape === "keyhole" ? 180 : 0}`];
}
