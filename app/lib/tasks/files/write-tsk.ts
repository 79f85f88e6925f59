import { clockOf, secondsOf, utcClockOf } from "~/lib/editions/clock-times";
import { escapeXml } from "~/lib/escape";
import { compassDegrees } from "~/lib/maps/geodesy";
import type { Task, TaskPoint } from "~db/schema";
import { type OrientedZone, orientZones } from "../zones";

const kilometresPerHour = 3.6;

/** Null is left out. */
type Attributes = Readonly<Record<string, string | number | null>>;

/**
 * Writes an XCSoar task; see docs/formats.md section 6. The format has no closing of the finish, log deadline, number of presses,
 * scoring or briefing. Altitudes are whole metres: no limit is laxer than the announced one. Directions of sectors are written as
 * radials; a keyhole points out of the task.
 * @param date local day of the task, whose times become UTC
 */
export function writeTsk(title: string, task: Task, date: string): string {
	const { rules } = task;
	const zones = orientZones(task.points);
	const points = task.points.flatMap((point, index) => {
		const oriented = zones[index];
		return oriented ? [pointElement(point, oriented, typeOf(task, index))] : [];
	});
	const attributes = {
		type: task.kind,
		name: title,
		aat_min_time: task.taskTimeS ?? 0,
		start_max_speed: rules.startSpeedKmh === null ? 0 : (rules.startSpeedKmh / kilometresPerHour).toFixed(2),
		start_max_height: Math.floor(rules.startAltitudeM ?? 0),
		start_max_height_ref: "MSL",
		...(rules.startOpens === null ? {} : { start_open_time: openingOf(date, rules.startOpens) }),
		finish_min_height: Math.ceil(rules.finishAltitudeM ?? 0),
		finish_min_height_ref: "MSL",
		fai_finish: 0,
		...(rules.pev === null
			? {}
			: { pev_start_wait_time: rules.pev.waitS, pev_start_window: rules.pev.windowS ?? 0 }),
	};
	return `<?xml version="1.0" encoding="UTF-8"?>\n${element("Task", attributes, points)}\n`;
}

/** "HH:MM" in UTC: the first whole minute of an open start, so that nobody starts too early. */
function openingOf(date: string, time: string): string {
	const minutes = Math.ceil((secondsOf(utcClockOf(date, time)) ?? 0) / 60);
	return clockOf((minutes % 1_440) * 60).slice(0, 5);
}

function typeOf({ kind, points }: Task, index: number): string {
	if (index === 0) return "Start";
	if (index === points.length - 1) return "Finish";
	return kind === "AAT" ? "Area" : "Turn";
}

function pointElement(point: TaskPoint, oriented: OrientedZone, type: string): string {
	const { name, code, latitude, longitude, elevationM } = point;
	const location = element("Location", { longitude: longitude.toFixed(7), latitude: latitude.toFixed(7) });
	const waypoint = element("Waypoint", { name, comment: code, altitude: elevationM }, [location]);
	return element("Point", { type }, [waypoint, element("ObservationZone", zoneAttributes(oriented))]);
}

function zoneAttributes({ zone, axisDeg }: OrientedZone): Attributes {
	if (zone.shape === "line") return { type: "Line", length: zone.lengthM };
	if (zone.shape === "cylinder") return { type: "Cylinder", radius: zone.radiusM };
	const { radiusM: radius, angleDeg } = zone;
	if (zone.shape === "keyhole") {
		const name = namedKeyholes[`${radius} ${angleDeg} ${zone.innerRadiusM}`];
		if (name) return { type: name };
		return { type: "CustomKeyhole", radius, inner_radius: zone.innerRadiusM, angle: angleDeg };
	}
	const radial = (degrees: number) => Math.round(compassDegrees(degrees) * 1000) / 1000;
	const [from, to] =
		angleDeg >= 360 ? [0, 360] : [radial(axisDeg - angleDeg / 2), radial(axisDeg + angleDeg / 2)];
	const sector = { type: "Sector", radius, start_radial: from, end_radial: to };
	return zone.shape === "ring" && zone.innerRadiusM > 0
		? { ...sector, inner_radius: zone.innerRadiusM }
		: sector;
}

/** Keyholes by radius, angle and inner radius. Every version of XCSoar reads them. */
const namedKeyholes: Readonly<Record<string, string>> = {
	"10000 90 500": "Keyhole",
	"20000 90 500": "BGAFixedCourse",
	"10000 180 500": "BGAEnhancedOption",
};

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
	const pairs = Object.entries(attributes).flatMap(([key, value]) =>
		value === null ? [] : ` ${key}="${escapeXml(String(value))}"`,
	);
	if (children.length === 0) return `<${name}${pairs.join("")}/>`;
	const lines = children.map((child) => child.replace(/^/gm, "  "));
	return `<${name}${pairs.join("")}>\n${lines.join("\n")}\n</${name}>`;
}
