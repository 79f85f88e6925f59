import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { hasTables } from "./backup/backup";
import { openLocalStorage, openRemoteStorage } from "./backup/storage";
import { requireNoCompetition } from "./deploy/require-no-competition";
import { requireEdition } from "./lib/edition-argument";
import { Stop } from "./lib/stop.mjs";
import { indexFiles } from "./move-in/file-index";
import { workedQuery } from "./move-in/finish-move";
import { moveIn } from "./move-in/move-in";
import { openDump } from "./move-in/open-dump";
import { sumLine } from "./move-in/tally";
import { asSet, type SettingRow, settingsQuery } from "./reference/set-edition";
import { configOf, existingPlace } from "./serve/served-place";

/*
 * `npm run move-in -- <folder> --edition <year> [--files <folder>] [--remote | --data <folder>] [--dry-run] [--organisers] [--into-used]`:
 * takes over an edition of the old site from what mongodump or mongoexport has written. May be repeated.
 */

// A dump is larger than the memory: what was read is given back early, though that takes longer.
setFlagsFromString("--optimize-for-size");

const usage =
	"Usage: npm run move-in -- <folder of a dump> --edition <year> [--files <folder>] [--remote | --data <folder>] [--dry-run] [--organisers] [--into-used]";
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		edition: { type: "string" },
		files: { type: "string" },
		data: { type: "string" },
		remote: { type: "boolean", default: false },
		"dry-run": { type: "boolean", default: false },
		organisers: { type: "boolean", default: false },
		"into-used": { type: "boolean", default: false },
		"on-competition-day": { type: "boolean", default: false },
	},
});
const [given, ...others] = positionals;
if (given === undefined || others.length > 0 || values.edition === undefined) throw new Stop(usage);
const file = requireEdition(values.edition);
const dump = await openDump(given);
const files = values.files === undefined ? null : indexFiles(values.files);
const storage = await (values.remote
	? openRemoteStorage()
	: openLocalStorage(configOf(values.data, existingPlace)));
try {
	const { year, title } = file;
	if (values.remote) await requireNoCompetition([file], values["on-competition-day"], storage.query);
	if (!(await hasTables(storage, year)))
		throw new Stop(
			`The database of ${year} is empty: deploy, or start the server once, so that it has its tables.`,
		);
	const [state] = await storage.query(year, workedQuery);
	if (state?.worked === 1 && !values["into-used"])
		throw new Stop(
			`Somebody has worked in ${title}, or it holds other accounts. With --into-used the dump is taken over beside that; what was changed here stays.`,
		);
	const rows = (await storage.query(year, settingsQuery)) as unknown as readonly SettingRow[];
	const dryRun = values["dry-run"];
	const tallies = await moveIn({
		storage,
		edition: asSet(file, rows),
		dump,
		files,
		organisers: values.organisers,
		dryRun,
		now: new Date(),
		leftovers: join(given, `leftovers-${year}.jsonl`),
		print: console.log,
	});
	console.log(
		dryRun ? `\nNothing was written: this was a dry run of ${title}.` : `\nStored. ${sumLine(tallies)}`,
	);
} finally {
	await storage.close();
}
