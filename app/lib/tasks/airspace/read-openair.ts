import type { Airspace, FileComplaint } from "~db/schema";
import { isSpaceLine, SpaceReader } from "./space-reader";

export interface Airspaces {
	readonly airspaces: readonly Airspace[];
	readonly complaints: readonly FileComplaint[];
}

/* Characters, spaces and corners. A country has some 600 spaces; more would not fit into a row of the database. */
const longestFile = 2_000_000;
const mostSpaces = 2_000;
const mostCorners = 70_000;
/** Lines that cannot be read. A file with more of them is of another kind, and each costs time. */
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
