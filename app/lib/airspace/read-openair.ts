import type { FileComplaint } from "~/lib/tasks/files/found-task";
import type { Airspace } from "./airspace";
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
	for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
		isKnown ||= isSpaceLine(line);
		reader.read(line, index + 1);
		if (reader.complaints.length > mostComplaints) return notOpenAir;
		if (reader.airspaces.length > mostSpaces || reader.corners > mostCorners) return tooLarge;
	}
	reader.finish();
	if (!isKnown) return notOpenAir;
	return { airspaces: reader.airspaces, complaints: reader.complaints };
}

const notOpenAir: Airspaces = {
	airspaces: [],
	complaints: [{ line: null, complaint: "task.file.notOpenAir" }],
};
