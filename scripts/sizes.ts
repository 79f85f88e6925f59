import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "./lib/paths.mjs";

/* `npm run sizes`: reports how large the source is. No test holds these counts, as a limit that a test holds is met by padding. */

function textsOf(folder: string, name: RegExp): string[] {
	return readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
		.filter((path) => name.test(path))
		.map((path) => readFileSync(inProject(`${folder}/${path}`), "utf8"));
}

const linesOf = (text: string) => text.split("\n").length - 1;
const sum = (texts: readonly string[]) => texts.reduce((lines, text) => lines + linesOf(text), 0);

/** A utility such as `w-[3px]`. What stands before a colon is a variant: it chooses an element and is no value. */
const arbitraryValue = /(?<=[\s"'`:!])-?[a-z][a-z-]*-\[[^\]\s]+\](?!(?:\/[\w-]+)?:)/g;

const app = textsOf("app", /\.tsx?$/);
const sizes = {
	"app, lines of TypeScript": sum(app),
	"app, files of TypeScript": app.length,
	"app, files under 25 lines": app.filter((text) => linesOf(text) < 25).length,
	"app, lines of CSS": sum(textsOf("app", /\.css$/)),
	"app, arbitrary values of Tailwind": app.flatMap((text) => text.match(arbitraryValue) ?? []).length,
	"test, lines of TypeScript": sum(textsOf("test", /\.tsx?$/)),
};
for (const [what, count] of Object.entries(sizes))
	console.log(`${count.toLocaleString("en").padStart(8)}  ${what}`);
