import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readDeployment } from "../deploy/deployment";
import { type Cloudflare, openCloudflare } from "../lib/cloudflare";
import { type CloudflareDatabase, openDeployed } from "../lib/cloudflare-database";
import { openLocalStores } from "../local/local-stores";
import { repeatWhenServerRests, whenServerRests } from "../local/when-server-rests";
import type { OpenStorage, Storage } from "./backup";
import { parentsFirst } from "./parents-first";
import { inFewTexts, statementsIn, withoutTriggers, withShortStatements } from "./short-statements";

const listTriggersSql = "SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";

/** What both kinds of databases do in their own way. */
interface Databases {
	readonly query: (year: number, sql: string) => Promise<Record<string, unknown>[]>;
	/** Executes all of it or nothing. */
	readonly importSql: (year: number, sql: string) => Promise<void>;
	/** @param left what is left out */
	readonly exportSql: (year: number, left: "schema" | "data") => Promise<string>;
}

function storageOf({ query, importSql, exportSql }: Databases) {
	return {
		query,
		importSql,
		exportSchema: async (year, path) => writeFileSync(path, withoutTriggers(await exportSql(year, "data"))),
		exportData: async (year, path, schema) => {
			const rows = parentsFirst(await exportSql(year, "schema"), readFileSync(schema, "utf8"));
			const triggers = (await query(year, listTriggersSql)).map((row) => `${row.sql};\n`);
			writeFileSync(path, withShortStatements(rows) + triggers.join(""));
		},
		importDatabase: (year, path) => importSql(year, readFileSync(path, "utf8")),
	} satisfies Partial<Storage>;
}

/** @param config path of wrangler.toml, in the folder of `.wrangler` */
export async function openLocalStorage(config: string): Promise<OpenStorage> {
	const folder = dirname(config);
	const { databaseOf, files, close } = await openLocalStores({
		state: join(folder, ".wrangler/state"),
		secrets: join(folder, ".dev.vars"),
		config,
	});
	return {
		place: folder,
		...storageOf({
			query: async (year, sql) => {
				const database = await databaseOf(year);
				return (await repeatWhenServerRests(() => database.prepare(sql).all())).results;
			},
			importSql: async (year, sql) => {
				const database = await databaseOf(year);
				const statements = inFewTexts(statementsIn(sql)).map((text) => database.prepare(text));
				await whenServerRests(() => database.batch(statements));
			},
			// As `wrangler d1 export --local` does it.
			exportSql: async (year, left) => {
				const flags = [left === "schema", left === "data"].map(Number);
				const all = (await databaseOf(year)).prepare("PRAGMA miniflare_d1_export(?,?,?);").bind(...flags);
				const [lines] = await repeatWhenServerRests(() => all.raw<string[]>());
				return (lines ?? []).join("\n");
			},
		}),
		fetchFile: async (key, path) => {
			const bytes = await repeatWhenServerRests(async () => (await files.get(key))?.arrayBuffer());
			if (bytes) writeFileSync(path, new Uint8Array(bytes));
		},
		putFile: async ({ key, sha256 }, path) => {
			const bytes = new Uint8Array(readFileSync(path));
			await repeatWhenServerRests(() => files.put(key, bytes, { sha256 }));
		},
		close,
	};
}

/** The deployment's. */
export async function openRemoteStorage(): Promise<OpenStorage> {
	const cloudflare = await openCloudflare();
	return remoteStorage(cloudflare, (year) => openDeployed(cloudflare, year));
}

/** @param databaseOf the database of a year */
export function remoteStorage(
	cloudflare: Cloudflare,
	databaseOf: (year: number) => CloudflareDatabase,
): OpenStorage {
	const [bucket = ""] = readDeployment().buckets;
	return {
		place: bucket,
		...storageOf({
			query: async (year, sql) => (await databaseOf(year).execute(sql))[0] ?? [],
			importSql: (year, sql) => databaseOf(year).importSql(sql),
			exportSql: (year, left) => databaseOf(year).exportSql(left),
		}),
		fetchFile: async (key, path) => {
			const bytes = await cloudflare.getObject(bucket, key);
			if (bytes) writeFileSync(path, bytes);
		},
		putFile: async ({ key }, path) => cloudflare.putObject(bucket, key, readFileSync(path)),
		close: async () => {},
	};
}
