import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { buildWhenStale } from "./build";
import { run, runInstalled } from "./command.mjs";
import { runJourneys } from "./journeys";
import { type Print, type Step, takeSteps } from "./steps";
import { type Tally, tallyOfStep } from "./tally";
import { runVitest } from "./vitest";

const memory = "/dev/shm";
/** Bytes: four times what a run of the tests takes. */
const room = 1e9;

/** Where temporary files are written quickest: in memory, where that is a folder with room. A database there waits for no disk. */
function quickestFolder(): string {
	if (!existsSync(memory)) return tmpdir();
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize > room ? memory : tmpdir();
}

async function check(print: Print, file: string, ...parameters: string[]): Promise<Tally> {
	return tallyOfStep((await runInstalled(file, parameters, { print })).code);
}

async function script(print: Print, name: string, ...parameters: string[]): Promise<Tally> {
	return tallyOfStep((await run(process.execPath, ["scripts/run.mjs", name, ...parameters], { print })).code);
}

async function build(): Promise<Tally> {
	await buildWhenStale();
	return tallyOfStep(0);
}

const types: Step = ["Types", (print) => check(print, "typescript/bin/tsc", "--noEmit", "--checkers", "1")];
const unit: Step = [
	"Tests of functions",
	(print) => runVitest(print, "unit", ["-c", "vitest.unit.config.ts"]),
];
const workers: Step = [
	"Tests in workerd and of commands",
	(print) => runVitest(print, "workers", ["--project", "workers", "--project", "system"]),
];
const journeys: Step = ["Journeys in the browser", (print) => runJourneys(print)];

/**
 * Every check there is. Side by side come what needs no build, and then what needs it: the build leaves a core idle, a journey waits for a
 * quarter of its time, and the tests of vitest for their databases and processes.
 */
export async function wholeRun(print?: Print): Promise<Tally> {
	process.env.TMPDIR = quickestFolder();
	return takeSteps(
		[
			[
				["Format and lint", (print) => check(print, "@biomejs/biome/bin/biome", "check", ".")],
				["Migrations", (print) => script(print, "check-migrations")],
				["Build", build],
				unit,
			],
			[types, workers, journeys],
		],
		print,
	);
}
