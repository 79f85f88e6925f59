import { sumOf, type Tally, tallyOfStep } from "./tally";

export type Step = readonly [title: string, step: () => Promise<Tally>];

/** Takes all steps one after the other, even when one has failed, and prints at the end how many checks passed. */
export async function takeSteps(steps: readonly Step[]): Promise<void> {
	const tallies: Tally[] = [];
	for (const [title, step] of steps) {
		console.log(`\n=== ${title} ===\n`);
		const tally = await step().catch((error: unknown) => {
			console.error(error instanceof Error && error.name === "Stop" ? error.message : error);
			return tallyOfStep(1);
		});
		if (tally.failed > 0) console.log(`\n!!! ${title}: ${tally.failed} failed`);
		tallies.push(tally);
	}
	const { passed, failed } = sumOf(tallies);
	console.log(`\n${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}
