import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { backUp, hasTables } from "./backup/backup";
import { openLocalStorage, openRemoteStorage } from "./backup/storage";
import { requireNoCompetition } from "./deploy/require-no-competition";
import { editionOfArgument } from "./lib/edition-argument";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";

/*
 * `npm run backup [-- --remote] [--edition <year>] [--to <folder>]`: backs up databases and files. On a competition day a remote one needs
 * `--on-competition-day`.
 */

const { values } = parseArgs({
	options: {
		edition: { type: "string" },
		remote: { type: "boolean", default: false },
		"on-competition-day": { type: "boolean", default: false },
		to: { type: "string", default: inProject("backups") },
	},
});
const chosen =
	values.edition === undefined
		? editions
		: [await editionOfArgument(values.edition, values.remote ? "remote" : "local")];
if (values.remote) await requireNoCompetition(chosen, values["on-competition-day"]);
const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
const storage = await (values.remote ? openRemoteStorage() : openLocalStorage(inProject("wrangler.toml")));
const damaged: string[] = [];
let backedUp = 0;
try {
	for (const { year } of chosen) {
		if (!(await hasTables(storage, year))) {
			console.log(`${year}: an empty database, nothing to back up`);
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
