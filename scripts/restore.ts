import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { placesOf, restore } from "./backup/backup";
import { openLocalStorage, remoteStorage } from "./backup/storage";
import { editionOfArgument } from "./lib/edition-argument";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";

/* `npm run restore -- <folder of a backup> [--edition <year>] [--remote]`: restores a backup into empty databases. */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [given] = positionals;
if (!given || positionals.length > 1) {
	throw new Stop("Usage: npm run restore -- <folder of a backup> [--edition <year>] [--remote]");
}
const [folder, stamp] = [dirname(resolve(given)), basename(resolve(given))];
const wanted = values.edition === undefined ? editions : [editionOfArgument(values.edition)];
const chosen = wanted.filter(({ year }) => existsSync(placesOf(folder, stamp).database(year, "schema")));
if (chosen.length === 0)
	throw new Stop(`${given} holds no database of ${wanted.map(({ year }) => year).join(", ")}.`);

const local = values.remote ? null : await openLocalStorage(inProject("wrangler.toml"));
const damaged: string[] = [];
try {
	for (const { year } of chosen) {
		const done = await restore(local ?? remoteStorage(), year, folder, stamp);
		console.log(`${year}: database, ${done.files} files`);
		damaged.push(...done.damaged);
	}
} catch (error) {
	throw error instanceof Error && !(error instanceof Stop) ? new Stop(error.message) : error;
} finally {
	await local?.close();
}
if (damaged.length > 0) throw new Stop(`Not in the backup or damaged there:\n${damaged.join("\n")}`);
