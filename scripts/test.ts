import { mkdirSync, rmSync } from "node:fs";
import { buildWhenStale } from "./lib/build";
import { provideChromium } from "./lib/chromium";
import { run, runInstalled } from "./lib/command.mjs";
import { inProject } from "./lib/paths.mjs";
import { readReport, sumOf, type Tally, tallyOfPlaywright, tallyOfStep, tallyOfVitest } from "./lib/tally";
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

async function vitest(): Promise<Tally> {
	const report = `${reports}/vitest.json`;
	const { code } = await runInstalled("vitest/vitest.mjs", [
		"run",
		"--silent=passed-only",
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${report}`,
	]);
	return tallyOfVitest(readReport(report), code);
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

const steps: readonly (readonly [title: string, step: () => Promise<Tally>])[] = [
	["Format and lint", () => check("@biomejs/biome/bin/biome", "check", ".")],
	["Types", () => check("typescript/bin/tsc", "--noEmit")],
	["Migrations", () => script("check-migrations")],
	["Build", build],
	["Deployment (dry run)", () => script("deploy", "--dry-run")],
	["Tests in workerd and Node", vitest],
	["Journeys in the browser", journeys],
];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
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
