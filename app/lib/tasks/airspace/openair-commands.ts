import type { Position } from "~/lib/maps/geodesy";
import type { Airspace, FileComplaint } from "~db/schema";
import { complaintAbout } from "../files/found-task";
import { classCode, typeCode } from "./airspace-codes";
import { arcBetween, arcCorners, largestRadius } from "./arcs";
import { airspaceOf, nameOf, type Problem, type Space } from "./finished-space";
import { limitOf } from "./limit-of";
import { arcOf, positionsOf, radiusOf, withoutRemark } from "./openair-fields";

/** Characters of a line that are read. What stands behind them is a remark, or the end of a name that is cut. */
const longestLine = 400;
/** Characters of a name. */
const longestName = 100;

/** Complaints that are listed, of each of two kinds. */
export const mostListed = 99;

/** Metres of a nautical mile, the unit of radii. */
const nauticalMile = 1_852;

/** Lines of a space that say nothing about its place, height and kind, such as `AF` and `AW`, and pens. */
const passedOver = /^(A[A-Z]|TP|SP|SB)$/;
/** Lines that shape the space. Without one of them it would be another space. */
const shaping = /^(AL|AH|V|D[A-Z])$/;

/** Corners that a line adds at least. Three make an outline. */
const cornersBy: Readonly<Record<string, number>> = { DP: 1, DA: 3, DB: 3, DC: 3, DY: 1 };

const emptySpace = (line: number): Space => ({
	line,
	airspaceClass: "",
	airspaceType: undefined,
	name: "",
	floor: null,
	ceiling: null,
	corners: [],
	isCircle: false,
	shaped: 0,
	isByNotamOnly: null,
	problem: null,
	unevenLine: null,
});

/** Reads an OpenAir file line by line. A space that cannot be read is left out and named. */
export class SpaceReader {
	readonly airspaces: Airspace[] = [];
	/** Complaints because of which a space is missing, and others: the first ones. */
	readonly missing: FileComplaint[] = [];
	readonly notes: FileComplaint[] = [];
	/** Number of all complaints. */
	complaints = 0;
	/** Number of corners of all spaces so far. */
	corners = 0;
	/** Whether a line has begun a space, be it a pen. */
	hasSpaces = false;
	private space: Space | null = null;
	/** A type behind a complete space: that of the next one, unless this one goes on. */
	private nextType: string | undefined;
	private centre: Position | null = null;
	private clockwise = true;
	/** Whether the lines are of terrain, which looks like a space but is not one. */
	private isTerrain = false;

