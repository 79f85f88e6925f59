import { mkdirSync, rmSync } from "node:fs";
import { buildWhenStale } from "./lib/build";
import { provideChromium } from "./lib/chromium";
import { run, runInstalled } from "./lib/command.mjs";
import { inProject } from "./lib/paths.mjs";
import { takeSteps } from "./lib/steps";
import { readReport, type Tally, tallyOfPlaywright, tallyOfStep } from "./lib/tally";
import { runVitest } from "./lib/vitest";
import { freePortFrom } from "./local/ports";

/* `npm test`: every check there is, one after the other, and how many of them passed. */

const reports = inProject(".cache/test");

async function check(file: string, ...parameters: string[]): Promise<Tally> {
	return tallyOfStep((await runInstalled(file, parameters)).code);
}

async function script(name: string, ...parameters: string[]): Promise<Tally> {
	return tallyOfStep((await run(process.execPath, ["scripts/run.mjs", name, ...parameters])).code);
}

async function build(): Promise<Tally> {
	await buildWhenStale();
	return tallyOfStep(0);
}

async function journeys(): Promise<Tally> {
	await provideChromium();
	const report = `${reports}/playwright.json`;
	const { code } = await runInstalled("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
		env: {
			JOURNEYS_PORT: String(await freePortFrom(8797, 2)),
			PLAYWRIGHT_JSON_OUTPUT_FILE: report,
		},
	});
	return tallyOfPlaywright(readReport(report), code);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
await takeSteps([
	["Format and lint", () => check("@biomejs/biome/bin/biome", "check", ".")],
	["Types", () => check("typescript/bin/tsc", "--noEmit")],
	["Migrations", () => script("check-migrations")],
	["Build", build],
	["Deployment (dry run)", () => script("deploy", "--dry-run")],
	["Tests in workerd and Node", () => runVitest()],
	["Journeys in the browser", journeys],
]);
