import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { pastYears } from "~editions/past-years";
import {
	editionFile,
	editionList,
	pastYearsWith,
	wranglerConfiguration,
	yearComplaint,
} from "./lib/new-edition";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";

/*
 * `npm run edition:new -- <year> [--practice]`: writes the files of a new edition, or of a year to practise with. A new edition is
 * a draft until its organisers open it; the values of the one before become a row of editions/past-years.ts, while it goes on.
 */

const { values, positionals } = parseArgs({
	options: { practice: { type: "boolean", default: false } },
	allowPositionals: true,
});
// A draft is a year as well: another one may be prepared after it.
const lastYear = editions.findLast(({ practice }) => !practice) ?? editions[0];
const year = Number(positionals[0]);
if (!Number.isInteger(year) || positionals.length > 1)
	throw new Stop("Usage: npm run edition:new -- <year> [--practice]");
const complaint = yearComplaint(year, lastYear.year, values.practice);
if (complaint) throw new Stop(complaint);

const before = lastYear.year;
const file = `editions/${year}.ts`;
const closing = `editions/${before}.ts`;
if (existsSync(inProject(file))) throw new Stop(`${file} is there already.`);

const changes = [
	[file, year, editionFile(read(closing), lastYear, year, values.practice ? "practice" : "startsAsDraft")],
	["editions/index.ts", year, editionList(read("editions/index.ts"), before, year, values.practice)],
	["wrangler.toml", year, wranglerConfiguration(read("wrangler.toml"), before, year)],
	...(values.practice ? [] : [closedYear()]),
] as const;

for (const [path, named, text] of changes) {
	if (!text.includes(String(named))) throw new Stop(`${path} looks unfamiliar: nothing was written.`);
}
for (const [path, , text] of changes) writeFileSync(inProject(path), formatted(path, text));
if (!values.practice) rmSync(inProject(closing));

console.log(`Written:

${changes.map(([path]) => `  ${path}`).join("\n")}
${values.practice ? "" : `\n${closing} is gone: its values are a row of editions/past-years.ts.\n`}
Now look through ${file}: its dates are guessed, all else is that of ${before}.
Then \`npm test\`, \`npm start\` and, when all is well, \`npm run deploy\`; "${values.practice ? "A practice year" : "The next year"}" in docs/operations.md tells the rest.`);

function read(path: string): string {
	return readFileSync(inProject(path), "utf8");
}

/** The change that keeps what the closing year has been played with. */
function closedYear() {
	const path = "editions/past-years.ts";
	return [path, before, pastYearsWith(read(path), lastYear, pastYears.at(-1))] as const;
}

/** A text as `npm test` wants it; other than code, it is so already. */
function formatted(path: string, text: string): string {
	if (!path.endsWith(".ts")) return text;
	const biome = inProject("node_modules/@biomejs/biome/bin/biome");
	const { status, stdout } = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], {
		input: text,
		encoding: "utf8",
	});
	if (status !== 0) throw new Stop(`${path} could not be formatted.`);
	return stdout;
}
