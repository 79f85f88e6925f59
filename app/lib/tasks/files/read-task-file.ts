import { decodeText } from "~/lib/csv/csv-reader";
import { cupCells } from "./cup-fields";
import { cupLines } from "./cup-lines";
import { type TaskFile, tooLarge } from "./found-task";
import { cupColumns, readCup } from "./read-cup";
import { readIgcTask } from "./read-igc-task";
import { readTsk } from "./read-tsk";

/** Bytes; a flight log that declares its task may be as large. */
export const largestTaskFile = 5 * 1024 * 1024;

/* Characters: what is larger would take too long to read. A point of XCSoar has some 300, a waypoint of SeeYou 80. */
const longestTsk = 256 * 1024;
const longestCup = 2 * 1024 * 1024;

/** The first ones say what is wrong. */
const mostComplaints = 100;

/**
 * Reads a task file. Its content decides the format, as people rename files.
 * @param date local day of the task: some programs write times in UTC
 */
export function readTaskFile(bytes: Uint8Array, date: string): TaskFile {
	const text = decodeText(bytes);
	const { tasks, complaints } = readText(text, date);
	if (tasks.length === 0 && complaints.length === 0) return { tasks, complaints: noTaskIn(text) };
	return { tasks, complaints: inOrder(withoutRepeats(complaints)).slice(0, mostComplaints) };
}

/** A task that comes back to a point which the file lacks says so once. */
function withoutRepeats(complaints: TaskFile["complaints"]): TaskFile["complaints"] {
	return [...new Map(complaints.map((one) => [`${one.line} ${one.complaint}`, one])).values()];
}

/** Sorts by line: a line that cannot be read is often why something below it is not found. */
function inOrder(complaints: TaskFile["complaints"]): TaskFile["complaints"] {
	return complaints.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function readText(text: string, date: string): TaskFile {
	const start = text.slice(0, 4_096);
	if (start.includes("\u0000")) return notATask;
	if (/<Task[\s>]/.test(start)) return text.length > longestTsk ? tooLarge : readTsk(text, date);
	if (/^\s*<(!doctype|html|\?xml)/i.test(start)) return notATask;
	if (/^\s*A[A-Z0-9]{3}/.test(start) && /^HF/im.test(start)) return readIgcTask(text, date);
	if (/^"?-{3,}\s*Related Tasks/im.test(text)) return text.length > longestCup ? tooLarge : readCup(text);
	return /^(LCU::C|LSCSC|C\d{7}[NS])/m.test(text)
		? readIgcTask(text, date)
		: { ...notATask, complaints: noTaskIn(text) };
}

const notATask: TaskFile = { tasks: [], complaints: [{ line: null, complaint: "task.file.notATask" }] };

/** A waypoint file is a SeeYou file too, and many export it by mistake. */
function noTaskIn(text: string): TaskFile["complaints"] {
	const isWaypoints = cupLines(text.trimStart().slice(0, 4_096), 1).some((line) =>
		cupColumns(cupCells(line)),
	);
	return [{ line: null, complaint: isWaypoints ? "task.file.onlyWaypoints" : "task.file.notATask" }];
}
