import { decodeText } from "~/lib/csv/csv-reader";
import type { TaskFile } from "./found-task";
import { readCup } from "./read-cup";
import { readIgcTask } from "./read-igc-task";
import { readTsk } from "./read-tsk";

/** Bytes; a flight log that declares its task may be as large. */
export const largestTaskFile = 5 * 1024 * 1024;

/** By what the file holds, as people rename files. */
export function readTaskFile(bytes: Uint8Array): TaskFile {
	const text = decodeText(bytes);
	const start = text.slice(0, 4_096);
	if (start.includes("\u0000")) return notATask;
	if (/<Task[\s>]/.test(start)) return readTsk(text);
	if (/^\s*<(!doctype|html|\?xml)/i.test(start)) return notATask;
	if (/^\s*A[A-Z0-9]{3}/.test(start) && /^HF/im.test(start)) return readIgcTask(text);
	if (/^-{3,}\s*Related Tasks/im.test(text)) return readCup(text);
	return /^(LCU::C|LSCSC|C\d{7}[NS])/m.test(text)
		? readIgcTask(text)
		: { ...notATask, complaints: noTaskIn(text) };
}

const notATask: TaskFile = { tasks: [], complaints: [{ line: null, complaint: "task.file.notATask" }] };

/** A waypoint file is a SeeYou file too, and many export it by mistake. */
function noTaskIn(text: string): TaskFile["complaints"] {
	const isWaypoints = /^"?name"?\s*,/i.test(text.trimStart());
	return [{ line: null, complaint: isWaypoints ? "task.file.onlyWaypoints" : "task.file.notATask" }];
}
