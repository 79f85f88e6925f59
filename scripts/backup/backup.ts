import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { atOnce } from "../lib/at-once";
import { rowsIfThere } from "../lib/opened-years";
import { Stop } from "../lib/stop.mjs";

/** A file in a row of the database. */
const listedFile = z.object({ key: z.string(), size: z.number(), sha256: z.string() });
export type ListedFile = z.infer<typeof listedFile>;

/** All versions of documents and flight logs whose upload was completed. */
const listFilesSql = `SELECT key, size, sha256 FROM document_versions WHERE state = 'ready' UNION ALL SELECT key, size, sha256 FROM igc_file_versions WHERE state = 'ready' ORDER BY key`;

/** The logos, in a database that has them: one of the release before is backed up before it is migrated. */
const hasLogosSql = "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name = 'logos'";
const listLogosSql = "SELECT key, size, sha256 FROM logos WHERE state = 'ready' ORDER BY key";

/** Tables except those of SQLite and D1; an empty database has none. */
const listTablesSql =
	"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'";

/** A single file could not be imported: the rows of a table would come before the tables to which they refer. */
export type Half = "schema" | "data";

/** The databases and files of a local state or of the account at Cloudflare. A local one waits while a server writes. */
export interface Storage {
	/** Names the bucket among all there are. */
	readonly place: string;
	/** Writes the schema as SQL, without its triggers. */
	exportSchema(year: number, path: string): Promise<void>;
	/** Writes the rows as SQL, each behind those that it refers to, and the triggers behind them. @param schema path of the schema */
	exportData(year: number, path: string, schema: string): Promise<void>;
	importDatabase(year: number, path: string): Promise<void>;
	/** Executes all of it or nothing. */
	importSql(year: number, sql: string): Promise<void>;
	query(year: number, sql: string): Promise<Record<string, unknown>[]>;
	/** Writes nothing when there is no such file. @throws when the storage does not answer */
	fetchFile(key: string, path: string): Promise<void>;
	putFile(file: ListedFile, path: string): Promise<void>;
}

export interface OpenStorage extends Storage {
	close(): Promise<void>;
}

/** Paths of a backup. A file never changes under its key, so all backups of a folder share the files. */
export function placesOf(folder: string, stamp: string) {
	const own = join(folder, stamp);
	return {
		database: (year: number, half: Half) => join(own, `${year}.${half}.sql`),
		list: (year: number) => join(own, `${year}.files.json`),
		/** Files that a restore has put, a line each: the place and the key. */
		put: (year: number) => join(own, `${year}.put`),
		file: (key: string) => join(folder, "files", key),
	};
}

function isWhole({ size, sha256 }: ListedFile, path: string): boolean {
	if (!existsSync(path)) return false;
	const bytes = readFileSync(path);
	return bytes.byteLength === size && createHash("sha256").update(bytes).digest("hex") === sha256;
}

/** Requests for files under way. Cloudflare's API takes 1,200 in five minutes, and says how long to wait when it is enough. */
const filesAtOnce = 6;

/** Whether a database was migrated or restored; that of an edition that was added since is not there yet. */
export async function hasTables(storage: Pick<Storage, "query">, year: number): Promise<boolean> {
	return (await rowsIfThere(tablesOf(storage, year))).length > 0;
}

async function tablesOf({ query }: Pick<Storage, "query">, year: number): Promise<string[]> {
	return (await query(year, listTablesSql)).map(({ name }) => String(name));
}

/** Whether a database has rows. One with tables alone is what a restore leaves that broke off between schema and rows. */
async function hasRows({ query }: Pick<Storage, "query">, year: number, tables: readonly string[]) {
	if (tables.length === 0) return false;
	const any = tables.map((table) => `EXISTS (SELECT 1 FROM "${table}")`).join(" OR ");
	const [found] = await query(year, `SELECT ${any} AS has_rows`);
	return found?.has_rows !== 0;
}

/** A backup holds digests of passwords, addresses and birth dates: nobody else on the machine reads it. */
const ownersOnly = 0o077;

/**
 * Backs up the database of an edition, the list of its files, and the files that are not in the folder yet.
 * @param folder of all backups
 * @param stamp name of this backup
 * @returns the count of files and of fetched ones, and the keys of missing and damaged ones
 */
export async function backUp(storage: Storage, year: number, folder: string, stamp: string) {
	const before = process.umask(ownersOnly);
	try {
		return await copyEdition(storage, year, folder, stamp);
	} finally {
		process.umask(before);
	}
}

async function copyEdition(storage: Storage, year: number, folder: string, stamp: string) {
	const places = placesOf(folder, stamp);
	mkdirSync(join(folder, stamp), { recursive: true });
	const schema = places.database(year, "schema");
	await storage.exportSchema(year, schema);
	await storage.exportData(year, places.database(year, "data"), schema);
	// The list is read after the export, so that it has every file of the exported rows.
	const [logos] = await storage.query(year, hasLogosSql);
	const rows = [
		...(await storage.query(year, listFilesSql)),
		...(logos?.tables === 1 ? await storage.query(year, listLogosSql) : []),
	];
	const files = z.array(listedFile).parse(rows);
	writeFileSync(places.list(year), `${JSON.stringify(files, null, "\t")}\n`);
	let fetched = 0;
	const damaged: string[] = [];
	await atOnce(files, filesAtOnce, async (file) => {
		const path = places.file(file.key);
		if (isWhole(file, path)) return;
		mkdirSync(dirname(path), { recursive: true });
		await storage.fetchFile(file.key, path);
		if (isWhole(file, path)) fetched += 1;
		else damaged.push(file.key);
	});
	return { files: files.length, fetched, damaged: damaged.sort() };
}

/**
 * Restores the files and the database of an edition. One that broke off goes on: files that were put are not put again, and an import is
 * done as a whole or not at all.
 * @returns the count of restored files, and the keys of missing and damaged ones
 * @throws Stop before anything is written, when the database has rows
 */
export async function restore(storage: Storage, year: number, folder: string, stamp: string) {
	const places = placesOf(folder, stamp);
	const tables = await tablesOf(storage, year);
	if (await hasRows(storage, year, tables))
		throw new Stop(
			`The database of ${year} is not empty; a backup goes into a new one: see "Backup and restore" in docs/operations.md.`,
		);
	const files = z.array(listedFile).parse(JSON.parse(readFileSync(places.list(year), "utf8")));
	const lineOf = ({ key }: ListedFile) => `${storage.place}\t${key}`;
	const list = places.put(year);
	const put = new Set(existsSync(list) ? readFileSync(list, "utf8").split("\n") : []);
	// The database comes last: with its rows the restore is done.
	const damaged: string[] = [];
	await atOnce(files, filesAtOnce, async (file) => {
		if (put.has(lineOf(file))) return;
		const path = places.file(file.key);
		if (!isWhole(file, path)) {
			damaged.push(file.key);
			return;
		}
		await storage.putFile(file, path);
		appendFileSync(list, `${lineOf(file)}\n`, { mode: 0o600 });
	});
	if (tables.length === 0) await storage.importDatabase(year, places.database(year, "schema"));
	await storage.importDatabase(year, places.database(year, "data"));
	// What is put once more is put into a bucket that may have changed since.
	rmSync(list, { force: true });
	return { files: files.length - damaged.length, damaged: damaged.sort() };
}
