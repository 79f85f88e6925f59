import type { FileComplaint, Waypoint } from "~db/schema";
import { fewestPoints } from "../task-defaults";
import { cupAngle, metresOf, optionsByName, statedOptions } from "./cup-fields";
import { readZoneLines, taskOfStated, timeComplaints } from "./cup-task";
import { complaintAbout, type FileLine, type TaskFile } from "./found-task";
import { readStrepla } from "./read-strepla";

/** Records of one program in a flight log. */
interface Dialect {
	/** Text in front of a C record. */
	readonly point: string;
	readonly zone: RegExp;
	readonly task: RegExp;
}

/** See docs/formats.md section 6. The first whose zones are in the file is read. */
const dialects: readonly Dialect[] = [
	{ point: "LCU::", zone: /^LSEEYOU OZ=/i, task: /^LSEEYOU TSK/i },
	{ point: "", zone: /^LLXVOZ=/i, task: /^LLXVTSK/i },
];

/** A line about a task, without the blanks before it. */
const declared = /(?<![^\r\n])[^\S\r\n]*((?:C\d|LCU::C|LSEEYOU (?:OZ|TSK)|LLXV(?:OZ|TSK)|LSCS)[^\r\n]*)/gi;
/** The last lines about the task, as the last declaration counts. A whole one has fewer than a hundred. */
const mostLines = 500;

/** Reads the task that a flight log declares. @param date local day of the task, as StrePla's times are UTC */
export function readIgcTask(text: string, date: string): TaskFile {
	const lines = declaredLines(text);
	const stated = dialects.find(({ zone }) => lines.some((line) => zone.test(line.text)));
	if (stated) {
		// Some programs write the zones of SeeYou beside the plain declaration of the recorder.
		const hasOwn = pointsOf(lines, stated.point).points.length > 0;
		return readDeclaration(lines, hasOwn ? stated : { ...stated, point: "" });
	}
	const strepla = readStrepla(lines, date);
	if (strepla) return strepla;
	const points = pointsOf(lines, "").points;
	if (points.length === 0)
		return { tasks: [], complaints: [{ line: null, complaint: "task.file.noDeclaration" }] };
	return readDeclaration(lines, { point: "", zone: /^$/, task: /^$/ });
}

/** Finds the lines about a task. It does not split the text: a log has a hundred thousand other lines, and a hostile one has millions. */
function declaredLines(text: string): FileLine[] {
	const lines: FileLine[] = [];
	let [number, counted] = [1, 0];
	for (const { index, 1: line = "" } of text.matchAll(declared)) {
		for (; counted < index; counted += 1) if (isLineEnd(text, counted)) number += 1;
		lines.push({ number, text: line.trimEnd() });
		if (lines.length > mostLines) lines.shift();
	}
	return lines;
}

/** Whether a line ends with this character; of CR and LF together, with the second. */
function isLineEnd(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	return code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10);
}

function readDeclaration(lines: readonly FileLine[], dialect: Dialect): TaskFile {
	const block = lastBlock(lines, dialect.point);
	const linesOf = (pattern: RegExp) => {
		const found = block.filter(({ text }) => pattern.test(text));
		return found.length > 0 ? found : lines.filter(({ text }) => pattern.test(text));
	};
	const stated = readZoneLines(
		linesOf(dialect.zone).map(({ number, text }) => {
			const options = statedOptions(text.replace(dialect.zone, "OZ="));
			// The start is number -1.
			return { number, point: Number(optionsByName(options).get("oz")) + 1, options };
		}),
	);
	const taskLine = linesOf(dialect.task).at(-1);
	const options = statedOptions(taskLine?.text ?? "");
	const complaints = [
		...unreadPoints(block, dialect.point),
		...stated.complaints,
		...timeComplaints(options, taskLine?.number ?? null),
	];
	if (complaints.length > 0) return { tasks: [], complaints };
	const { name, points } = pointsOf(block, dialect.point);
	const flown = withoutFieldPoints(points, stated.count);
	return { tasks: [taskOfStated({ stated, options, name, points: flown })], complaints };
}

const pointRecord = /^C(\d{2})(\d{2})(\d{3})([NS])(\d{3})(\d{2})(\d{3})([EW])(.*)$/i;
/** Dates and number of the task, the count of its turn points, and its name. */
const declarationRecord = /^C\d{18}[\d ]*(.*)$/;
/** The record of a take-off or landing that is not stated. */
const emptyRecord = /^C0{7}[NS]0{8}[EW]/i;
const turnCount = /^C\d{22}(\d\d)/;

/**
 * The lines of the last declaration that is whole, up to the next one. Programs add the task once more whenever they save
 * a log. A whole one has as many points as it says, beside start and finish.
 */
function lastBlock(lines: readonly FileLine[], prefix: string): readonly FileLine[] {
	const recordOf = ({ text }: FileLine) =>
		text.toUpperCase().startsWith(`${prefix}C`) ? text.slice(prefix.length) : "";
	const starts = lines.flatMap((line, index) => (declarationRecord.test(recordOf(line)) ? index : []));
	const blocks = starts.map((from, block) => lines.slice(from, starts[block + 1]));
	const isWhole = (block: readonly FileLine[]) => {
		const [first = "", ...others] = block.map(recordOf);
		const turns = Number(turnCount.exec(first)?.[1] ?? 0);
		const points = others.filter((record) => pointRecord.test(record) && !emptyRecord.test(record));
		return points.length >= Math.max(fewestPoints, turns + 2);
	};
	return blocks.findLast(isWhole) ?? blocks.at(-1) ?? lines;
}

/** C records: the declaration, take-off, points and landing. */
function pointsOf(
	lines: readonly FileLine[],
	prefix: string,
): { readonly name: string; readonly points: Waypoint[] } {
	const records = lines.flatMap(({ text }) =>
		text.toUpperCase().startsWith(`${prefix}C`) ? text.slice(prefix.length) : [],
	);
	const [, name = ""] = declarationRecord.exec(records[0] ?? "") ?? [];
	return { name: name.trim(), points: records.flatMap((record) => pointOf(record) ?? []) };
}

/** The point of a record; null for one that is none, or whose coordinates are off the earth. */
function pointOf(record: string): Waypoint | null {
	const [, latD, latM, latT, ns, lonD, lonM, lonT, ew, label = ""] = pointRecord.exec(record) ?? [];
	const latitude = cupAngle(`${latD}${latM}.${latT}${ns}`, "NS");
	const longitude = cupAngle(`${lonD}${lonM}.${lonT}${ew}`, "EW");
	if (latitude === null || longitude === null) return null;
	// LXNAV appends the elevation.
	const [named = "", elevation = ""] = label.split("::");
	const name = named.trim() || "?";
	return { name, code: "", latitude, longitude, elevationM: metresOf(elevation), style: 0 };
}

/** Complaints about records whose coordinates are off the earth. */
function unreadPoints(lines: readonly FileLine[], prefix: string): FileComplaint[] {
	return lines.flatMap(({ number, text }) => {
		const record = text.toUpperCase().startsWith(`${prefix}C`) ? text.slice(prefix.length) : "";
		const isUnread = pointRecord.test(record) && pointOf(record) === null;
		return isUnread ? { line: number, complaint: complaintAbout("position", record) } : [];
	});
}

/** Take-off and landing stand around the task; the count of zones shows whether they do. */
function withoutFieldPoints(points: readonly Waypoint[], zoneCount: number): readonly Waypoint[] {
	return zoneCount > 0 && points.length <= zoneCount ? points : points.slice(1, -1);
}
