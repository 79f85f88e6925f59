/// <reference types="node" />
import { createHash } from "node:crypto";
import { Miniflare } from "miniflare";
import { statementsIn } from "../../scripts/backup/short-statements";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/*
 * Cloudflare's API as far as wrangler and the commands ask it, by https://developers.cloudflare.com/api/: databases that run the SQL, with
 * foreign keys on, and buckets in memory.
 */

export interface FakeCloudflare extends RunningFake {
	readonly databases: readonly FakeDatabase[];
	readonly buckets: ReadonlyMap<string, Map<string, Uint8Array>>;
	/** Method and path of every request, without the account. */
	readonly calls: string[];
	/** Answers these instead; it lasts until another one is set. */
	interrupt: (call: string) => FakeAnswer | null;
}

interface FakeDatabase {
	readonly name: string;
	readonly uuid: string;
	readonly d1: D1Database;
}

/** Databases that can be made. */
const mostMade = 3;

export const fakeAccount = "an-account-of-the-tests";

const success = (result: unknown, status = 200): FakeAnswer => ({
	status,
	json: { success: true, errors: [], messages: [], result },
});
const failure = (status: number, code: number, message: string): FakeAnswer => ({
	status,
	json: { success: false, errors: [{ code, message }], messages: [], result: null },
});

interface State {
	readonly databases: FakeDatabase[];
	readonly buckets: Map<string, Map<string, Uint8Array>>;
	/** What lies behind signed addresses, by its name. */
	readonly files: Map<string, Uint8Array>;
	readonly makeDatabase: (name: string) => Promise<FakeDatabase>;
}

/** An account with databases and empty buckets. */
export async function fakeCloudflare(
	existing: readonly Pick<FakeDatabase, "name" | "uuid">[],
	buckets: readonly string[],
): Promise<FakeCloudflare> {
	const spare = Array.from({ length: mostMade }, (_, index) => `database-${index + 1}`);
	const ids = [...existing.map(({ uuid }) => uuid), ...spare];
	const runtime = new Miniflare({
		modules: true,
		script: "export default { fetch() { return new Response(); } }",
		d1Databases: Object.fromEntries(ids.map((id) => [id, id])),
	});
	const state: State = {
		databases: [],
		buckets: new Map(buckets.map((name) => [name, new Map()])),
		files: new Map(),
		makeDatabase: async (name) => {
			const uuid = ids.shift();
			if (!uuid) throw new Error("The fake has no more databases.");
			const database = { name, uuid, d1: await runtime.getD1Database(uuid) };
			state.databases.push(database);
			return database;
		},
	};
	for (const { name } of existing) await state.makeDatabase(name);
	const calls: string[] = [];
	const fake: Omit<FakeCloudflare, keyof RunningFake> = {
		databases: state.databases,
		buckets: state.buckets,
		calls,
		interrupt: () => null,
	};
	const server = await serve(async (request) => {
		const path = decodeURIComponent(request.url.pathname).replace(`/accounts/${fakeAccount}`, "");
		const call = `${request.method} ${path}`;
		calls.push(call);
		const answer = fake.interrupt(call) ?? (await answerTo(state, request, path));
		return answer ?? failure(404, 10007, "This Worker does not exist on your account.");
	});
	return Object.assign(fake, {
		url: server.url,
		close: async () => {
			await server.close();
			await runtime.dispose();
		},
	});
}

async function answerTo(state: State, request: FakeRequest, path: string): Promise<FakeAnswer | null> {
	const [, kind, name, key] =
		/^\/(signed|r2\/buckets|d1\/database)(?:\/([^/]+)(?:\/(.+))?)?$/.exec(path) ?? [];
	if (kind === "signed" && name) return signedFile(state, request, name);
	if (kind === "r2/buckets") return bucketAnswer(state, request, name, key);
	if (kind === "d1/database") return databaseAnswer(state, request, name, key);
	return null;
}

function signedFile({ files }: State, { method, bytes }: FakeRequest, name: string): FakeAnswer {
	if (method === "PUT") {
		files.set(name, bytes);
		return { status: 200, headers: { ETag: `"${createHash("md5").update(bytes).digest("hex")}"` } };
	}
	return { status: 200, bytes: files.get(name) };
}

