import { compassDegrees } from "~/lib/maps/geodesy";
import type { TaskKind, ZoneStyle } from "~db/enums";
import type { DroppedFromFile, FileComplaint, Waypoint, Zone } from "~db/schema";
import { clockOf, secondsOf } from "../clock-times";
import { usualZone } from "../task-defaults";
import { complaintAbout, type FoundTask, withForcedDirections, type ZoneOrComplaint } from "./found-task";

/** See docs/formats.md section 6. */
const styles: readonly ZoneStyle[] = ["fixed", "symmetrical", "next", "previous", "start"];

function zoneStyleOf(digit: string): ZoneStyle | undefined {
	return styles[Number(digit)];
}

export function digitOfStyle(style: ZoneStyle): number {
	return styles.indexOf(style);
}

/** Cells of a line. A quote that never closes ends with the line. */
export function cupCells(line: string): string[] {
	const cells: string[] = [];
	const pattern = /\s*(?:"((?:[^"]|"")*)"?([^,]*)|([^,]*))(,|$)/y;
	for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
		const [, quoted, rest = "", bare = "", end] = match;
		cells.push((quoted === undefined ? bare : quoted.replace(/""/g, '"') + rest).trim());
		if (end === "") break;
	}
	return cells;
}

const metresPerUnit = new Map([
	["", 1],
	["m", 1],
	["km", 1000],
	["ft", 0.3048],
	["nm", 1852],
	["ml", 1609.344],
	["mi", 1609.344],
]);

