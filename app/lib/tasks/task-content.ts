import { sha256Hex } from "~/lib/digest";
import type { Task } from "~db/schema";

/** SHA-256 of what is flown: a change of scoring or briefing keeps it. */
export function digestOfTask(task: Task): Promise<string> {
	return sha256Hex(flownJson(task));
}

/** What is flown, as canonical JSON. */
export function flownJson({ kind, taskTimeS, points, rules }: Task): string {
	return canonicalJson({ kind, taskTimeS, points, rules });
}

/** JSON whose keys are in order, so that the same content has the same bytes. */
function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${pairs.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}

/** The letter of a version: A to Z, AA and so on. @param number from 1 */
export function versionLetter(number: number): string {
	const rest = number - 1;
	const last = String.fromCharCode(65 + (rest % 26));
	return rest < 26 ? last : versionLetter(Math.floor(rest / 26)) + last;
}
