import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { editions } from "../editions/index";
import { buildWhenStale } from "../scripts/lib/build";
import { type Database, databaseAt, databaseWorker } from "./database";

/** The bare Worker: the cost of the platform itself. */
const hello = `export default { fetch: () => new Response("hello", { headers: { "Content-Type": "text/html" } }) };`;

/** Counts the statements of the application into headers. */
const counting = `
import app from "./index.js";
function counted(binding, count) {
	return new Proxy(binding, { get(target, name) {
		if (name === "withSession") return (...args) => counted(target.withSession(...args), count);
		if (name === "batch") return (statements) => { count.trips += 1; count.statements += statements.length; return target.batch(statements.map((s) => s.raw_ ?? s)); };
		if (name === "prepare") return (query) => wrapped(target.prepare(query), count);
		const value = Reflect.get(target, name);
		return typeof value === "function" ? value.bind(target) : value;
	} });
}
function wrapped(statement, count) {
	return new Proxy(statement, { get(target, name) {
		if (name === "raw_") return target;
		if (name === "bind") return (...values) => wrapped(target.bind(...values), count);
		if (["all", "raw", "run", "first"].includes(name)) return (...args) => { count.trips += 1; count.statements += 1; return target[name](...args); };
		const value = Reflect.get(target, name);
		return typeof value === "function" ? value.bind(target) : value;
	} });
}
export default { async fetch(request, env, execution) {
	const count = { trips: 0, statements: 0 };
	const own = { ...env };
	for (const name of Object.keys(env)) if (name.startsWith("DB_")) own[name] = counted(env[name], count);
	const response = await app.fetch(request, own, execution);
	const body = await response.arrayBuffer();
	const headers = new Headers(response.headers);
	headers.set("X-D1-Trips", String(count.trips));
	headers.set("X-D1-Statements", String(count.statements));
	return new Response(body, { status: response.status, headers });
} };`;

async function migrate(database: Database): Promise<void> {
	const folder = "db/migrations";
	for (const file of readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()) {
		const statements = readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint");
		await database.run(statements.map((statement) => [statement, []]));
	}
}

export interface BenchWorkers {
	readonly miniflare: Miniflare;
	/** The Host header names the edition, not the origin. */
	readonly origins: {
		readonly hello: URL;
		readonly app: URL;
		readonly counting: URL;
		readonly database: URL;
	};
	/** The application's bundle. */
	readonly source: string;
}

/** Log lines would hide the table of the benchmark. */
function dropOutput(...streams: readonly Readable[]): void {
	for (const stream of streams) stream.resume();
}

/**
 * Starts the bare Worker and the application in one workerd, each on its own port.
 * @param takeOutput must read the output of the Workers
 */
export async function startWorkers(
	takeOutput: (...streams: readonly Readable[]) => void = dropOutput,
): Promise<BenchWorkers> {
	await buildWhenStale();
	const source = readFileSync("build/server/index.js", "utf8");
	const common = {
		compatibilityDate: "2026-04-01",
		compatibilityFlags: ["nodejs_compat"],
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
	const storage = {
		d1Databases: Object.fromEntries(editions.map(({ year }) => [`DB_${year}`, `bench-${year}`])),
		r2Buckets: { FILES: "bench-files" },
		bindings: {
			MODE: "local",
			PUBLIC_DOMAIN: "glidercup.example",
			MAIL_FROM: "Glider Cup <noreply@glidercup.example>",
			TOKEN_SECRET: "a secret for measuring alone, long enough",
		},
	};
	const miniflare = new Miniflare({
		handleRuntimeStdio: takeOutput,
		workers: [
			{ name: "hello", modules: true, script: hello, ...common },
			{
				name: "app",
				modules: [{ type: "ESModule", path: "index.js", contents: source }],
				...common,
				...storage,
			},
			{ name: "database", modules: true, script: databaseWorker, ...common, ...storage },
			{
				name: "counting",
				modules: [
					{ type: "ESModule", path: "counting.js", contents: counting },
					{ type: "ESModule", path: "index.js", contents: source },
				],
				...common,
				...storage,
			},
		],
	});
	await miniflare.ready;
	const [helloUrl, app, countingUrl, database] = await Promise.all(
		["hello", "app", "counting", "database"].map((name) => miniflare.unsafeGetDirectURL(name)),
	);
	if (!helloUrl || !app || !countingUrl || !database) throw new Error("a Worker has no address");
	for (const { year } of editions) await migrate(databaseAt(database, year));
	return { miniflare, source, origins: { hello: helloUrl, app, counting: countingUrl, database } };
}
