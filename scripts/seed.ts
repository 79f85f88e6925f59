import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { whereOf, whereOptions } from "./admin/where";
import { textOf } from "./database/sql-text";
import { editionOfArgument } from "./lib/edition-argument";
import { wrangler } from "./lib/wrangler";
import { referenceStatements } from "./reference/reference-data";
import { asSet, type SettingRow, settingsQuery } from "./reference/set-edition";

/* `npm run seed -- [--edition <year>] [--remote | --data <folder>]`: updates the reference data of an edition; may be repeated. */

const { values } = parseArgs({
	options: { edition: { type: "string" }, ...whereOptions },
});
const where = whereOf(values);
const edition = await editionOfArgument(values.edition, where.execute);
const rows = (await where.execute(edition.year, settingsQuery)).at(-1) ?? [];
const set = asSet(edition, rows as unknown as readonly SettingRow[]);
const sql = `${referenceStatements(set, "corrected", await where.now())
	.map(textOf)
	.join(";\n")};\n`;
await (values.remote ? importRemotely(edition.year, sql) : where.execute(edition.year, sql));
console.log(`The reference data of ${set.title} is up to date (${where.name}).`);

/** A command line does not take as much as a file. */
async function importRemotely(year: number, text: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "seed-"));
	try {
		const file = join(folder, "reference.sql");
		writeFileSync(file, text);
		await wrangler(["d1", "execute", `DB_${year}`, "--remote", "--yes", "--file", file]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
