import { readdirSync, readFileSync } from "node:fs";
import { buildWhenStale } from "./lib/build";
import { runJourneys } from "./lib/journeys";
import { leaveNothing } from "./lib/leave-nothing";
import { inProject } from "./lib/paths.mjs";
import { takeSteps } from "./lib/steps";
import { type Tally, tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";

/*
 * `npm run test:soak`: repeats in full what `npm test` repeats a tenth as often, goes through all combinations where `npm test` goes
 * through some, and runs units and integration with another edition. Then it takes times, with nothing else running beside: of logins,
 * of the most expensive requests, and of a server under load.
 */

/** Paths below test of the files whose text is so, by which vitest and the journeys find them. */
function testsIn(folders: RegExp, text: RegExp): string[] {
	return readdirSync(inProject("test"), { recursive: true, encoding: "utf8" })
		.filter((path) => folders.test(path) && path.endsWith(".test.ts"))
		.filter((path) => text.test(readFileSync(inProject(`test/${path}`), "utf8")))
		.sort();
}

const often = testsIn(/^(unit|integration|permissions|system)\//, /\bscaled\(|inject\("soak"\)/);
const combined = testsIn(/^e2e\//, /from "\.\/soak"/);
const played = ["soak/competition", "soak/deployment"];
const configured = ["soak/changed-edition"];
const served = ["soak/serve-load"];
const timed = testsIn(/^soak\//, /./).filter(
	(path) => ![...played, ...configured, ...served].includes(path.replace(".test.ts", "")),
);
const inFull = { SOAK: "1" };
/** An hour before sunset, on the day after the one on which the demo lives. */
const lastLight = { JOURNEYS_CLOCK: "2025-07-18T18:40:00Z" };

async function build(): Promise<Tally> {
	await buildWhenStale();
	return tallyOfStep(0);
}

await leaveNothing(async () => {
	const { failures } = await takeSteps([
		[["Build", build]],
		[
			[
				"Fuzzing, random reads, backups and kills in full",
				(print) => runVitest(print, "often", often, inFull),
			],
		],
		[["Pages, entries and a bad line in full", (print) => runJourneys(print, combined, inFull)]],
		[["A played day", (print) => runJourneys(print, ["played-day"], lastLight)]],
		[
			[
				"A competition from entry to medals, a deployment and the way back",
				(print) => runVitest(print, "played", played, inFull),
			],
		],
		[["Other values of an edition", (print) => runVitest(print, "configured", configured, inFull)]],
		[["An hour of a served flying day", (print) => runVitest(print, "served", served, inFull)]],
		[
			[
				"Times of logins, costs of requests",
				// One after the other: what is timed has the machine for itself.
				(print) => runVitest(print, "timed", [...timed, "--no-file-parallelism"], inFull),
			],
		],
	]);
	process.exitCode = failures.length === 0 ? 0 : 1;
});
