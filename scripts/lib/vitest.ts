import { rmSync } from "node:fs";
import { runInstalled } from "./command.mjs";
import { inProject } from "./paths.mjs";
import type { Print } from "./steps";
import { readReport, type Tally, tallyOfVitest } from "./tally";

/**
 * Runs tests of vitest.
 * @param name of the report, so that two runs may stand side by side
 * @param parameters of vitest: a project or a configuration, parts of the paths of some files
 */
export async function runVitest(
	print: Print,
	name: string,
	parameters: readonly string[],
	env: Record<string, string> = {},
): Promise<Tally> {
	const report = inProject(`.cache/test/${name}.json`);
	rmSync(report, { force: true });
	const { code, output } = await runInstalled(
		"vitest/vitest.mjs",
		[
			"run",
			...parameters,
			"--silent=passed-only",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report}`,
		],
		{ env, print },
	);
	return tallyOfVitest(readReport(report), code, output);
}
