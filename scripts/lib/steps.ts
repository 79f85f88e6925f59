import { sumOf, type Tally, tallyOfStep } from "./tally";

export type Print = (text: string) => unknown;

export type Step = readonly [title: string, take: (print: Print) => Promise<Tally>];

/**
 * Takes the steps of a group side by side and the groups one after the other, even when a step has failed. Prints their output in their
 * order, at the end what failed, and last how many checks passed.
 */
export async function takeSteps(
	groups: readonly (readonly Step[])[],
	print: Print = (text) => process.stdout.write(text),
): Promise<Tally> {
	const tallies: Tally[] = [];
	for (const group of groups) tallies.push(...(await takeTogether(group, print)));
	const sum = sumOf(tallies);
	if (sum.failures.length > 0) print(`\n=== What failed ===\n\n${sum.failures.join("\n")}\n`);
	print(`\n${sum.passed} passed, ${sum.failures.length} failed\n`);
	return sum;
}

/** The output of the first step is printed as it comes, that of each other one when the steps before it have ended. */
async function takeTogether(steps: readonly Step[], print: Print): Promise<Tally[]> {
	const running = steps.map((step) => {
		const output = heldOutput(print);
		return { release: output.release, tally: take(step, output.print) };
	});
	const tallies: Tally[] = [];
	for (const { release, tally } of running) {
		release();
		tallies.push(await tally);
	}
	return tallies;
}

async function take([title, step]: Step, print: Print): Promise<Tally> {
	print(`\n=== ${title} ===\n\n`);
	const { passed, failures } = await step(print).catch((error: unknown) => {
		print(`${textOf(error)}\n`);
		return tallyOfStep(1);
	});
	if (failures.length > 0) print(`\n!!! ${title}: ${failures.length} failed\n`);
	return { passed, failures: failures.map((failure) => `${title}: ${failure}`) };
}

function textOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.name === "Stop" ? error.message : String(error.stack);
}

/** Keeps what is printed until it is released, and from then on lets it through. */
function heldOutput(print: Print): { readonly print: Print; readonly release: () => void } {
	let held: string[] | null = [];
	return {
		print: (text) => {
			if (held) held.push(text);
			else print(text);
		},
		release: () => {
			for (const text of held ?? []) print(text);
			held = null;
		},
	};
}
