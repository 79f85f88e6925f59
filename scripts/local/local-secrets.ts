import { randomBytes } from "node:crypto";

/**
 * Completes the text of `.dev.vars`: local mode and a random secret for tokens are added where they are missing, and
 * what stands there is left alone.
 */
export function completeLocalSecrets(text: string): string {
	const has = (name: string) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(text);
	const lines = text === "" || text.endsWith("\n") ? [text] : [text, "\n"];
	if (!has("MODE")) lines.push("MODE=local\n");
	if (!has("TOKEN_SECRET")) lines.push(`TOKEN_SECRET=${randomBytes(32).toString("hex")}\n`);
	return lines.join("");
}
