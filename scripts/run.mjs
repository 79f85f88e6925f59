/*
 * `node scripts/run.mjs <script> [arguments]`, the start of every npm script: installs missing packages and runs
 * scripts/<script>.ts. Plain JavaScript without dependencies, so that it works on a fresh clone.
 */
import { installDependencies } from "./run/install.mjs";
import { requireNode } from "./run/node-version.mjs";
import { refuseSwallowedFlags } from "./run/swallowed-flags.mjs";

// The translated scripts would stay among the machine's temporary files.
process.env.TSX_DISABLE_CACHE = "1";
process.env.WRANGLER_SEND_METRICS = "false";
process.env.WRANGLER_HIDE_BANNER = "true";
process.env.WRANGLER_LOG ??= "warn";

/** Of errors whose message is for people: the second one is that of editions/parse.ts. */
const expectedNames = ["Stop", "WrongEdition"];

const [script] = process.argv.splice(2, 1);
try {
	requireNode();
	refuseSwallowedFlags(process.env);
	await installDependencies();
	const { register } = await import("tsx/esm/api");
	register();
	await import(`./${script}.ts`);
} catch (error) {
	const isExpected = error instanceof Error && expectedNames.includes(error.name);
	if (error instanceof Error && isWrongUse(error)) console.error(`\n${inShort(error)}\n`);
	else console.error(isExpected ? `\n${error.message}\n` : error);
	process.exit(1);
}

/**
 * Whether the script does not have such arguments.
 * @param {Error & { code?: unknown }} error
 */
function isWrongUse({ code }) {
	return typeof code === "string" && code.startsWith("ERR_PARSE_ARGS");
}

/**
 * What Node says of wrong arguments, without its advice for arguments that begin with a dash: no script has any.
 * @param {Error} error
 */
function inShort({ message }) {
	return `${message.replace(/\.?( To specify .*)?$/s, "")}. docs/operations.md says what each command takes.`;
}
