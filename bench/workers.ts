import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { editions } from "../editions/index";
import { buildWhenStale } from "../scripts/lib/build";
import { workerModules } from "../scripts/lib/worker-modules";
import { type Database, databaseAt, databaseWorker } from "./database";

/** The bare Worker: the cost of the platform itself. */
export const bare = `export default { fetch: () => new Response("hello", { headers: { "Content-Type": "text/html" } }) };`;

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

export interface BenchWorkers<Peer extends string = never> {
	readonly miniflare: Miniflare;
	/** The Host header names the edition, not the origin. */
	readonly origins: Readonly<Record<"app" | "counting" | "database" | Peer, URL>>;
	/** The application's bundle. */
	readonly source: string;
}

function asModule(path: string, contents: string) {
	return { type: "ESModule" as const, path, contents };
}

/** Log lines would hide the table of the benchmark. */
function dropOutput(...streams: readonly Readable[]): void {
	for (const stream of streams) stream.resume();
}

/** Settings of the measured Worker. */
export const bindings = {
	MODE: "local",
	PUBLIC_DOMAIN: "glidercup.example",
	MAIL_FROM: "Glider Cup <noreply@glidercup.example>",
	TOKEN_SECRET: "a secret for measuring alone, long enough",
};

/**
 * Starts the application and its peers in one workerd, each on its own port.
 * @param peers bundles of Workers that the application is compared with, by name
 * @param takeOutput must read the output of the Workers
 */
export async function startWorkers<Peer extends string = never>(
	peers: Readonly<Record<Peer, string>>,
	takeOutput: (...streams: readonly Readable[]) => void = dropOutput,
): Promise<BenchWorkers<Peer>> {
	await buildWhenStale();
	const names = Object.keys(peers) as Peer[];
	const source = readFileSync("build/server/index.js", "utf8");
	const common = {
		compatibilityDate: "2026-04-01",
		compatibilityFlags: ["nodejs_compat"],
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
	const storage = {
		d1Databases: Object.fromEntries(editions.map(({ year }) => [`DB_${year}`, `bench-${year}`])),
		r2Buckets: { FILES: "bench-files" },
		bindings,
	};
	const miniflare = new Miniflare({
		handleRuntimeStdio: takeOutput,
		workers: [
			...names.map((name) => ({ name, modules: [asModule("index.js", peers[name])], ...common })),
			{
				name: "app",
				modules: workerModules(),
				...common,
				...storage,
			},
			{ name: "database", modules: true, script: databaseWorker, ...common, ...storage },
			{
				name: "counting",
				modules: [asModule("counting.js", counting), ...workerModules()],
				...common,
				...storage,
			},
		],
	});
	await miniflare.ready;
	const addresses = ["app", "counting", "database", ...names].map(async (name) => {
		return [name, await miniflare.unsafeGetDirectURL(name)] as const;
	});
	const origins = Object.fromEntries(await Promise.all(addresses)) as BenchWorkers<Peer>["origins"];
	for (const { year } of editions) await migrate(databaseAt(origins.database, year));
	return { miniflare, source, origins };
}
