import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { buildWhenStale } from "./lib/build";
import { run, runInstalled } from "./lib/command.mjs";
import { runJourneys } from "./lib/journeys";
import { leaveNothing } from "./lib/leave-nothing";
import { type Print, type Step, takeSteps } from "./lib/steps";
import { type Tally, tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";

const memory = "/dev/shm";
/** Bytes: four times what a run of the tests takes. */
const room = 1e9;

/** Where temporary files are written quickest: in memory, where that is a folder with room. A database there waits for no disk. */
function quickestFolder(): string {
	if (!existsSync(memory)) return tmpdir();
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize > room ? memory : tmpdir();
}

/*
 * `npm test`: every check there is, and how many of them passed. Side by side come what needs no build, and then what needs it: the build
 * leaves a core idle, a journey waits for a quarter of its time, and the tests of vitest for their databases and processes.
 */

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

process.env.TMPDIR = quickestFolder();
await leaveNothing(async () => {
	const { failed } = await takeSteps([
		[
			["Format and lint", (print) => check(print, "@biomejs/biome/bin/biome", "check", ".")],
			["Migrations", (print) => script(print, "check-migrations")],
			["Build", build],
			unit,
		],
		[types, workers, journeys],
	]);
	process.exitCode = failed === 0 ? 0 : 1;
});
