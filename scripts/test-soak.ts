import { buildWhenStale } from "./lib/build";
import { runJourneys } from "./lib/journeys";
import { leaveNothing } from "./lib/leave-nothing";
import { takeSteps } from "./lib/steps";
import { type Tally, tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";

/*
 * `npm run test:soak`: repeats in full what `npm test` repeats a tenth as often, goes through all combinations where `npm test` goes
 * through some, and runs units and integration with another edition. Then it takes times, with nothing else running beside: of logins,
 * and of the most expensive requests.
 */

const often = [
	"integration/fuzz",
	"integration/pictures",
	"integration/random-reads",
	"system/kill",
	"unit/igc-refuse",
	"unit/second-scorer",
	"unit/task-files-out",
];
const combined = ["every-page", "text-size", "targets", "competitor", "random-line", "three-at-the-desk"];
const costs = ["request-cost", "scoring-cost", "hostile-logs", "near-flights", "zip-cost", "class-again"];
const played = ["soak/competition"];
const configured = ["soak/changed-edition"];
const timed = ["login-timing", ...costs].map((name) => `soak/${name}`);
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
		[["Fuzzing, random reads and kills in full", (print) => runVitest(print, "often", often, inFull)]],
		[["Pages, entries and a bad line in full", (print) => runJourneys(print, combined, inFull)]],
		[["A played day", (print) => runJourneys(print, ["played-day"], lastLight)]],
		[["A competition from entry to medals", (print) => runVitest(print, "played", played, inFull)]],
		[["Other values of an edition", (print) => runVitest(print, "configured", configured, inFull)]],
		[["Times of logins, costs of requests", (print) => runVitest(print, "timed", timed, inFull)]],
	]);
	process.exitCode = failures.length === 0 ? 0 : 1;
});
