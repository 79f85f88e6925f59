import { localClockOf, secondsOf } from "~/lib/editions/clock-times";
import { compassDegrees } from "~/lib/maps/geodesy";
import type { DroppedFromFile, FileComplaint, TaskPoint, TaskRules, Zone } from "~db/schema";
import { usualPresses, usualStyle, usualZone } from "../task-defaults";
import { droppedOptions, droppedStarts, droppedZones, mostDropped } from "./dropped";
import {
	complaintAbout,
	type FoundTask,
	type TaskFile,
	withForcedDirections,
	type ZoneOrComplaint,
} from "./found-task";
import { readXml, type XmlElement } from "./xml";

const kilometresPerHour = 3.6;

/**
 * Reads the task of an XCSoar file; see docs/formats.md section 6.
 * @param date local day of the task, as the times are UTC
 */
export function readTsk(text: string, date: string): TaskFile {
	const root = readXml(text);
	if (root?.name !== "Task") return { tasks: [], complaints: [{ line: null, complaint: "task.file.xml" }] };
	const all = root.children.filter(({ name }) => name === "Point");
	const elements = all.filter((element) => !isOtherStart(element));
	const isCode = codesOf(elements);
	const complaints: FileComplaint[] = [];
	const points = elements.flatMap((element, index) => {
		const point = readPoint(element, index, elements.length, isCode);
		if (typeof point !== "string") return point;
		complaints.push({ line: element.line, complaint: point });
		return [];
	});
	if (complaints.length > 0) return { tasks: [], complaints };
	const { attributes } = root;
	const isArea = attributes.type === "AAT" || elements.some(({ attributes: { type } }) => type === "Area");
	const taskTimeS = Math.round(Number(attributes.aat_min_time ?? 0));
	const task = {
		name: attributes.name ?? "",
		kind: isArea ? "AAT" : "RT",
		taskTimeS: isArea && taskTimeS > 0 ? taskTimeS : null,
		points: withForcedDirections(points),
		rules: rulesOf(attributes, date),
		...heightsAboveGround(attributes),
		hasZones: elements.some((element) => zoneElement(element) !== undefined),
		droppedFromFile: [
			...droppedZones((point) => zoneElement(elements[point]) !== undefined, elements.length),
			...droppedOfPoints(elements),
			...droppedStarts(all.filter(isOtherStart).map((element) => waypointOf(element)?.attributes.name ?? "")),
			...droppedOfTsk(attributes, date),
		].slice(0, mostDropped),
	} as const;
	return { tasks: [task], complaints };
}

const isOtherStart = ({ attributes }: XmlElement) => attributes.type === "OptionalStart";

function waypointOf(point: XmlElement): XmlElement | undefined {
	return point.children.find(({ name }) => name === "Waypoint");
}

function zoneElement(point: XmlElement | undefined): XmlElement | undefined {
	return point?.children.find(({ name }) => name === "ObservationZone");
}

/** A turn point that counts when the glider leaves its zone. */
function droppedOfPoints(elements: readonly XmlElement[]): DroppedFromFile[] {
	return elements.flatMap(({ attributes }, point) =>
		attributes.score_exit === "1" ? { point, complaint: complaintAbout("notKept", "score_exit=1") } : [],
	);
}

/** The point, or what is wrong with it. */
function readPoint(
	element: XmlElement,
	index: number,
	count: number,
	isCode: (comment: string) => boolean,
): TaskPoint | string {
	const waypoint = waypointOf(element);
	const location = waypoint?.children.find(({ name }) => name === "Location");
	const name = waypoint?.attributes.name?.trim();
	if (!name) return "task.file.nameless";
	const [latitude, longitude] = [numberOf(location, "latitude"), numberOf(location, "longitude")];
	if (latitude === null || Math.abs(latitude) > 90) return complaintAbout("latitude", name);
	if (longitude === null || Math.abs(longitude) > 180) return complaintAbout("longitude", name);
	const stated = zoneElement(element);
	const zone = stated ? readZone(stated, index, count) : usualZone(index, count);
	if (typeof zone === "string") return zone;
	const elevationM = numberOf(waypoint, "altitude");
	const comment = waypoint?.attributes.comment ?? "";
	return { name, code: isCode(comment) ? comment : "", latitude, longitude, elevationM, zone };
}

/**
 * Tells codes from other comments. The format has no code: we write it as the comment, where others have nothing, a sentence, or the
 * same word at several points.
 */
