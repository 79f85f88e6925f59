import type { Position } from "~/lib/maps/geodesy";
import { roundTo } from "~/lib/numbers";
import type { Airspace, AirspaceLimit, FileComplaint } from "~db/schema";
import { complaintAbout } from "../files/found-task";
import { metresOfFeet, metresOfLevel } from "./airspace";
import { arcBetween, arcCorners, largestRadius } from "./arcs";

interface Airspaces {
	readonly airspaces: readonly Airspace[];
	readonly complaints: readonly FileComplaint[];
}

/* Characters, spaces and corners. A country has some 600 spaces; more would not fit into a row of the database. */
const longestFile = 2_000_000;
const mostSpaces = 2_000;
const mostCorners = 70_000;
/** Most lines that cannot be read. A file with more of them is of another kind, and each costs time. */
const mostComplaints = 1_000;

const tooLarge: Airspaces = {
	airspaces: [],
	complaints: [{ line: null, complaint: "task.file.tooManySpaces" }],
};

/** Reads an OpenAir file; see docs/formats.md section 7. A space with a line that cannot be read is left out. */
export function readOpenAir(text: string): Airspaces {
	if (text.length > longestFile) return tooLarge;
	if (text.includes("\u0000") || /^\s*<(!doctype|html|\?xml)/i.test(text.slice(0, 4_096))) return notOpenAir;
	const reader = new SpaceReader();
	let isKnown = false;
	let number = 0;
	for (const line of linesOf(text)) {
		number += 1;
		isKnown ||= isSpaceLine(line);
		reader.read(line, number);
		if (reader.complaints.length > mostComplaints) return notOpenAir;
		if (reader.airspaces.length > mostSpaces || reader.corners > mostCorners) return tooLarge;
	}
	reader.finish();
	if (!isKnown) return notOpenAir;
	return { airspaces: reader.airspaces, complaints: reader.complaints };
}

const [lineFeed, carriageReturn] = [10, 13];

/** One after the other: a hostile file has a million lines, and is given up after a thousand. */
function* linesOf(text: string): Generator<string> {
	let start = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code !== lineFeed && code !== carriageReturn) continue;
		yield text.slice(start, at);
		if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at += 1;
		start = at + 1;
	}
	yield text.slice(start);
}

const notOpenAir: Airspaces = {
	airspaces: [],
	complaints: [{ line: null, complaint: "task.file.notOpenAir" }],
};

/** Lines that say nothing about place and height: activation, frequency, ground station, type, radio code, label, pen and brush. */
const passedOver: ReadonlySet<string> = new Set([
	...["AA", "AF", "AG", "AI", "AT", "AX", "AY"],
	...["SP", "SB"],
]);

/** Lines that shape the space. Without one of them it would be another space. */
const shaping = /^(AL|AH|V|D[A-Z])$/i;

/** Characters of a line; a longer one is no line of the format. */
const longestLine = 400;
/** Characters of a name and of a class. */
const longestName = 80;
const longestClass = 12;

/** Most corners of one space. The borders of a country have some 3,000; every flight nearby is measured against each. */
const longestOutline = 5_000;

/** Metres of a nautical mile, the unit of radii. */
const nauticalMile = 1_852;

interface Space {
	/** Line of its first record. */
	readonly line: number;
	airspaceClass: string;
	name: string;
	floor: AirspaceLimit | null;
	ceiling: AirspaceLimit | null;
	readonly corners: Position[];
	/** A circle has no other corners. */
	isCircle: boolean;
	/** Whether a line could not be read. It is listed already. */
	isBroken: boolean;
}

function isSpaceLine(line: string): boolean {
	return /^\s*A[CN]\s/i.test(line);
}

/** Reads an OpenAir file line by line. What it cannot read is listed, and its space left out. */
class SpaceReader {
	readonly airspaces: Airspace[] = [];
	readonly complaints: FileComplaint[] = [];
	/** Number of corners of all spaces so far. */
	corners = 0;
	private space: Space | null = null;
	private centre: Position | null = null;
	private clockwise = true;
	/** Whether the lines are of terrain, which looks like a space but is not one. */
	private isTerrain = false;

	read(line: string, number: number): void {
		const text = line.trim();
		if (text === "" || text.startsWith("*") || text.startsWith("#")) return;
		const [, command = "", rest = ""] =
			/^([A-Za-z]{1,2})\b[\s=]*(.*)$/.exec(text.slice(0, longestLine)) ?? [];
		const complaint =
			text.length > longestLine
				? complaintAbout("unknownLine", text)
				: this.readCommand(command.toUpperCase(), rest, text, number);
		if (complaint === null) return;
		this.complaints.push({ line: number, complaint });
		if (this.space && shaping.test(command)) this.space.isBroken = true;
	}

