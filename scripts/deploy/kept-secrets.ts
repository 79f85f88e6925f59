import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { inProject } from "../lib/paths.mjs";
import { madeSecrets } from "./deployment";

/** Read and written by its owner alone, and no part of the repository. */
export const secretsFile = ".secrets.env";

type Secrets = Readonly<Record<string, string | undefined>>;

/** The secrets that an earlier deployment has made, of this account or of the one that a backup comes from. */
export function readKeptSecrets(path = inProject(secretsFile)): Secrets {
	return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/**
 * Writes new secrets beside those that are kept, before they are used: a deployment that breaks off finds them again.
 * @returns whether one was new
 */
export function keepSecrets(secrets: Secrets, path = inProject(secretsFile)): boolean {
	const kept = readKeptSecrets(path);
	const made = madeSecrets.filter((name) => secrets[name] !== undefined && kept[name] === undefined);
	if (made.length === 0) return false;
	const lines = Object.entries({ ...kept, ...Object.fromEntries(made.map((name) => [name, secrets[name]])) });
	writeFileSync(path, lines.map(([name, value]) => `${name}=${value}\n`).join(""), { mode: 0o600 });
	return true;
}