/** Metres of "400m", "0.7km" or "525ft"; null for anything else. */
export function metresOf(text: string): number | null {
	const [, number = "", unit = ""] = /^(-?\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
	const factor = metresPerUnit.get(unit.toLowerCase());
	return number === "" || factor === undefined ? null : Math.round(Number(number) * factor * 1000) / 1000;
}

/** Degrees of "5107.830N" or "01410.467E"; null for anything else. */
export function cupAngle(text: string, letters: "NS" | "EW"): number | null {
	const match = /^(\d{1,3})(\d{2}\.\d+|\d{2})\s*([NSEW])$/i.exec(text.trim());
	const [, degrees = "", minutes = "", letter = ""] = match ?? [];
	const sign = letters.indexOf(letter.toUpperCase());
	if (!match || sign < 0 || Number(minutes) >= 60) return null;
	const angle = Number(degrees) + Number(minutes) / 60;
	if (angle > (letters === "NS" ? 90 : 180)) return null;
	return sign === 0 ? angle : -angle;
}

const optionNames =
	"ObsZone|OZ|Style|SpeedStyle|R1|A1|R2|A2|A12|Line|AAT|Move|Reduce|MaxAlt|Maxa|Near|Autonext|Lat|Lon|NoStart|TaskTime|WpDis|NearDis|NearAlt|MinDis|MinFinAlt|RandomOrder|MaxPts|BeforePts|AfterPts|Bonus|MultiStart|CompetitionID";
const option = new RegExp(`(${optionNames})\\s*=\\s*([^,]*?)\\s*(?=,|$|(?:${optionNames})\\s*=)`, "gi");

/** Options of a line, by lower-case names. Programs forget a comma between two of them. */
export function cupOptions(line: string): Map<string, string> {
	// The spaces are reduced first: on a long run of them, the expression would take quadratic time.
	const text = line.replace(/\s+/g, " ");
	return new Map(
		[...text.matchAll(option)].map(([, name = "", value = ""]) => [name.toLowerCase(), value] as const),
	);
}

const wholeCircle = 180;

/** Degrees; NaN when the value is not a number. */
function angleOption(options: ReadonlyMap<string, string>, name: string, usual: number): number {
	return Number(options.get(name)?.replace(/°$/, "") ?? usual);
}

/** The zone of an `ObsZone`, `LSEEYOU OZ` or `LLXVOZ` line. @param options from `cupOptions` */
export function zoneOfOptions(options: ReadonlyMap<string, string>): ZoneOrComplaint {
	const length = (name: string) => metresOf(options.get(name) ?? "0");
	const angle = (name: string, usual: number) => angleOption(options, name, usual);
	const [outer, inner] = [length("r1"), length("r2")];
	if (outer === null) return complaintAbout("radius", options.get("r1") ?? "");
	if (inner === null) return complaintAbout("radius", options.get("r2") ?? "");
	if (outer <= 0 || inner < 0) return complaintAbout("radius", options.get(outer <= 0 ? "r1" : "r2") ?? "0");
	const [half, innerHalf, towards] = [angle("a1", wholeCircle), angle("a2", 0), angle("a12", 0)];
	if (![half, innerHalf, towards].every(Number.isFinite)) return "task.file.angle";
	if (half <= 0 || half > wholeCircle || innerHalf < 0 || innerHalf > wholeCircle) return "task.file.angle";
	const style = zoneStyleOf(options.get("style") ?? "1");
	if (style === undefined) return complaintAbout("style", options.get("style") ?? "");
	const axisDeg = style === "fixed" ? roundAngle(compassDegrees(towards + wholeCircle)) : null;
	const direction = { style, axisDeg };
	if (options.get("line") === "1") return { shape: "line", lengthM: outer * 2, ...direction };
	return shapeOf({ outer, inner, half, innerHalf }, direction);
}

interface Sizes {
	readonly outer: number;
	readonly inner: number;
	/** Half of an opening, degrees. */
	readonly half: number;
	readonly innerHalf: number;
}

function shapeOf(
	{ outer, inner, half, innerHalf }: Sizes,
	direction: Pick<Zone, "style" | "axisDeg">,
): ZoneOrComplaint {
	const angleDeg = roundAngle(half * 2);
	if (inner === 0 || (half === wholeCircle && innerHalf === wholeCircle)) {
		const radiusM = Math.max(outer, inner);
		if (half === wholeCircle) return { shape: "cylinder", radiusM, ...direction };
		return { shape: "sector", radiusM, angleDeg, ...direction };
	}
	if (innerHalf === wholeCircle) {
		return { shape: "keyhole", radiusM: outer, angleDeg, innerRadiusM: inner, ...direction };
	}
	if (innerHalf > 0) {
		if (half < wholeCircle) return { shape: "sector", radiusM: outer, angleDeg, ...direction };
		if (inner <= outer) return { shape: "cylinder", radiusM: outer, ...direction };
		// The cylinder stands first, and the sector reaches out of it.
		const openingDeg = roundAngle(innerHalf * 2);
		return { shape: "keyhole", radiusM: inner, angleDeg: openingDeg, innerRadiusM: outer, ...direction };
	}
	return { shape: "ring", radiusM: outer, innerRadiusM: inner, angleDeg, ...direction };
}

/** Whether a zone has an inner sector that no shape of ours has; its zone is the nearest one. @param options from `cupOptions` */
export function isInnerSectorLost(options: ReadonlyMap<string, string>): boolean {
	const length = (name: string) => metresOf(options.get(name) ?? "0") ?? 0;
	const [half, innerHalf] = [angleOption(options, "a1", wholeCircle), angleOption(options, "a2", 0)];
	if (options.get("line") === "1" || length("r2") <= 0) return false;
	const isKeyhole = half === wholeCircle && length("r2") > length("r1");
	return innerHalf > 0 && innerHalf < wholeCircle && !isKeyhole;
}

/** Angles of the formats have a thousandth of a degree at most. */
function roundAngle(degrees: number): number {
	return Math.round(degrees * 1000) / 1000;
}

type Options = ReadonlyMap<string, string>;

/** Seconds; null where the option is absent, a complaint where it is no time of a day. */
function timeOption(options: Options, name: string): number | string | null {
	const text = options.get(name);
	return text === undefined || text === "" ? null : (secondsOf(text) ?? complaintAbout("time", text));
}

/** Metres; null where the option is absent or 0, which is no limit. */
function altitudeOption(options: Options, name: string): number | null {
	const metres = Math.round(metresOf(options.get(name) ?? "") ?? 0);
	return metres > 0 ? metres : null;
}

/** @param line number of the line with the options of the task */
export function timeComplaints(options: Options, line: number | null): FileComplaint[] {
	return ["tasktime", "nostart"].flatMap((name) => {
		const time = timeOption(options, name);
		return typeof time === "string" ? { line, complaint: time } : [];
	});
}

interface StatedTask {
	readonly stated: StatedZones;
	/** Options of the task, whose times nobody complains about. */
	readonly options: Options;
	readonly name: string;
	readonly points: readonly Waypoint[];
}

/** Returns the task that zones and options state. A point without a right zone gets the usual one. */
export function taskOfStated({ stated, options, name, points }: StatedTask): FoundTask {
	const { zones, highestStart } = stated;
	// Midnight is no opening time.
	const [taskTimeS, startOpens] = ["tasktime", "nostart"].map(
		(time) => Number(timeOption(options, time)) || null,
	);
	const lowestFinish = altitudeOption(options, "minfinalt");
	const count = points.length;
	const kind = stated.hasArea || taskTimeS ? "AAT" : "RT";
	return {
		name,
		kind,
		taskTimeS: taskTimeS ?? null,
		points: withForcedDirections(
			points.map(({ name, code, latitude, longitude, elevationM }, index) => {
				const zone = zones.get(index) ?? "";
				const shown = typeof zone === "string" ? usualZone(index, count) : zone;
				return { name, code, latitude, longitude, elevationM, zone: shown };
			}),
		),
		rules: {
			...(startOpens ? { startOpens: clockOf(startOpens) } : {}),
			...(highestStart === null ? {} : { startAltitudeM: highestStart }),
			...(lowestFinish === null ? {} : { finishAltitudeM: lowestFinish }),
		},
		...statedScoring(stated, count),
		hasZones: zones.size > 0,
		droppedFromFile: droppedOf(stated, kind, count),
	};
}

/** A line of SeeYou or LXNAV about the zone of a point. */
export interface ZoneLine {
	/** Number of the line, counted from 1. */
	readonly number: number;
	/** Index of the point, from 0 at the start. */
	readonly point: number;
	/** Options from `cupOptions`. */
	readonly options: ReadonlyMap<string, string>;
}

/** What the zone lines of a task say, by index of the point. The last line about a point counts. */
interface StatedZones {
	readonly zones: ReadonlyMap<number, ZoneOrComplaint>;
	readonly complaints: readonly FileComplaint[];
	readonly hasArea: boolean;
	/** Metres; null without a limit. */
	readonly highestStart: number | null;
	/** Points where the radius comes off the legs. */
	readonly reduced: ReadonlySet<number>;
	/** Points that move to the edge of their zone. */
	readonly moved: ReadonlySet<number>;
	/** Points whose zone has an inner sector. */
	readonly withInnerSector: ReadonlySet<number>;
}

export function readZoneLines(lines: readonly ZoneLine[]): StatedZones {
	const optionsOf = new Map(lines.map(({ point, options }) => [point, options]));
	const pointsWhere = (is: (options: ZoneLine["options"]) => boolean) =>
		new Set([...optionsOf].flatMap(([point, options]) => (is(options) ? point : [])));
	const start = optionsOf.get(0) ?? new Map<string, string>();
	return {
		zones: new Map([...optionsOf].map(([point, options]) => [point, zoneOfOptions(options)])),
		complaints: lines.flatMap(({ number, options }) => {
			const zone = zoneOfOptions(options);
			return typeof zone === "string" ? { line: number, complaint: zone } : [];
		}),
		hasArea: pointsWhere((options) => options.get("aat") === "1").size > 0,
		// LXNAV calls it Maxa.
		highestStart: altitudeOption(start, "maxalt") ?? altitudeOption(start, "maxa"),
		reduced: pointsWhere((options) => options.get("reduce") === "1"),
		moved: pointsWhere((options) => options.get("move") === "1"),
		withInnerSector: pointsWhere(isInnerSectorLost),
	};
}

/**
 * Whether the radius of the finish is subtracted from the distance; undefined when its zone is not stated. A ring that moves to its
 * edge is nearer by its radius.
 */
function statedScoring(
	{ zones, reduced, moved }: StatedZones,
	count: number,
): { readonly scoring?: FoundTask["scoring"] } {
	const last = count - 1;
	const zone = zones.get(last);
	if (zone === undefined) return {};
	return { scoring: { subtractFinishRadius: reduced.has(last) || (moved.has(last) && isRound(zone)) } };
}

const isRound = (zone: ZoneOrComplaint | undefined) => typeof zone === "object" && zone.shape !== "line";

/** What a task of ours does not keep of the zones. The flown places of areas are on no edge, so nothing comes off there. */
function droppedOf(stated: StatedZones, kind: TaskKind, count: number): DroppedFromFile[] {
	const { zones, reduced, moved, withInnerSector } = stated;
	const isReduced = (point: number) =>
		kind === "RT" &&
		point < count - 1 &&
		(reduced.has(point) || moved.has(point)) &&
		isRound(zones.get(point));
	return Array.from({ length: count }, (_, point): DroppedFromFile[] => [
		...(withInnerSector.has(point) ? [{ point, complaint: "task.file.innerSector" } as const] : []),
		...(isReduced(point) ? [{ point, complaint: "task.file.reduced" } as const] : []),
	]).flat();
}
