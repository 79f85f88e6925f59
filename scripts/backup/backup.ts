import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** A file in a row of the database. */
const listedFile = z.object({ key: z.string(), size: z.number(), sha256: z.string() });
export type ListedFile = z.infer<typeof listedFile>;

/** All versions of documents and flight logs whose upload was completed. */
export const listFilesSql = `SELECT key, size, sha256 FROM document_versions WHERE state = 'ready' UNION ALL SELECT key, size, sha256 FROM igc_file_versions WHERE state = 'ready' ORDER BY key`;

/** The logos, in a database that has them: one of the release before is backed up before it is migrated. */
const hasLogosSql = "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name = 'logos'";
export const listLogosSql = "SELECT key, size, sha256 FROM logos WHERE state = 'ready' ORDER BY key";

/** Tables except those of SQLite and D1; an empty database has none. */
const countTablesSql =
	"SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'";

export type Half = "schema" | "data";

const halves: readonly Half[] = ["schema", "data"];

/** The databases and files of a local state or of the account at Cloudflare. */
export interface Storage {
	/**
	 * Writes the schema or the rows as SQL. A single file could not be imported: the rows of a table would come before
	 * the tables to which they refer. The triggers stand behind the rows.
	 */
	exportDatabase(year: number, half: Half, path: string): Promise<void>;
	importDatabase(year: number, path: string): Promise<void>;
	query(year: number, sql: string): Promise<Record<string, unknown>[]>;
	fetchFile(key: string, path: string): Promise<void>;
	putFile(file: ListedFile, path: string): Promise<void>;
}

/** Paths of a backup. A file never changes under its key, so all backups of a folder share the files. */
export function placesOf(folder: string, stamp: string) {
	const own = join(folder, stamp);
	return {
		database: (year: number, half: Half) => join(own, `${year}.${half}.sql`),
		list: (year: number) => join(own, `${year}.files.json`),
		file: (key: string) => join(folder, "files", key),
	};
}

function isWhole({ size, sha256 }: ListedFile, path: string): boolean {
	if (!existsSync(path)) return false;
	const bytes = readFileSync(path);
	return bytes.byteLength === size && createHash("sha256").update(bytes).digest("hex") === sha256;
}

/** Whether a database was migrated or restored. */
export async function hasTables(storage: Pick<Storage, "query">, year: number): Promise<boolean> {
	const [state] = await storage.query(year, countTablesSql);
	return state?.tables !== 0;
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
	for (const half of halves) await storage.exportDatabase(year, half, places.database(year, half));
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
	for (const file of files) {
		const path = places.file(file.key);
		if (isWhole(file, path)) continue;
		mkdirSync(dirname(path), { recursive: true });
		await storage.fetchFile(file.key, path).catch(() => rmSync(path, { force: true }));
		if (isWhole(file, path)) fetched += 1;
		else damaged.push(file.key);
	}
	return { files: files.length, fetched, damaged };
}

/**
 * Restores the files and the database of an edition.
 * @returns the count of restored files, and the keys of missing and damaged ones
 * @throws Error before anything is written, when the database is not empty
 */
export async function restore(storage: Storage, year: number, folder: string, stamp: string) {
	const places = placesOf(folder, stamp);
	if (await hasTables(storage, year))
		throw new Error(`The database of ${year} is not empty; a backup goes into a new one.`);
	const files = z.array(listedFile).parse(JSON.parse(readFileSync(places.list(year), "utf8")));
	// The database comes last: if a file fails, it is still empty and the restore can be repeated.
	const damaged: string[] = [];
	for (const file of files) {
		const path = places.file(file.key);
		if (isWhole(file, path)) await storage.putFile(file, path);
		else damaged.push(file.key);
	}
	for (const half of halves) await storage.importDatabase(year, places.database(year, half));
	return { files: files.length - damaged.length, damaged };
}
