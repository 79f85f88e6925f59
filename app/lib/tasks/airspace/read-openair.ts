import type { Airspace, FileComplaint } from "~db/schema";
import { mostListed, SpaceReader } from "./openair-commands";

export { limitOf } from "./limit-of";

interface Airspaces {
	readonly airspaces: readonly Airspace[];
	/** By line. */
	readonly complaints: readonly FileComplaint[];
}

/* Characters, spaces and corners. A country has some 600 spaces; more would not fit into a row of the database. */
const longestFile = 2_000_000;
const mostSpaces = 2_000;
const mostCorners = 70_000;
/** Most complaints about a file in which no space can be read. One with more is of another kind. */
const mostComplaints = 1_000;

/** Reads an OpenAir file; see docs/formats.md section 7. A space with a line that cannot be read is left out, and named. */
export function readOpenAir(text: string): Airspaces {
	if (text.length > longestFile) return refused("tooManySpaces");
	if (text.includes("\u0000") || /^\s*<(!doctype|html|\?xml)/i.test(text.slice(0, 4_096)))
		return refused("notOpenAir");
	const reader = new SpaceReader();
	let number = 0;
	for (const line of linesOf(text)) {
		number += 1;
		reader.read(line, number);
		if (reader.airspaces.length > mostSpaces || reader.corners > mostCorners) return refused("tooManySpaces");
	}
	reader.finish();
	const { airspaces, complaints, hasSpaces } = reader;
	const isOpenAir = hasSpaces && complaints > 0 && complaints <= mostComplaints;
	if (airspaces.length === 0 && !isOpenAir) return refused("notOpenAir");
	return { airspaces, complaints: listedComplaints(reader) };
}

/** When there are too many, those about missing spaces. */
function listedComplaints({ missing, notes, complaints }: SpaceReader): FileComplaint[] {
	const listed = [...missing, ...notes].slice(0, mostListed);
	const more = complaints - listed.length;
	return [
		...listed.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
		...(more > 0 ? [{ line: null, complaint: `task.file.more?count=${more}` }] : []),
	];
}

function refused(key: string): Airspaces {
	return { airspaces: [], complaints: [{ line: null, complaint: `task.file.${key}` }] };
}

const [lineFeed, carriageReturn] = [10, 13];

/** One after the other: a hostile file has a million lines. */
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
