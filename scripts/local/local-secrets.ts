import { randomBytes } from "node:crypto";

/** The text of `.dev.vars` with local mode and random secrets, where they are missing. */
export function completeLocalSecrets(text: string): string {
	const has = (name: string) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(text);
	const lines = text === "" || text.endsWith("\n") ? [text] : [text, "\n"];
	if (!has("MODE")) lines.push("MODE=local\n");
	for (const name of ["TOKEN_SECRET", "FACTOR_SECRET"]) {
		if (!has(name)) lines.push(`${name}=${randomBytes(32).toString("hex")}\n`);
	}
	return lines.join("");
}