	/** Ends the last space. */
	finish(): void {
		const { space } = this;
		this.space = null;
		if (!space || space.isBroken) return;
		const airspace = airspaceOf(space);
		if (typeof airspace === "string") this.complaints.push({ line: space.line, complaint: airspace });
		else this.airspaces.push(airspace);
	}

	/** @returns what is wrong with the line; null for a good one */
	private readCommand(command: string, rest: string, text: string, line: number): string | null {
		if (command === "AC" || command === "AN") return this.readHead(command, withoutRemark(rest), line);
		if (command === "TO" || command === "TC") {
			this.finish();
			this.isTerrain = true;
			return complaintAbout("terrain", rest);
		}
		if (passedOver.has(command) || this.isTerrain) return null;
		const { space } = this;
		const value = withoutRemark(rest);
		if (command === "V") return this.readVariable(value);
		if (!space || !shaping.test(command)) return complaintAbout("unknownLine", text);
		return this.readShape(space, command, value);
	}

	private readHead(command: "AC" | "AN", value: string, line: number): null {
		const key = command === "AC" ? "airspaceClass" : "name";
		// Some files name a space before its class.
		if (this.space?.[key] !== "" || this.space.corners.length > 0) {
			this.finish();
			this.isTerrain = false;
			this.clockwise = true;
			this.space = {
				line,
				airspaceClass: "",
				name: "",
				floor: null,
				ceiling: null,
				corners: [],
				isCircle: false,
				isBroken: false,
			};
		}
		this.space[key] =
			command === "AC" ? value.toUpperCase().slice(0, longestClass) : value.slice(0, longestName);
		return null;
	}

	private readVariable(value: string): string | null {
		const [, name = "", setting = ""] = /^([A-Za-z])\s*=\s*(.*)$/.exec(value) ?? [];
		switch (name.toUpperCase()) {
			case "X": {
				const [centre] = positionsOf(setting, 1) ?? [];
				this.centre = centre ?? null;
				return centre ? null : complaintAbout("position", setting);
			}
			case "D":
				this.clockwise = setting !== "-";
				return setting === "-" || setting === "+" ? null : complaintAbout("direction", setting);
			// Width of an airway, zoom, and the layer of a label.
			case "W":
			case "Z":
			case "T":
				return null;
			default:
				return complaintAbout("unknownLine", `V ${value}`);
		}
	}

	private readShape(space: Space, command: string, value: string): string | null {
		switch (command) {
			case "AL":
			case "AH": {
				const limit = limitOf(value);
				if (command === "AL") space.floor = limit;
				else space.ceiling = limit;
				return limit ? null : complaintAbout("limit", value);
			}
			case "DP": {
				const positions = positionsOf(value, 1);
				return positions ? this.addCorners(space, positions) : complaintAbout("position", value);
			}
			case "DA":
			case "DC":
				return this.readArc(space, command, value);
			case "DB":
				return this.readArcBetween(space, value);
			default:
				return complaintAbout("unknownLine", `${command} ${value}`);
		}
	}

	/** `DA radius, from, to` and `DC radius`, in nautical miles and degrees. */
	private readArc(space: Space, command: "DA" | "DC", value: string): string | null {
		const numbers = value.split(/[\s,]+/).map(Number);
		const [radius = Number.NaN, fromDeg = 0, toDeg = 0] = numbers;
		if (numbers.length !== (command === "DC" ? 1 : 3) || !numbers.every(Number.isFinite))
			return complaintAbout("arc", value);
		const radiusM = radius * nauticalMile;
		if (radiusM <= 0 || radiusM > largestRadius) return complaintAbout("arc", value);
		if (!this.centre) return "task.file.noCentre";
		const isCircle = command === "DC";
		if (space.isCircle || (isCircle && space.corners.length > 0)) return "task.file.twoShapes";
		space.isCircle = isCircle;
		const { centre, clockwise } = this;
		return this.addCorners(
			space,
			arcCorners({ centre, radiusM, toRadiusM: radiusM, fromDeg, toDeg, clockwise }),
		);
	}

	private readArcBetween(space: Space, value: string): string | null {
		const [from, to] = positionsOf(value, 2) ?? [];
		if (!from || !to) return complaintAbout("position", value);
		if (!this.centre) return "task.file.noCentre";
		const corners = arcBetween(this.centre, from, to, this.clockwise);
		return corners ? this.addCorners(space, corners) : complaintAbout("arcEnds", value);
	}

	private addCorners(space: Space, corners: readonly Position[]): string | null {
		if (space.isCircle && space.corners.length > 0) return "task.file.twoShapes";
		space.corners.push(...corners);
		this.corners += corners.length;
		return null;
	}
}

