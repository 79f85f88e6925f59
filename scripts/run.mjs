/*
 * Where every npm script begins, `node scripts/run.mjs <script> [arguments]`: plain JavaScript without dependencies, so that it
 * works on a fresh clone. It installs what is missing and hands over to scripts/<script>.ts.
 */
import { installDependencies } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";

process.env.WRANGLER_SEND_METRICS = "false";
process.env.WRANGLER_HIDE_BANNER = "true";
process.env.WRANGLER_LOG ??= "warn";

const [script] = process.argv.splice(2, 1);
try {
	requireNode();
	await installDependencies();
	const { register } = await import("tsx/esm/api");
	register();
	await import(`./${script}.ts`);
} catch (error) {
	const expected = error instanceof Error && error.name === "Stop";
	console.error(expected ? `\n${error.message}\n` : error);
	process.exit(1);
}
