import { cupOptions, metresOf, zoneOfOptions } from "./cup-fields";
import { altitudeOption, statedRules, timeOption } from "./cup-rules";
import {
	type FileComplaint,
	type FileLine,
	type FoundTask,
	type TaskFile,
	usualZone,
	withOwnStyles,
	type ZoneOrComplaint,
} from "./found-task";
import type { Waypoint } from "./read-cup-waypoints";
import { readStrepla } from "./read-strepla";

/** Records of one program in a flight log. */
interface Dialect {
	/** In front of a C record. */
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
const declared = /(?<![^\r\n])[^\S\r\n]*((?:C\d|LCU::C|LSEEYOU|LLXV|LSCS)[^\r\n]*)/gi;
/** Lines about the task. Points, zones and rules of a whole one take fewer than a hundred. */
const mostLines = 500;

/** Reads the task that a flight log declares. */
export function readIgcTask(text: string): TaskFile {
	const lines = declaredLines(text);
	const stated = dialects.find(({ zone }) => lines.some((line) => zone.test(line.text)));
	if (stated) return readDeclaration(lines, stated);
	const strepla = readStrepla(lines);
	if (strepla) return strepla;
	const points = pointsOf(lines, "").points;
	if (points.length === 0)
		return { tasks: [], complaints: [{ line: null, complaint: "task.file.noDeclaration" }] };
	return readDeclaration(lines, { point: "", zone: /^$/, task: /^$/ });
}

/** Not by splitting: a log has a hundred thousand other lines, and a hostile one has millions. */
function declaredLines(text: string): FileLine[] {
	const lines: FileLine[] = [];
	let [number, counted] = [1, 0];
	for (const { index, 1: line = "" } of text.matchAll(declared)) {
		for (; counted < index; counted += 1) if (isLineEnd(text, counted)) number += 1;
		lines.push({ number, text: line.trimEnd() });
		if (lines.length === mostLines) break;
	}
	return lines;
}

/** Whether a line ends with this character; of CR and LF together, with the second. */
function isLineEnd(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	return code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10);
}

function readDeclaration(lines: readonly FileLine[], dialect: Dialect): TaskFile {
	const complaints: FileComplaint[] = [];
	const zones = new Map<number, ZoneOrComplaint>();
	let [isArea, isReduced] = [false, false];
	let highestStart: number | null = null;
	for (const { number, text } of lines.filter((line) => dialect.zone.test(line.text))) {
		const options = cupOptions(text.replace(dialect.zone, "OZ="));
		// The start is number -1.
		const index = Number(options.get("oz")) + 1;
		const zone = zoneOfOptions(options);
		if (typeof zone === "string") complaints.push({ line: number, complaint: zone });
		zones.set(index, zone);
		isArea ||= options.get("aat") === "1";
		isReduced = options.get("reduce") === "1";
		if (index === 0) highestStart = altitudeOption(options, "maxalt") ?? altitudeOption(options, "maxa");
	}
	const taskLine = lines.find((line) => dialect.task.test(line.text));
	const options = cupOptions(taskLine?.text ?? "");
	const [taskTime, startOpens] = [timeOption(options, "tasktime"), timeOption(options, "nostart")];
	for (const time of [taskTime, startOpens]) {
		if (typeof time === "string") complaints.push({ line: taskLine?.number ?? null, complaint: time });
	}
	const { name, points } = pointsOf(lines, dialect.point);
	const flown = withoutFieldPoints(points, zones.size);
	if (complaints.length > 0) return { tasks: [], complaints };
	const taskTimeS = typeof taskTime === "number" && taskTime > 0 ? taskTime : null;
	const task: FoundTask = {
		name,
		kind: isArea || taskTimeS !== null ? "AAT" : "RT",
		taskTimeS,
		points: withOwnStyles(
			flown.map(({ style: _, ...point }, index) => {
				const zone = zones.get(index);
				const isStated = zone !== undefined && typeof zone !== "string";
				return { ...point, zone: isStated ? zone : usualZone(index, flown.length) };
			}),
		),
		rules: statedRules({ startOpens, highestStart, lowestFinish: altitudeOption(options, "minfinalt") }),
		subtractFinishRadius: zones.size > 0 ? isReduced : null,
		hasZones: zones.size > 0,
	};
	return { tasks: [task], complaints };
}

const pointRecord = /^C(\d{2})(\d{2})(\d{3})([NS])(\d{3})(\d{2})(\d{3})([EW])(.*)$/i;
/** Dates, number and count of points, and the name of the task. */
const declarationRecord = /^C\d{18}[\d ]*(.*)$/;

/** C records: the declaration, take-off, points and landing. */
function pointsOf(
	lines: readonly FileLine[],
	prefix: string,
): { readonly name: string; readonly points: Waypoint[] } {
	const records = lines.flatMap(({ text }) =>
		text.toUpperCase().startsWith(`${prefix}C`) ? text.slice(prefix.length) : [],
	);
	const [, name = ""] = declarationRecord.exec(records[0] ?? "") ?? [];
	const points = records.flatMap((record) => {
		const [, latD, latM, latT, ns, lonD, lonM, lonT, ew, label = ""] = pointRecord.exec(record) ?? [];
		if (latD === undefined) return [];
		const latitude = (Number(latD) + Number(`${latM}.${latT}`) / 60) * (ns?.toUpperCase() === "S" ? -1 : 1);
		const longitude = (Number(lonD) + Number(`${lonM}.${lonT}`) / 60) * (ew?.toUpperCase() === "W" ? -1 : 1);
		// LXNAV appends the elevation.
		const [named = "", elevation = ""] = label.split("::");
		return {
			name: named.trim() || "?",
			code: "",
			latitude,
			longitude,
			elevationM: metresOf(elevation),
			style: 0,
		};
	});
	return { name: name.trim(), points };
}

/** Take-off and landing stand around the task; the count of zones shows whether they do. */
function withoutFieldPoints(points: readonly Waypoint[], zoneCount: number): readonly Waypoint[] {
	return zoneCount > 0 && points.length <= zoneCount ? points : points.slice(1, -1);
}
