import { createHash } from "node:crypto";
import { z } from "zod";
import { type Deployment, readDeployment } from "../deploy/deployment";
import { type Cloudflare, openCloudflare } from "./cloudflare";
import { Stop } from "./stop.mjs";

/* A database at Cloudflare, by the calls of its API that wrangler makes. */

type Row = Record<string, unknown>;

export interface CloudflareDatabase {
	/** @returns the rows of each statement */
	readonly execute: (sql: string) => Promise<Row[][]>;
	/** Executes all of it or nothing. */
	readonly importSql: (sql: string) => Promise<void>;
	readonly exportSql: (left: "schema" | "data") => Promise<string>;
}

const answerSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** What an import and an export say of themselves until they are complete. */
const stateSchema = z.object({
	success: z.boolean(),
	status: z.string().optional(),
	at_bookmark: z.string().optional(),
	error: z.string().optional(),
	errors: z.array(z.string()).optional(),
	result: z.object({ signed_url: z.string().optional() }).optional(),
});
type State = z.infer<typeof stateSchema>;

const uploadSchema = z.object({ upload_url: z.string(), filename: z.string() });

const databaseSchema = z.object({ name: z.string(), uuid: z.string() });

/** Ids of the databases of a name. */
export async function databasesNamed(cloudflare: Cloudflare, name: string): Promise<string[]> {
	// The API takes the name for a part of one.
	const found = await cloudflare.read(`/d1/database?name=${encodeURIComponent(name)}`);
	return z
		.array(databaseSchema)
		.parse(found)
		.flatMap((database) => (database.name === name ? database.uuid : []));
}

/** @returns the id of the new database */
export async function createDatabase(cloudflare: Cloudflare, name: string): Promise<string> {
	return databaseSchema.parse(await cloudflare.change("POST", "/d1/database", { name })).uuid;
}

/** The database of an edition of the deployment. @throws Stop when wrangler.toml lacks it */
export function openDeployed(cloudflare: Cloudflare, year: number): CloudflareDatabase {
	const { id } = readDeployment().databases.find(({ binding }) => binding === `DB_${year}`) ?? {};
	if (!id) throw new Stop(`wrangler.toml lacks DB_${year}.`);
	return openDatabase(cloudflare, id);
}

/**
 * Queries the databases of the deployment by their names, as it finds them itself: their ids need not be noted in this checkout. A
 * database that is not made yet has no rows.
 */
export function queryByName(cloudflare: Cloudflare, { databases }: Pick<Deployment, "databases">) {
	return async (year: number, sql: string): Promise<Row[]> => {
		const { name = "" } = databases.find(({ binding }) => binding === `DB_${year}`) ?? {};
		const [id] = await databasesNamed(cloudflare, name);
		return id ? ((await openDatabase(cloudflare, id).execute(sql))[0] ?? []) : [];
	};
}

/** Executes statements on the databases of the deployment; it logs in with the first ones. @returns the rows of each */
export function remoteExecutor(): (year: number, sql: string) => Promise<Row[][]> {
	let login: Promise<Cloudflare> | null = null;
	return async (year, sql) => {
		login ??= openCloudflare();
		return openDeployed(await login, year).execute(sql);
	};
}

/** @param id that Cloudflare has given the database */
export function openDatabase({ change }: Cloudflare, id: string): CloudflareDatabase {
	const ask = (act: string, body: unknown) => change("POST", `/d1/database/${id}/${act}`, body);
	const poll = async (act: string, first: unknown, next: (bookmark: string | undefined) => unknown) => {
		let state = stateSchema.parse(first);
		while (isUnderWay(state)) state = stateSchema.parse(await ask(act, next(state.at_bookmark)));
		return state;
	};
	return {
		execute: async (sql) => answerSchema.parse(await ask("query", { sql })).map(({ results }) => results),
		importSql: async (sql) => {
			const etag = createHash("md5").update(sql).digest("hex");
			const begun = await ask("import", { action: "init", etag });
			const upload = uploadSchema.safeParse(begun);
			// One that is there from an earlier try is imported at once.
			const first = upload.success ? await sendSql(upload.data, sql, etag) : begun;
			await poll("import", first, (bookmark) => ({ action: "poll", current_bookmark: bookmark }));
		},
		exportSql: async (left) => {
			const dump_options = { no_schema: left === "schema", no_data: left === "data", tables: [] };
			const request = (bookmark?: string) => ({
				output_format: "polling",
				dump_options,
				current_bookmark: bookmark,
			});
			const { result } = await poll("export", await ask("export", request()), request);
			const file = await fetch(result?.signed_url ?? "");
			if (!file.ok) throw new Stop(`The export cannot be fetched: ${file.status}`);
			return file.text();
		},
	};

	async function sendSql({ upload_url, filename }: z.infer<typeof uploadSchema>, sql: string, etag: string) {
		const { ok, status } = await fetch(upload_url, { method: "PUT", body: sql });
		if (!ok) throw new Stop(`The SQL cannot be sent: ${status}`);
		return ask("import", { action: "ingest", filename, etag });
	}
}

/** @throws Stop when it has failed */
function isUnderWay({ success, status, error, errors }: State): boolean {
	if (success && status === "complete") return false;
	if (success && status !== "error") return true;
	throw new Stop(`The database refuses: ${error ?? errors?.join("\n") ?? "it does not say why"}`);
}
