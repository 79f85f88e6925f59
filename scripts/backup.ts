import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { requireOnePlace } from "./admin/where";
import { backUp, hasTables } from "./backup/backup";
import { openLocalStorage, openRemoteStorage } from "./backup/storage";
import { requireNoCompetition } from "./deploy/require-no-competition";
import { requireEdition } from "./lib/edition-argument";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { configOf, existingPlace } from "./serve/served-place";

/*
 * `npm run backup [-- --remote | --data <folder>] [--edition <year>] [--to <folder>]`: backs up databases and files. On a competition
 * day a remote one needs `--on-competition-day`.
 */

const { values } = parseArgs({
	options: {
		data: { type: "string" },
		edition: { type: "string" },
		remote: { type: "boolean", default: false },
		"on-competition-day": { type: "boolean", default: false },
		to: { type: "string", default: inProject("backups") },
	},
});
requireOnePlace(values);
const chosen = values.edition === undefined ? editions : [requireEdition(values.edition)];
const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
const storage = await (values.remote
	? openRemoteStorage()
	: openLocalStorage(configOf(values.data, existingPlace)));
const damaged: string[] = [];
let backedUp = 0;
try {
	if (values.remote) await requireNoCompetition(chosen, values["on-competition-day"], storage.query);
	for (const { year } of chosen) {
		if (!(await hasTables(storage, year))) {
			console.log(`${year}: no database or an empty one, nothing to back up`);
			continue;
		}
		const done = await backUp(storage, year, values.to, stamp);
		backedUp += 1;
		console.log(`${year}: database, ${done.files} files (${done.fetched} new)`);
		damaged.push(...done.damaged);
	}
} finally {
	await storage.close();
}
if (backedUp === 0) throw new Stop("Nothing was backed up.");
console.log(`\n${values.to}/${stamp}`);
if (damaged.length > 0) throw new Stop(`Missing in the bucket or damaged:\n${damaged.join("\n")}`);
