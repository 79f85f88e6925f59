import { buildWhenStale } from "./lib/build";
import { takeSteps } from "./lib/steps";
import { tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";

/*
 * `npm run test:soak`: in full what `npm test` does a tenth of, because doing it often is what makes it sure, and the comparison of times,
 * for which nothing else may run.
 */

const often = ["integration/fuzz", "integration/random-reads", "system/kill"];
const timed = ["soak/login-timing"];
const inFull = { SOAK: "1" };

await takeSteps([
	[
		"Build",
		async () => {
			await buildWhenStale();
			return tallyOfStep(0);
		},
	],
	["Fuzzing, random reads and kills in full", () => runVitest(often, inFull)],
	["Times of logins", () => runVitest(timed, inFull)],
]);
