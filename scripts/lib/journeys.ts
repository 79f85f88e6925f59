import { rmSync } from "node:fs";
import { freePortFrom } from "../local/ports";
import { provideChromium } from "./chromium";
import { runInstalled } from "./command.mjs";
import { inProject } from "./paths.mjs";
import type { Print } from "./steps";
import { readReport, type Tally, tallyOfPlaywright } from "./tally";

const journeysReport = inProject(".cache/test/playwright.json");

/**
 * Runs the journeys in the browser.
 * @param parameters of Playwright, such as parts of the paths of some journeys; all without any
 */
export async function runJourneys(
	print: Print,
	parameters: readonly string[] = [],
	env: Record<string, string> = {},
): Promise<Tally> {
	rmSync(journeysReport, { force: true });
	await provideChromium(print);
	const { code } = await runInstalled(
		"@playwright/test/cli.js",
		["test", ...parameters, "--reporter=list,json"],
		{
			env: {
				...env,
				JOURNEYS_PORT: String(await freePortFrom(8797, 2)),
				PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport,
			},
			print,
		},
	);
	return tallyOfPlaywright(readReport(journeysReport), code);
}
