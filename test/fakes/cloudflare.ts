/// <reference types="node" />
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { inFewTexts, statementsIn } from "../../scripts/backup/short-statements";
import { FakeWorkers, type Surroundings } from "./cloudflare-worker";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/*
 * Cloudflare's API as far as wrangler and the commands ask it, by https://developers.cloudflare.com/api/: databases that run the SQL, with
 * foreign keys on, buckets in memory, and Workers that answer.
 */

export interface FakeCloudflare extends RunningFake {
	readonly databases: readonly FakeDatabase[];
	readonly buckets: ReadonlyMap<string, Map<string, Uint8Array>>;
	readonly workers: FakeWorkers;
	/** The domain of the account, with the Workers to which hosts lead and the hosts with other records. */
	readonly around: Surroundings;
	/** Asks the version of a Worker that answers; below `/site` the server asks the one of the main domain. */
	site: (worker: string, path: string) => Promise<FakeAnswer>;
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
const mostMade = 10;

export const fakeAccount = "an-account-of-the-tests";

/** The domain of the account. */
export const fakeZone = "letiste-soutez.cz";

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
	readonly workers: FakeWorkers;
	readonly site: Site;
	readonly makeDatabase: (name: string) => Promise<FakeDatabase>;
}

/** An account with databases and empty buckets. */
export async function fakeCloudflare(
	existing: readonly Pick<FakeDatabase, "name" | "uuid">[],
	buckets: readonly string[],
): Promise<FakeCloudflare> {
	const spare = Array.from({ length: mostMade }, (_, index) => `database-${index + 1}`);
	const ids = [...existing.map(({ uuid }) => uuid), ...spare];
	const folder = mkdtempSync(join(tmpdir(), "cloudflare-"));
	const runtime = new Miniflare({
		modules: true,
		script: "export default { fetch() { return new Response(); } }",
		d1Databases: Object.fromEntries(ids.map((id) => [id, id])),
		d1Persist: join(folder, "d1"),
	});
	const around: Surroundings = {
		zone: fakeZone,
		domains: new Map(),
		records: new Set(),
		hasDatabase: (id) => state.databases.some(({ uuid }) => uuid === id),
		hasBucket: (name) => state.buckets.has(name),
	};
	const workers = new FakeWorkers(around, success, failure);
	const state: State = {
		databases: [],
		buckets: new Map(buckets.map((name) => [name, new Map()])),
		files: new Map(),
		workers,
		site: siteOf(workers, folder),
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
		workers,
		around,
		site: state.site.ask,
		calls,
		interrupt: () => null,
	};
	const server = await serve(async (request) => {
		const path = decodeURIComponent(request.url.pathname).replace(`/accounts/${fakeAccount}`, "");
		const call = `${request.method} ${path}`;
		calls.push(call);
		const answer = fake.interrupt(call) ?? (await answerTo(state, request, path));
		return answer ?? failure(404, 7003, `Could not route to ${call}`);
	});
	return Object.assign(fake, {
		url: server.url,
		close: async () => {
			await server.close();
			await state.site.close();
			await runtime.dispose();
			rmSync(folder, { recursive: true });
		},
	});
}

/** The Worker that answers, started anew when another version is deployed. */
interface Site {
	readonly ask: FakeCloudflare["site"];
	readonly close: () => Promise<void>;
}

function siteOf(workers: FakeWorkers, folder: string): Site {
	let running: { readonly version: string; readonly runtime: Miniflare } | null = null;
	const close = async () => {
		await running?.runtime.dispose();
		running = null;
	};
	return {
		close,
		ask: async (name, path) => {
			const version = workers.active(name)?.id;
			if (!version) return "disconnect";
			if (running?.version !== version) {
				await close();
				running = { version, runtime: workers.start(name, folder) };
			}
			const asked = running.runtime.dispatchFetch(`https://${fakeZone}${path}`, { redirect: "manual" });
			// What the Worker throws is thrown here, too.
			return asked.then(
				async (answer) => ({ status: answer.status, text: await answer.text() }),
				(error: unknown) => ({ status: 500, text: String(error) }),
			);
		},
	};
}

async function answerTo(state: State, request: FakeRequest, path: string): Promise<FakeAnswer | null> {
	if (path.startsWith("/site/")) {
		const name = state.workers.around.domains.get(fakeZone) ?? "";
		return state.site.ask(name, path.slice("/site".length));
	}
	const [, kind, name, key] =
		/^\/(signed|r2\/buckets|d1\/database)(?:\/([^/]+)(?:\/(.+))?)?$/.exec(path) ?? [];
	if (kind === "signed" && name) return signedFile(state, request, name);
	if (kind === "r2/buckets") return bucketAnswer(state, request, name, key);
	if (kind === "d1/database") return databaseAnswer(state, request, name, key);
	return state.workers.answer(request, path);
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
	const objects = buckets.get(bucket);
	if (!objects) return failure(404, 10006, "The specified bucket does not exist.");
	const key = rest?.replace(/^objects\//, "");
	if (key === undefined) return success({ name: bucket });
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
		// Migrations have comments, which may hold quotes and stand before a trigger.
		const statements = statementsIn(sql.replace(/(^\s*--|--> statement-breakpoint).*$/gm, "")).map(
			(statement) => d1.prepare(statement).bind(...params),
		);
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
		await d1.batch(inFewTexts(statements).map((text) => d1.prepare(text)));
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
