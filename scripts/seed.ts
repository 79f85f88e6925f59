import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { textOf } from "./database/sql-text";
import { editionOfArgument } from "./lib/edition-argument";
import { wrangler } from "./lib/wrangler";
import { localTime } from "./local/demo-clock";
import { developersPlace } from "./local/local-state";
import { referenceStatements } from "./reference/reference-data";
import { asSet, settingsIn, settingsQuery } from "./reference/set-edition";

/* `npm run seed -- [--edition <year>] [--remote]`: updates the reference data of an edition; may be repeated. */

const { values } = parseArgs({
	options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
});
const where = values.remote ? "remote" : "local";
const edition = await editionOfArgument(values.edition, where);
const now = values.remote ? new Date() : await localTime(developersPlace);

const folder = mkdtempSync(join(tmpdir(), "seed-"));
try {
	const file = join(folder, "reference.sql");
	const execute = ["d1", "execute", `DB_${edition.year}`, `--${where}`];
	const set = asSet(edition, settingsIn(await wrangler([...execute, "--json", "--command", settingsQuery])));
	writeFileSync(file, `${referenceStatements(set, "corrected", now).map(textOf).join(";\n")};\n`);
	await wrangler([...execute, "--yes", "--file", file]);
} finally {
	rmSync(folder, { recursive: true });
}
console.log(`The reference data of ${edition.title} is up to date (${where}).`);
