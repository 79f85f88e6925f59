import { Worker } from "node:worker_threads";
import { run } from "./lib/command.mjs";
import { firstStart } from "./lib/first-start";
import { runJourneys } from "./lib/journeys";
import { leaveNothing } from "./lib/leave-nothing";
import { inProject } from "./lib/paths.mjs";
import { readRuns, sumsOf, withRun, writeRuns } from "./lib/repeated-runs";
import type { Print } from "./lib/steps";
import { Stop } from "./lib/stop.mjs";
import type { Tally } from "./lib/tally";
import { wholeRun } from "./lib/whole-run";

/*
 * `npm run test:repeat -- <way> <times> [parameters of Playwright]`: repeats what must never fail, in one of these ways, and adds each run
 * to test/repeated-runs.json, over as many sittings as it takes. With the name of a file, or with `-g` and that of a journey, it repeats
 * these journeys alone.
 */

type Way = (print: Print, parameters: readonly string[]) => Promise<string[]>;

const print: Print = (text) => process.stdout.write(text);
const listPath = "test/repeated-runs.json";
const list = inProject(listPath);

/** File and title of each check that failed. */
function titlesOf({ failures }: Tally): string[] {
	return failures.map((failure) => failure.split("\n")[0] ?? failure);
}

/** Keeps both processors of a small machine busy. */
async function besideBusyLoops<T>(work: () => Promise<T>): Promise<T> {
	const loops = [1, 2].map(() => new Worker("for (;;);", { eval: true }));
	try {
		return await work();
	} finally {
		await Promise.all(loops.map((loop) => loop.terminate()));
	}
}

const ways: Readonly<Record<string, Way>> = {
	/** The journeys one after the other, beside two busy loops. */
	loaded: (print, parameters) =>
		besideBusyLoops(async () => titlesOf(await runJourneys(print, ["--workers=1", ...parameters]))),
	/** The journeys one after the other, half of the answers late by up to 700 ms. */
	delayed: async (print, parameters) =>
		titlesOf(await runJourneys(print, ["--workers=1", ...parameters], { JOURNEYS_DELAY: "700" })),
	/** All of `npm test`. */
	whole: async (print) => titlesOf(await wholeRun(print)),
	/** `npm start` on a fresh clone, beside two busy loops. */
	starts: (print) => besideBusyLoops(() => firstStart(print)),
};

async function currentCommit(): Promise<string> {
	const { answer } = await run("git", ["rev-parse", "--short", "HEAD"], { quiet: true });
	const changes = await run("git", ["diff", "--quiet", "HEAD", "--", ".", `:!${listPath}`], { quiet: true });
	return answer.trim() + (changes.code === 0 ? "" : " with changes");
}

const [name = "", times = "", ...parameters] = process.argv.slice(2);
const way = ways[name];
if (!way || !(Number(times) > 0))
	throw new Stop(
		`Usage: npm run test:repeat -- ${Object.keys(ways).join("|")} <times> [parameters of Playwright]`,
	);
const commit = await currentCommit();
await leaveNothing(async () => {
	for (let done = 0; done < Number(times); done++) {
		const failed = await way(print, parameters);
		writeRuns(list, withRun(readRuns(list), [name, ...parameters].join(" "), commit, failed));
		if (failed.length > 0) process.exitCode = 1;
	}
});
print(`\n${sumsOf(readRuns(list))}`);
