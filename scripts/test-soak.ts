import { buildWhenStale } from "./lib/build";
import { takeSteps } from "./lib/steps";
import { tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";

/*
 * `npm run test:soak`: repeats in full what `npm test` repeats a tenth as often, and then compares the times of logins, with nothing
 * else running beside.
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