function codesOf(elements: readonly XmlElement[]): (comment: string) => boolean {
	const places = new Map<string, Set<string>>();
	for (const element of elements) {
		const { attributes, children = [] } = waypointOf(element) ?? {};
		const location = children.find(({ name }) => name === "Location")?.attributes;
		const comment = attributes?.comment ?? "";
		const at = places.get(comment) ?? new Set();
		places.set(comment, at.add(`${location?.latitude} ${location?.longitude}`));
	}
	return (comment) => /^[\p{L}\p{N}._-]{1,12}$/u.test(comment) && places.get(comment)?.size === 1;
}

function numberOf(element: XmlElement | undefined, attribute: string): number | null {
	const text = element?.attributes[attribute]?.trim();
	return text !== undefined && /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? Number(text) : null;
}

interface Sector {
	readonly radiusM: number;
	readonly angleDeg: number;
	readonly innerRadiusM?: number;
}

/** Zones that have their sizes in their names. */
const namedZones = new Map<string, Sector>([
	["Keyhole", { radiusM: 10_000, angleDeg: 90, innerRadiusM: 500 }],
	["BGAFixedCourse", { radiusM: 20_000, angleDeg: 90, innerRadiusM: 500 }],
	["BGAEnhancedOption", { radiusM: 10_000, angleDeg: 180, innerRadiusM: 500 }],
	["BGAStartSector", { radiusM: 5_000, angleDeg: 180 }],
]);
const faiSectorAtTurn = 20_000;
const faiSectorAtEnds = 1_000;
const matCylinder = 1_609.344;

function readZone(element: XmlElement, index: number, count: number): ZoneOrComplaint {
	const { type = "" } = element.attributes;
	const direction = { style: usualStyle(index, count), axisDeg: null } as const;
	const size = (attribute: string, usual: number) =>
		element.attributes[attribute] === undefined ? usual : (numberOf(element, attribute) ?? -1);
	const radiusM = size("radius", type === "Cylinder" ? 500 : 10_000);
	const isTurn = index > 0 && index < count - 1;
	const named = namedZones.get(type);
	if (named) return sectorOrKeyhole(named, direction);
	if (type === "Line") return positive({ shape: "line", lengthM: size("length", 1_000), ...direction });
	if (type === "Cylinder") return positive({ shape: "cylinder", radiusM, ...direction });
	if (type === "MatCylinder") return { shape: "cylinder", radiusM: matCylinder, ...direction };
	if (type === "FAISector") {
		return sectorOrKeyhole({ radiusM: isTurn ? faiSectorAtTurn : faiSectorAtEnds, angleDeg: 90 }, direction);
	}
	const angleDeg = size("angle", 90);
	if (type === "SymmetricQuadrant") return positive({ shape: "sector", radiusM, angleDeg, ...direction });
	if (type === "CustomKeyhole") {
		return positive({
			shape: "keyhole",
			radiusM,
			angleDeg,
			innerRadiusM: size("inner_radius", 500),
			...direction,
		});
	}
	return type === "Sector" ? readRadials(element, radiusM) : complaintAbout("zone", type);
}

function sectorOrKeyhole(
	{ radiusM, angleDeg, innerRadiusM }: Sector,
	direction: Pick<Zone, "style" | "axisDeg">,
): Zone {
	return innerRadiusM === undefined
		? { shape: "sector", radiusM, angleDeg, ...direction }
		: { shape: "keyhole", radiusM, angleDeg, innerRadiusM, ...direction };
}

function positive(zone: Zone): ZoneOrComplaint {
	const size = zone.shape === "line" ? zone.lengthM : zone.radiusM;
	if (size <= 0) return complaintAbout("radius", String(size));
	const hasAngle = zone.shape === "sector" || zone.shape === "keyhole" || zone.shape === "ring";
	return hasAngle && !(zone.angleDeg > 0 && zone.angleDeg <= 360) ? "task.file.angle" : zone;
}

/** A sector between two radials, clockwise. */
function readRadials(element: XmlElement, radiusM: number): ZoneOrComplaint {
	const [from, to] = [numberOf(element, "start_radial"), numberOf(element, "end_radial")];
	if (from === null || to === null) return "task.file.angle";
	const angleDeg = to - from === 360 ? 360 : Math.round(compassDegrees(to - from) * 1000) / 1000 || 360;
	const axisDeg = Math.round(compassDegrees(from + angleDeg / 2) * 1000) / 1000;
	const innerRadiusM = numberOf(element, "inner_radius") ?? 0;
	if (innerRadiusM < 0) return complaintAbout("radius", String(innerRadiusM));
	const direction = { style: "fixed", axisDeg } as const;
	if (innerRadiusM > 0) return positive({ shape: "ring", radiusM, innerRadiusM, angleDeg, ...direction });
	return positive({ shape: "sector", radiusM, angleDeg, ...direction });
}

