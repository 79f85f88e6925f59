import { rmSync } from "node:fs";
import { runInstalled } from "./command.mjs";
import { inProject } from "./paths.mjs";
import type { Print } from "./steps";
import { readReport, type Tally, tallyOfVitest } from "./tally";

const report = inProject(".cache/test/vitest.json");

/**
 * Runs the tests of vitest.
 * @param files parts of their paths; all without any
 */
export async function runVitest(
	print: Print,
	files: readonly string[] = [],
	env: Record<string, string> = {},
): Promise<Tally> {
	rmSync(report, { force: true });
	const { code } = await runInstalled(
		"vitest/vitest.mjs",
		[
			"run",
			...files,
			"--silent=passed-only",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report}`,
		],
		{ env, print },
	);
	return tallyOfVitest(readReport(report), code);
}
