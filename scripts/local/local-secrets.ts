import { randomBytes } from "node:crypto";
import { madeSecrets } from "../deploy/deployment";

/** The text of `.dev.vars` with local mode and random secrets, where they are missing. */
export function completeLocalSecrets(text: string): string {
	return withRandomSecrets(sets(text, "MODE") ? text : `${withLastLine(text)}MODE=local\n`);
}

/** The names of the secrets that a file of variables lacks. */
export function lackingSecrets(text: string): readonly string[] {
	return madeSecrets.filter((name) => !sets(text, name));
}

/** The text of a file of variables with random secrets, where they are missing. */
export function withRandomSecrets(text: string): string {
	const missing = lackingSecrets(text);
	if (missing.length === 0) return text;
	return withLastLine(text) + missing.map((name) => `${name}=${randomBytes(32).toString("hex")}\n`).join("");
}

/** Whether a file of variables sets one. */
export function sets(text: string, name: string): boolean {
	return new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(text);
}

function withLastLine(text: string): string {
	return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
