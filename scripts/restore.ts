import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { requireOnePlace } from "./admin/where";
import { placesOf, restore } from "./backup/backup";
import { rehearse } from "./backup/rehearse";
import { openLocalScratch, openRemoteScratch } from "./backup/scratch";
import { openLocalStorage, openRemoteStorage } from "./backup/storage";
import { wordsAfter } from "./backup/words-after";
import { requireEdition } from "./lib/edition-argument";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { makePlace } from "./serve/served-place";

/*
 * `npm run restore -- <folder of a backup> [--edition <year>] [--remote | --data <folder>] [--rehearse]`: restores a backup into empty databases. A rehearsal
 * restores it into databases beside, compares, and removes them.
 */

const usage =
	"Usage: npm run restore -- <folder of a backup> [--edition <year>] [--remote | --data <folder>] [--rehearse]";
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		data: { type: "string" },
		edition: { type: "string" },
		remote: { type: "boolean", default: false },
		rehearse: { type: "boolean", default: false },
	},
});
const [given] = positionals;
if (!given || positionals.length > 1) throw new Stop(usage);
requireOnePlace(values);
const [folder, stamp] = [dirname(resolve(given)), basename(resolve(given))];
const wanted = values.edition === undefined ? editions : [requireEdition(values.edition)];
const chosen = wanted.filter(({ year }) => existsSync(placesOf(folder, stamp).database(year, "schema")));
if (chosen.length === 0)
	throw new Stop(`${given} holds no database of ${wanted.map(({ year }) => year).join(", ")}.`);
const years = chosen.map(({ year }) => year);

const complaints = await (values.rehearse ? rehearseAll() : restoreAll()).catch((error: unknown) => {
	throw error instanceof Error && !(error instanceof Stop) ? new Stop(error.message) : error;
});
if (complaints.length > 0) throw new Stop(complaints.join("\n"));

async function restoreAll(): Promise<readonly string[]> {
	const place = values.data === undefined ? null : makePlace(values.data);
	const storage = await (values.remote
		? openRemoteStorage()
		: openLocalStorage(place?.config ?? inProject("wrangler.toml")));
	const damaged: string[] = [];
	try {
		for (const year of years) {
			const done = await restore(storage, year, folder, stamp);
			console.log(`${year}: database, ${done.files} files`);
			damaged.push(...done.damaged);
		}
		for (const words of await wordsAfter(storage, place, years)) console.log(words);
	} finally {
		await storage.close();
	}
	return damaged.map((key) => `Not in the backup or damaged there: ${key}`);
}

async function rehearseAll(): Promise<readonly string[]> {
	const storage = await (values.remote ? openRemoteScratch(years) : openLocalScratch());
	const differences: string[] = [];
	try {
		for (const year of years) {
			const startedAt = performance.now();
			const { rows, days, sealed, files, complaints } = await rehearse(storage, year, folder, stamp);
			const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
			console.log(
				`${year}: ${rows} rows, points of ${days} days, ${sealed} sealed rows of the audit log, ${files} files; restored and compared in ${seconds} s`,
			);
			differences.push(...complaints.map((complaint) => `${year}: ${complaint}`));
		}
	} finally {
		await storage.close();
	}
	if (differences.length === 0) console.log("What would be restored is what was backed up.");
	return differences;
}