	read(line: string, number: number): void {
		const text = line.slice(0, 2 * longestLine).trim();
		if (text === "" || /^[*;#]/.test(text)) return;
		const [, letters = "", rest = ""] =
			/^(V(?=\s*[A-Z]\s*=)|[A-Z]{1,2}(?![A-Z]))[\s=]*(.*)$/is.exec(text.slice(0, longestLine)) ?? [];
		const command = letters.toUpperCase();
		const problem = this.readCommand(command, rest, text, number);
		if (!problem) return;
		if (this.space && shaping.test(command)) this.space.problem ??= { ...problem, line: number };
		else this.complain(this.notes, number, problem);
	}

	/** Ends the last space. */
	finish(): void {
		const { space } = this;
		this.space = null;
		if (!space || isPen(space)) return;
		const { problem, unevenLine } = space;
		const text = nameOf(space);
		if (problem) {
			this.complain(this.missing, problem.line, problem, { space: text });
			return;
		}
		const airspace = airspaceOf(space);
		if (typeof airspace === "string") {
			this.complain(this.missing, space.line, { key: airspace, text });
			return;
		}
		this.airspaces.push(airspace);
		if (unevenLine !== null) this.complain(this.notes, unevenLine, { key: "unevenArc", text });
	}

	private complain(
		list: FileComplaint[],
		line: number,
		{ key, text }: Problem,
		others: Readonly<Record<string, string>> = {},
	): void {
		this.complaints += 1;
		if (list.length < mostListed) list.push({ line, complaint: complaintAbout(key, text, others) });
	}

	private readCommand(command: string, rest: string, text: string, line: number): Problem | null {
		const value = withoutRemark(rest);
		switch (command) {
			case "AC":
				this.head(line, (space) => space.airspaceClass).airspaceClass = classCode(value);
				return null;
			case "AN":
				this.head(line, ({ name }) => name).name = cutName(rest.replace(/\*.*$/s, "").trim());
				return null;
			case "AY":
				this.readType(typeCode(value));
				return null;
			case "AA":
				if (this.space)
					this.space.isByNotamOnly = /^NONE$/i.test(value) && this.space.isByNotamOnly !== false;
				return null;
			case "TO":
			case "TC":
				this.finish();
				this.isTerrain = true;
				return { key: "terrain", text: rest };
			case "V":
				return this.isTerrain ? null : this.readVariable(value);
			default:
				return this.readOther(command, value, text, line);
		}
	}

	private readOther(command: string, value: string, text: string, line: number): Problem | null {
		const isShaping = shaping.test(command);
		if (this.isTerrain || (!isShaping && passedOver.test(command))) return null;
		if (!this.space || !isShaping) return { key: "unknownLine", text };
		if (this.nextType !== undefined) {
			this.space.airspaceType = this.nextType;
			this.nextType = undefined;
		}
		this.space.shaped += cornersBy[command] ?? 0;
		// The space is left out, whatever else it says.
		if (this.space.problem) return null;
		const key = this.readShape(this.space, command, value, line);
		return key === null ? null : { key, text: value };
	}

	/** The space to which a class or a name belongs: another one when this one has it. Some files name a space before its class. */
	private head(line: number, get: (space: Space) => string): Space {
		if (!this.space || get(this.space) !== "" || this.space.shaped > 0) {
			this.finish();
			this.isTerrain = false;
			this.clockwise = true;
			this.hasSpaces = true;
			this.space = emptySpace(line);
			this.space.airspaceType = this.nextType;
			this.nextType = undefined;
		}
		return this.space;
	}

	private readType(type: string): void {
		if (this.isTerrain) return;
		if (this.space && this.space.shaped < 3) this.space.airspaceType = type;
		else this.nextType = type;
	}

	private readVariable(value: string): Problem | null {
		const [, name = "", setting = ""] = /^([A-Z])\s*=\s*(.*)$/is.exec(value) ?? [];
		switch (name.toUpperCase()) {
			case "X": {
				const [centre] = positionsOf(setting, 1) ?? [];
				this.centre = centre ?? null;
				return centre ? null : { key: "position", text: setting };
			}
			case "D":
				this.clockwise = !setting.startsWith("-");
				return /^[-+]/.test(setting) ? null : { key: "direction", text: setting };
			// Width of an airway, zoom, and the layer of a label.
			case "W":
			case "Z":
			case "T":
				return null;
			default:
				return { key: "unknownLine", text: `V ${value}` };
		}
	}

	/** @returns the key of what is wrong */
	private readShape(space: Space, command: string, value: string, line: number): string | null {
		switch (command) {
			case "AL":
			case "AH": {
				const limit = limitOf(value);
				space[command === "AL" ? "floor" : "ceiling"] = limit;
				return limit ? null : "limit";
			}
			case "DP": {
				const positions = positionsOf(value, 1);
				return positions ? this.addCorners(space, positions) : "position";
			}
			case "DA":
				return this.readArc(space, value);
			case "DB":
				return this.readArcBetween(space, value, line);
			case "DC":
				return this.readCircle(space, value);
			default:
				return "shape";
		}
	}

	private readCircle(space: Space, value: string): string | null {
		if (space.corners.length > 0) return "twoShapes";
		const key = this.addArc(space, radiusOf(value), 0, 0);
		space.isCircle = true;
		return key;
	}

	private readArc(space: Space, value: string): string | null {
		const { radius = null, fromDeg = 0, toDeg = 0 } = arcOf(value) ?? {};
		return this.addArc(space, radius, fromDeg, toDeg);
	}

	/** @param radius in nautical miles; null when it cannot be read */
	private addArc(space: Space, radius: number | null, fromDeg: number, toDeg: number): string | null {
		const radiusM = (radius ?? 0) * nauticalMile;
		if (radiusM <= 0 || radiusM > largestRadius) return "arc";
		if (!this.centre) return "noCentre";
		const { centre, clockwise } = this;
		return this.addCorners(
			space,
			arcCorners({ centre, radiusM, toRadiusM: radiusM, fromDeg, toDeg, clockwise }),
		);
	}

	private readArcBetween(space: Space, value: string, line: number): string | null {
		const [from, to] = positionsOf(value, 2) ?? [];
		if (!from || !to) return "position";
		if (!this.centre) return "noCentre";
		const arc = arcBetween(this.centre, from, to, this.clockwise);
		if (!arc) return "arcEnds";
		if (arc.isUneven) space.unevenLine ??= line;
		return this.addCorners(space, arc.corners);
	}

	private addCorners(space: Space, corners: readonly Position[]): string | null {
		if (space.isCircle) return "twoShapes";
		space.corners.push(...corners);
		this.corners += corners.length;
		return null;
	}
}

/** Classes stand for their pens, too: such a block has nothing of a space. */
function isPen({ name, floor, ceiling, shaped, problem }: Space): boolean {
	return name === "" && !floor && !ceiling && shaped === 0 && !problem;
}

function cutName(name: string): string {
	// Half of a character would be no letter.
	return name.slice(0, longestName).replace(/\p{Cs}$/u, "");
}
