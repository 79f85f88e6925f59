import { compassDegrees } from "~/lib/maps/geodesy";
import type { ZoneStyle } from "~db/enums";
import type { Zone } from "~db/schema";
import type { StatedOption } from "./dropped";
import { complaintAbout, type ZoneOrComplaint } from "./found-task";

/** See docs/formats.md section 6. */
const styles: readonly ZoneStyle[] = ["fixed", "symmetrical", "next", "previous", "start"];

function zoneStyleOf(digit: string): ZoneStyle | undefined {
	return styles[Number(digit)];
}

export function digitOfStyle(style: ZoneStyle): number {
	return styles.indexOf(style);
}

/* A hostile line is cut: no row of a spreadsheet has as many cells, and no line about a zone is as long. */
const mostCells = 1_000;
const longestOptions = 20_000;

/** Cells of a line. A quote that never closes ends with the line. @param delimiter a comma, semicolon or tab */
export function cupCells(line: string, delimiter = ","): string[] {
	const cells: string[] = [];
	const rest = `[^${delimiter}]*`;
	const blanks = delimiter === "\t" ? " *" : "\\s*";
	const pattern = new RegExp(`${blanks}(?:"((?:[^"]|"")*)"?(${rest})|(${rest}))(${delimiter}|$)`, "y");
	for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
		const [, quoted, rest = "", bare = "", end] = match;
		cells.push((quoted === undefined ? bare : quoted.replace(/""/g, '"') + rest).trim());
		if (end === "" || cells.length >= mostCells) break;
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

const angle = /^(\d{1,3})(\d{2}\.\d+|\d{2})\s*([NSEW])$/i;

/** Degrees of "5107.830N" or "01410.467E"; null for anything else. Many programs write 60 minutes for the next degree. */
export function cupAngle(text: string, letters: "NS" | "EW"): number | null {
	const match = angle.exec(text.trim());
	const [, degrees = "", minutes = "", letter = ""] = match ?? [];
	const sign = letters.indexOf(letter.toUpperCase());
	if (!match || sign < 0 || Number(minutes) > 60) return null;
	const size = Number(degrees) + Number(minutes) / 60;
	if (size > (letters === "NS" ? 90 : 180)) return null;
	return sign === 0 ? size : -size;
}

export function hasTooManyMinutes(text: string): boolean {
	return Number(angle.exec(text.trim())?.[2] ?? 0) > 60;
}

const optionNames =
	"ObsZone|OZ|Style|SpeedStyle|R1|A1|R2|A2|A12|Line|AAT|Move|Reduce|MaxAlt|Maxa|Near|Autonext|Lat|Lon|NoStart|TaskTime|WpDis|NearDis|NearAlt|MinDis|MinFinAlt|RandomOrder|MaxPts|BeforePts|AfterPts|Bonus|MultiStart|CompetitionID";
/** A name that nobody knows begins behind a comma. */
const option = new RegExp(
	`(${optionNames}|(?<=(?:^|,) ?)[a-z]\\w*) ?= ?([^,]*?) ?(?=,|$|(?:${optionNames}) ?=)`,
	"gi",
);

/** Options of a line. Programs forget a comma between two of them. */
export function statedOptions(line: string): StatedOption[] {
	// The spaces are reduced first: on a long run of them, the expression would take quadratic time.
	const text = line.slice(0, longestOptions).replace(/\s+/g, " ");
	return [...text.matchAll(option)].map(([, name = "", value = ""]) => ({ name, value }));
}

/** The options of a line, by lower-case names. */
export function optionsByName(options: readonly StatedOption[]): Map<string, string> {
	return new Map(options.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** Whether an option is set: SeeYou writes 1, others True. */
export function isOn(options: ReadonlyMap<string, string>, name: string): boolean {
	return /^(?:1|true|yes)$/i.test(options.get(name) ?? "");
}

const wholeCircle = 180;

/** Degrees; NaN when the value is not a number. */
function angleOption(options: ReadonlyMap<string, string>, name: string, usual: number): number {
	return Number(options.get(name)?.replace(/°$/, "") ?? usual);
}

/** The zone of an `ObsZone`, `LSEEYOU OZ` or `LLXVOZ` line. @param options from `optionsByName` */
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
	if (isOn(options, "line")) return { shape: "line", lengthM: outer * 2, ...direction };
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

/** Whether a zone has an inner sector that no shape of ours has; its zone is the nearest one. @param options from `optionsByName` */
export function isInnerSectorLost(options: ReadonlyMap<string, string>): boolean {
	const length = (name: string) => metresOf(options.get(name) ?? "0") ?? 0;
	const [half, innerHalf] = [angleOption(options, "a1", wholeCircle), angleOption(options, "a2", 0)];
	if (isOn(options, "line") || length("r2") <= 0) return false;
	const isKeyhole = half === wholeCircle && length("r2") > length("r1");
	return innerHalf > 0 && innerHalf < wholeCircle && !isKeyhole;
}

/** Angles of the formats have a thousandth of a degree at most. */
function roundAngle(degrees: number): number {
	return Math.round(degrees * 1000) / 1000;
}