/** A wait or a window of 0 is none; with neither there is no rule. */
function pevOf(attributes: XmlElement["attributes"]): TaskRules["pev"] {
	const seconds = (name: string) => Math.round(Number(attributes[name] ?? 0)) || 0;
	const [waitS, windowS] = [seconds("pev_start_wait_time"), seconds("pev_start_window")];
	if (!(waitS > 0 || windowS > 0)) return null;
	return { waitS, windowS: windowS > 0 ? windowS : null, presses: usualPresses };
}

const heightOf = (attributes: XmlElement["attributes"], name: string) =>
	Math.max(0, Math.round(Number(attributes[name] ?? 0)) || 0);
/** XCSoar takes anything else for a height above the ground. */
const isAboveSea = (attributes: XmlElement["attributes"], name: string) =>
	attributes[`${name}_ref`] === "MSL";

/** Heights above the ground are no rules of ours until the height of the field is known. */
function rulesOf(attributes: XmlElement["attributes"], date: string): Partial<TaskRules> {
	const height = (name: string) => (isAboveSea(attributes, name) ? heightOf(attributes, name) : 0);
	const speed = Math.round(Number(attributes.start_max_speed ?? 0) * kilometresPerHour);
	const [highest, lowest] = [height("start_max_height"), height("finish_min_height")];
	const [opens, pev] = [secondsOf(attributes.start_open_time ?? null), pevOf(attributes)];
	return {
		...(opens === null ? {} : { startOpens: localClockOf(date, opens) }),
		...(pev === null ? {} : { pev }),
		...(speed > 0 ? { startSpeedKmh: speed } : {}),
		...(highest > 0 ? { startAltitudeM: highest } : {}),
		...(lowest > 0 ? { finishAltitudeM: lowest } : {}),
	};
}

function heightsAboveGround(attributes: XmlElement["attributes"]): Pick<FoundTask, "aboveGround"> {
	const height = (name: string) => (isAboveSea(attributes, name) ? 0 : heightOf(attributes, name));
	const [startM, finishM] = [height("start_max_height"), height("finish_min_height")];
	if (startM === 0 && finishM === 0) return {};
	return { aboveGround: { ...(startM > 0 ? { startM } : {}), ...(finishM > 0 ? { finishM } : {}) } };
}

/**
 * Attributes that are read or named apart, tell an instrument how to navigate or when to ask its pilot, or stand in the files of old
 * versions and mean nothing any more.
 */
const knownAttributes: ReadonlySet<string> = new Set(
	[
		"type name aat_min_time start_max_speed start_max_height start_max_height_ref start_open_time",
		"start_close_time start_score_exit finish_min_height finish_min_height_ref fai_finish",
		"pev_start_wait_time pev_start_window navigate_nearest start_requires_arm",
		"task_scored min_points max_points homogeneous_tps is_closed",
	].flatMap((names) => names.split(" ")),
);

/** Numbers; a value of another kind is named, as it is not taken. */
const numbers = ["aat_min_time", "start_max_speed", "start_max_height", "finish_min_height"];

function droppedOfTsk(attributes: XmlElement["attributes"], date: string): DroppedFromFile[] {
	const { type = "RT", start_close_time: closes = "", start_open_time: opens = "" } = attributes;
	const utc = secondsOf(closes);
	const entries = Object.entries(attributes).map(([name, value]) => ({ name, value }));
	const unread = entries.filter(
		({ name, value }) => numbers.includes(name) && value !== "" && !Number.isFinite(Number(value)),
	);
	const times = [opens, closes].filter((time) => time !== "" && secondsOf(time) === null);
	const about = (key: "otherKind" | "notKept", text: string) =>
		({ point: null, complaint: complaintAbout(key, text) }) as const;
	return [
		...(type === "RT" || type === "AAT" ? [] : [about("otherKind", type)]),
		...(utc === null
			? []
			: [
					{
						point: null,
						complaint: complaintAbout("startCloses", closes, { local: localClockOf(date, utc).slice(0, 5) }),
					},
				]),
		...(attributes.fai_finish === "1" ? [{ point: null, complaint: "task.file.faiHeights" } as const] : []),
		...times.map((time) => about("notKept", time)),
		...unread.map(({ name, value }) => about("notKept", `${name}=${value}`)),
		...droppedOptions(entries, knownAttributes, null),
	];
}
