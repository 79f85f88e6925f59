import { parseArgs } from "node:util";
import { whereOf, whereOptions } from "./admin/where";
import { textOf } from "./database/sql-text";
import { requireNoCompetition } from "./deploy/require-no-competition";
import { openCloudflare } from "./lib/cloudflare";
import { openDeployed } from "./lib/cloudflare-database";
import { editionOfArgument } from "./lib/edition-argument";
import { referenceStatements } from "./reference/reference-data";
import { asSet, type SettingRow, settingsQuery } from "./reference/set-edition";

/*
 * `npm run seed -- [--edition <year>] [--remote | --data <folder>]`: updates the reference data of an edition; may be repeated. On a
 * competition day a remote one needs `--on-competition-day`.
 */

const { values } = parseArgs({
	options: {
		edition: { type: "string" },
		"on-competition-day": { type: "boolean", default: false },
		...whereOptions,
	},
});
const where = whereOf(values);
const edition = await editionOfArgument(values.edition, where.execute);
const query = async (year: number, sql: string) => (await where.execute(year, sql)).at(-1) ?? [];
if (values.remote) await requireNoCompetition([edition], values["on-competition-day"], query);
const rows = await query(edition.year, settingsQuery);
const set = asSet(edition, rows as unknown as readonly SettingRow[]);
const sql = `${referenceStatements(set, "corrected", await where.now())
	.map(textOf)
	.join(";\n")};\n`;
// A command does not take as much as a file.
await (values.remote
	? openDeployed(await openCloudflare(), edition.year).importSql(sql)
	: where.execute(edition.year, sql));
console.log(`The reference data of ${set.title} is up to date (${where.name}).`);
