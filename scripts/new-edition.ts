import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { newestEdition } from "~editions/index";
import {
	editionFile,
	editionList,
	expectedEditions,
	wranglerConfiguration,
	yearComplaint,
} from "./lib/new-edition";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";

/* `npm run edition:new -- <year> [--practice]`: writes the files of a new edition, or of a year to practise with. */

const { values, positionals } = parseArgs({
	options: { practice: { type: "boolean", default: false } },
	allowPositionals: true,
});
const year = Number(positionals[0]);
if (!Number.isInteger(year) || positionals.length > 1)
	throw new Stop("Usage: npm run edition:new -- <year> [--practice]");
const complaint = yearComplaint(year, newestEdition.year, values.practice);
if (complaint) throw new Stop(complaint);

const before = newestEdition.year;
const file = `editions/${year}.ts`;
if (existsSync(inProject(file))) throw new Stop(`${file} is there already.`);

const changes = [
	[file, editionFile(read(`editions/${before}.ts`), newestEdition, year, values.practice)],
	["editions/index.ts", editionList(read("editions/index.ts"), year)],
	["wrangler.toml", wranglerConfiguration(read("wrangler.toml"), before, year)],
	["test/unit/editions.test.ts", expectedEditions(read("test/unit/editions.test.ts"), newestEdition, year)],
] as const;

for (const [path, text] of changes) {
	if (!text.includes(String(year))) throw new Stop(`${path} looks unfamiliar: nothing was written.`);
}
for (const [path, text] of changes) writeFileSync(inProject(path), text);

console.log(`Written:

${changes.map(([path]) => `  ${path}`).join("\n")}

Now look through ${file}: its dates are guessed, all else is that of ${before}. Dates stand in the test, too.
Then \`npm test\`, \`npm start\` and, when all is well, \`npm run deploy\`; "${values.practice ? "A practice year" : "The next year"}" in docs/operations.md tells the rest.`);

function read(path: string): string {
	return readFileSync(inProject(path), "utf8");
}
