import { join } from "node:path";
import { parseArgs } from "node:util";
import { requireOnePlace } from "../admin/where";
import { hasTables } from "../backup/backup";
import { openLocalStorage, openRemoteStorage } from "../backup/storage";
import { requireNoCompetition } from "../deploy/require-no-competition";
import { requireEdition } from "../lib/edition-argument";
import { Stop } from "../lib/stop.mjs";
import { asSet, type SettingRow, settingsQuery } from "../reference/set-edition";
import { configOf, existingPlace } from "../serve/served-place";
import { indexFiles } from "./file-index";
import { workedQuery } from "./finish-move";
import { moveIn } from "./move-in";
import { openDump } from "./open-dump";
import { sumLine } from "./tally";

const usage =
	"Usage: npm run move-in -- <folder of a dump> --edition <year> [--files <folder>] [--remote | --data <folder>] [--dry-run] [--organisers] [--into-used]";

const options = {
	edition: { type: "string" },
	files: { type: "string" },
	data: { type: "string" },
	remote: { type: "boolean", default: false },
	"dry-run": { type: "boolean", default: false },
	organisers: { type: "boolean", default: false },
	"into-used": { type: "boolean", default: false },
	"on-competition-day": { type: "boolean", default: false },
} as const;

/**
 * The command `move-in`.
 * @param print gets each line for the operator
 * @throws Stop for wrong parameters, a damaged dump, and an edition that takes none
 */
export async function moveInCommand(
	parameters: readonly string[],
	print: (line: string) => void,
): Promise<void> {
	const { values, positionals } = parseArgs({ args: [...parameters], allowPositionals: true, options });
	const [given, ...others] = positionals;
	if (given === undefined || others.length > 0 || values.edition === undefined) throw new Stop(usage);
	requireOnePlace(values);
	const file = requireEdition(values.edition);
	const { year, title } = file;
	const dump = await openDump(given);
	const files = values.files === undefined ? null : indexFiles(values.files);
	const storage = await (values.remote
		? openRemoteStorage()
		: openLocalStorage(configOf(values.data, existingPlace)));
	try {
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
		const { organisers, "dry-run": dryRun } = values;
		const tallies = await moveIn({
			...{ storage, dump, files, organisers, dryRun, print, now: new Date() },
			edition: asSet(file, rows),
			leftovers: join(given, `leftovers-${year}.jsonl`),
		});
		print(
			dryRun ? `\nNothing was written: this was a dry run of ${title}.` : `\nStored. ${sumLine(tallies)}`,
		);
	} finally {
		await storage.close();
	}
}
