import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** A file as the rows of an edition's database name it. */
export const listedFile = z.object({ key: z.string(), size: z.number(), sha256: z.string() });
export type ListedFile = z.infer<typeof listedFile>;

/** Every whole file of an edition: documents and flight logs with all their versions. */
export const listFilesSql = `SELECT key, size, sha256 FROM document_versions WHERE state = 'ready' UNION ALL SELECT key, size, sha256 FROM igc_file_versions WHERE state = 'ready' ORDER BY key`;

/** What an empty database has none of: tables beside those of SQLite, D1 and the bucket of the platform. */
const countTablesSql =
	"SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'";

export type Half = "schema" | "data";

const halves: readonly Half[] = ["schema", "data"];

/** Where databases and files are taken from and put back to: a local state or the account at Cloudflare. */
export interface Storage {
	/**
	 * Writes half of an edition's database as SQL. In one piece it could not be put back: the rows of a table would come before the
	 * table they refer to.
	 */
	exportDatabase(year: number, half: Half, path: string): Promise<void>;
	/** Runs a file of SQL. */
	importDatabase(year: number, path: string): Promise<void>;
	query(year: number, sql: string): Promise<Record<string, unknown>[]>;
	fetchFile(key: string, path: string): Promise<void>;
	putFile(file: ListedFile, path: string): Promise<void>;
}

/** Where the parts of a backup stand. Files never change under their key, so all backups of a folder share them. */
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

/** Whether a database has been migrated or restored; an empty one has nothing to back up and takes a backup in. */
export async function hasTables(storage: Pick<Storage, "query">, year: number): Promise<boolean> {
	const [state] = await storage.query(year, countTablesSql);
	return state?.tables !== 0;
}

/**
 * Backs an edition up: its database, the list of its files, and the files that this folder lacks.
 * @param folder of all backups
 * @param stamp name of this backup
 * @returns how many files there are, how many were fetched, and the keys of those that are missing or damaged
 */
export async function backUp(storage: Storage, year: number, folder: string, stamp: string) {
	const places = placesOf(folder, stamp);
	mkdirSync(join(folder, stamp), { recursive: true });
	for (const half of halves) await storage.exportDatabase(year, half, places.database(year, half));
	// After the export: every file that a row of it names is on the list.
	const files = z.array(listedFile).parse(await storage.query(year, listFilesSql));
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
 * Puts an edition's files and database back.
 * @returns how many files were put, and the keys of those that the backup lacks or holds damaged
 * @throws Error when the database is not empty, before anything is written
 */
export async function restore(storage: Storage, year: number, folder: string, stamp: string) {
	const places = placesOf(folder, stamp);
	if (await hasTables(storage, year))
		throw new Error(`The database of ${year} is not empty; a backup goes into a new one.`);
	const files = z.array(listedFile).parse(JSON.parse(readFileSync(places.list(year), "utf8")));
	// The database last: where a file cannot be put, it is still empty, and the restore can be repeated.
	const damaged: string[] = [];
	for (const file of files) {
		const path = places.file(file.key);
		if (isWhole(file, path)) await storage.putFile(file, path);
		else damaged.push(file.key);
	}
	for (const half of halves) await storage.importDatabase(year, places.database(year, half));
	return { files: files.length - damaged.length, damaged };
}