/** A remark may stand behind the value. */
function withoutRemark(text: string): string {
	return text.replace(/\s\*.*$/, "").trim();
}

/** The space, or what is wrong with it as a whole. */
function airspaceOf({ airspaceClass, name, floor, ceiling, corners }: Space): Airspace | string {
	const about = (key: string) => complaintAbout(key, name || airspaceClass);
	if (airspaceClass === "") return about("noClass");
	if (!floor || !ceiling) return about("noLimits");
	if (floor.reference === ceiling.reference && floor.value >= ceiling.value) return about("upsideDown");
	if (floor.reference === "UNL" || ceiling.reference === "GND") return about("upsideDown");
	const outline = outlineOf(corners);
	if (outline.length < 6) return about("noOutline");
	if (outline.length > 2 * longestOutline) return about("longOutline");
	return { name: name || airspaceClass, airspaceClass, floor, ceiling, outline };
}

/** Drops corners that repeat the previous one, and a last one that repeats the first. */
function outlineOf(corners: readonly Position[]): number[] {
	const rounded = corners.map(
		({ latitude, longitude }) => [roundTo(6, latitude), roundTo(6, longitude)] as const,
	);
	return rounded
		.filter(([latitude, longitude], index) => {
			const [beforeLatitude, beforeLongitude] = rounded.at(index - 1) ?? [];
			return rounded.length === 1 || latitude !== beforeLatitude || longitude !== beforeLongitude;
		})
		.flat();
}

/* Fields of OpenAir lines; see docs/formats.md section 7. */

const part = /(\d{1,3}(?:\.\d+)?)(?::(\d{1,2}(?:\.\d+)?))?(?::(\d{1,2}(?:\.\d+)?))?\s*([NSEW])/gi;

/** Degrees by letter; null beyond the poles, half-way round the earth, or of 60 minutes. */
function angleOf([, degrees = "", minutes = "0", seconds = "0", letter = ""]: RegExpMatchArray) {
	const isLatitude = /[NS]/i.test(letter);
	if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
	const angle = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
	if (angle > (isLatitude ? 90 : 180)) return null;
	return { isLatitude, degrees: /[SW]/i.test(letter) ? -angle : angle };
}

/**
 * Positions such as `49:31:52 N 015:52:28 E` or `49:31.87N 15:52.47E`, one behind the other.
 * @returns null when there are not as many as wanted
 */
function positionsOf(text: string, wanted: number): Position[] | null {
	const angles = [...text.matchAll(part)].map(angleOf);
	const rest = text.replace(part, "").replace(/[\s,;]/g, "");
	if (rest !== "" || angles.length !== wanted * 2) return null;
	const positions: Position[] = [];
	for (let index = 0; index < angles.length; index += 2) {
		const [first, second] = [angles[index], angles[index + 1]];
		if (!first?.isLatitude || !second || second.isLatitude) return null;
		positions.push({ latitude: first.degrees, longitude: second.degrees });
	}
	return positions;
}

const ground = /^(GND|SFC|SURFACE|ASFC|0\s*(FT|M)?\s*(AGL|ASFC|GND|SFC))$/;
const unlimited = /^(UNL|UNLIM|UNLIMITED)$/;
const level = /^FL\s*(\d{1,3})$/;
const measured =
	/^(?:(MSL|AMSL|AGL)\s*)?(\d{1,6}(?:\.\d+)?)\s*(FT|F|FEET|'|M|MT)?\s*(MSL|AMSL|ALT|AGL|ASFC|GND|SFC|STD)?$/;

/** `FL 95`, `1000ft AGL`, `1200 m MSL`, `GND`, `UNL`. Without a unit in feet, without a reference above sea level. */
export function limitOf(text: string): AirspaceLimit | null {
	const plain = text.trim().replace(/\s+/g, " ").toUpperCase();
	if (ground.test(plain)) return { reference: "GND", value: 0 };
	if (unlimited.test(plain)) return { reference: "UNL", value: 0 };
	const flightLevel = level.exec(plain)?.[1];
	if (flightLevel !== undefined) return { reference: "FL", value: Number(flightLevel) };
	const [, before, number, unit = "", after] = measured.exec(plain) ?? [];
	if (number === undefined || (before !== undefined && after !== undefined)) return null;
	const metres = unit.startsWith("M") ? Number(number) : metresOfFeet(Number(number));
	const reference = before ?? after ?? "MSL";
	if (reference === "STD") return { reference: "FL", value: metres / metresOfLevel(1) };
	const isAboveGround = ["AGL", "ASFC", "GND", "SFC"].includes(reference);
	return { reference: isAboveGround ? "AGL" : "MSL", value: Math.round(metres * 10) / 10 };
}