function bucketAnswer({ buckets }: State, request: FakeRequest, bucket?: string, rest?: string): FakeAnswer {
	if (bucket === undefined) {
		if (request.method === "GET") {
			const list = [...buckets.keys()].map((name) => ({ name, creation_date: "2025-01-01" }));
			return success({ buckets: list });
		}
		const { name } = jsonBody(request) as { name: string };
		buckets.set(name, new Map());
		return success({ name });
	}
	const key = rest?.replace(/^objects\//, "") ?? "";
	const objects = buckets.get(bucket);
	if (!objects) return failure(404, 10006, "The specified bucket does not exist.");
	if (request.method === "PUT") {
		objects.set(key, request.bytes);
		return success({});
	}
	const found = objects.get(key);
	return found ? { status: 200, bytes: found } : failure(404, 10007, "The specified key does not exist.");
}

async function databaseAnswer(
	state: State,
	request: FakeRequest,
	uuid?: string,
	act?: string,
): Promise<FakeAnswer | null> {
	const { databases } = state;
	const described = ({ name, uuid }: FakeDatabase) => ({ name, uuid, version: "production" });
	if (uuid === undefined) {
		if (request.method === "GET") return success(databases.map(described));
		const { name } = jsonBody(request) as { name: string };
		return success(described(await state.makeDatabase(name)));
	}
	const place = databases.findIndex((database) => database.uuid === uuid);
	const database = databases[place];
	if (!database) return failure(404, 7404, "The database does not exist.");
	if (request.method === "DELETE") {
		databases.splice(place, 1);
		return success(null);
	}
	if (act === "query") return query(database, request);
	if (act === "import") return importFile(state, database, request);
	if (act === "export") return exportFile(state, database, request);
	return success(described(database));
}

async function query({ d1 }: FakeDatabase, request: FakeRequest): Promise<FakeAnswer> {
	const { sql, params = [] } = jsonBody(request) as { sql: string; params?: unknown[] };
	try {
		const statements = statementsIn(sql).map((statement) => d1.prepare(statement).bind(...params));
		return success(await d1.batch(statements));
	} catch (error) {
		return failure(400, 7500, String(error));
	}
}

/** All of a file or nothing, each statement by itself: rows that come before their parents are refused. */
async function importFile(
	{ files }: State,
	{ uuid, d1 }: FakeDatabase,
	request: FakeRequest,
): Promise<FakeAnswer> {
	const { action, etag, filename } = jsonBody(request) as { action: string; etag: string; filename: string };
	if (action === "init") {
		const name = `${uuid}-${etag}.sql`;
		return success({ upload_url: `http://${request.headers.host}/signed/${name}`, filename: name });
	}
	const statements = statementsIn(new TextDecoder().decode(files.get(filename))).filter(
		(statement) => !statement.startsWith("PRAGMA"),
	);
	try {
		await d1.batch(statements.map((statement) => d1.prepare(statement)));
	} catch (error) {
		return failure(400, 7500, String(error));
	}
	const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
	const result = { num_queries: statements.length, final_bookmark: "a-bookmark", meta };
	return success({
		success: true,
		type: "import",
		status: "complete",
		messages: [],
		at_bookmark: "",
		result,
	});
}

async function exportFile(
	{ files }: State,
	{ uuid, d1 }: FakeDatabase,
	request: FakeRequest,
): Promise<FakeAnswer> {
	const { dump_options } = jsonBody(request) as { dump_options: { no_schema?: boolean; no_data?: boolean } };
	const flags = [dump_options.no_schema, dump_options.no_data].map((flag) => (flag ? 1 : 0));
	const [lines] = await d1
		.prepare("PRAGMA miniflare_d1_export(?,?,?);")
		.bind(...flags)
		.raw();
	const name = `export-of-${uuid}.sql`;
	files.set(name, new TextEncoder().encode((lines as string[]).join("\n")));
	const result = { filename: name, signed_url: `http://${request.headers.host}/signed/${name}` };
	return success({
		success: true,
		type: "export",
		status: "complete",
		messages: [],
		at_bookmark: "b",
		result,
	});
}
