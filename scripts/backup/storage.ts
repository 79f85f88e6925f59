import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseOf } from "../database/database-of";
import { readDeployment } from "../deploy/deployment";
import { inProject } from "../lib/paths.mjs";
import { wrangler } from "../lib/wrangler";
import { openLocalState } from "../local/local-state";
import type { Half, Storage } from "./backup";
import { statementsIn, withoutTriggers, withShortStatements } from "./short-statements";

const listTriggersSql = "SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";

type Where = "local" | "remote";

function databasesOf(where: Where, config: string) {
	const d1 = (...parameters: string[]) => wrangler(["d1", ...parameters, `--${where}`, "--config", config]);
	const query = async (year: number, sql: string) => {
		const output = await d1("execute", `DB_${year}`, "--yes", "--json", "--command", sql);
		const [answer] = JSON.parse(output.slice(output.search(/^\[/m))) as {
			readonly results: Record<string, unknown>[];
		}[];
		return answer?.results ?? [];
	};
	return {
		exportDatabase: async (year: number, half: Half, path: string) => {
			const left = half === "schema" ? "--no-data" : "--no-schema";
			await d1("export", `DB_${year}`, left, "--skip-confirmation", "--output", path);
			const sql = readFileSync(path, "utf8");
			if (half === "schema") return writeFileSync(path, withoutTriggers(sql));
			const triggers = (await query(year, listTriggersSql)).map((row) => `${row.sql};\n`);
			writeFileSync(path, withShortStatements(sql) + triggers.join(""));
		},
		importDatabase: async (year: number, path: string) => {
			await d1("execute", `DB_${year}`, "--yes", "--file", path);
		},
		query,
	};
}

/** @param config path of wrangler.toml, in the folder of `.wrangler` */
export async function openLocalStorage(config: string): Promise<Storage & { close(): Promise<void> }> {
	const folder = dirname(config);
	const { env, close } = await openLocalState({
		state: join(folder, ".wrangler/state"),
		secrets: join(folder, ".dev.vars"),
	});
	return {
		...databasesOf("local", config),
		// They run as one batch, so that rows may refer to later ones.
		importDatabase: async (year, path) => {
			const database = databaseOf(env, year);
			const statements = statementsIn(readFileSync(path, "utf8"));
			await database.batch(statements.map((statement) => database.prepare(statement)));
		},
		query: async (year, sql) => (await databaseOf(env, year).prepare(sql).all()).results,
		fetchFile: async (key, path) => {
			const object = await env.FILES.get(key);
			if (object) writeFileSync(path, new Uint8Array(await object.arrayBuffer()));
		},
		putFile: async ({ key, sha256 }, path) => {
			await env.FILES.put(key, new Uint8Array(readFileSync(path)), { sha256 });
		},
		close,
	};
}

export function remoteStorage(): Storage {
	const [bucket = ""] = readDeployment().buckets;
	const object = (verb: "get" | "put", key: string, path: string) =>
		wrangler(["r2", "object", verb, `${bucket}/${key}`, "--file", path, "--remote"]);
	return {
		...databasesOf("remote", inProject("wrangler.toml")),
		fetchFile: async (key, path) => {
			await object("get", key, path);
		},
		putFile: async ({ key }, path) => {
			await object("put", key, path);
		},
	};
}
