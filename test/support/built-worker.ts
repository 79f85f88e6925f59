import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { editions } from "~editions/index";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { inProject } from "../../scripts/lib/paths.mjs";
import { workerModules } from "../../scripts/lib/worker-modules";
import "../../scripts/local/steady-calls";
import { testBindings } from "./bindings";
import { watchOutput } from "./worker-output";

/**
 * The whole Worker as `npm run deploy` would upload it, in a workerd of its own.
 * @param folder where databases and files are kept
 * @param bindings other or more variables and secrets
 */
export function startBuiltWorker(
	folder: string,
	bindings: Readonly<Record<string, string>> = testBindings,
): Miniflare {
	return new Miniflare({
		handleRuntimeStdio: watchOutput,
		modules: workerModules(),
		compatibilityDate: "2026-04-01",
		compatibilityFlags: ["nodejs_compat"],
		d1Databases: Object.fromEntries(editions.map(({ year }) => [`DB_${year}`, `built-${year}`])),
		r2Buckets: ["FILES"],
		d1Persist: join(folder, "d1"),
		r2Persist: join(folder, "r2"),
		bindings: { ...bindings },
	});
}

/** The database of an edition with its schema, and nothing in it. */
export async function migratedDatabase(miniflare: Miniflare, year: number): Promise<D1Database> {
	const database = (await miniflare.getD1Database(`DB_${year}`)) as unknown as D1Database;
	await applyMigrations(database, readMigrations(inProject("db/migrations")));
	return database;
}

/** The ids of the workerd processes that this process has started. */
function pidsOfWorkers(): readonly number[] {
	const lines = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
	return lines
		.split("\n")
		.filter((line) => line.includes("workerd"))
		.map((line) => Number(line.trim().split(/\s+/)[0]));
}

/** Of `/proc`. */
const millisecondsOfTick = 10;

/** Milliseconds of the processor that workerd has taken so far. */
export function timeOfWorkers(): number {
	const ticks = pidsOfWorkers().map((pid) => {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const [user = 0, system = 0] = stat.split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
		return user + system;
	});
	return ticks.reduce((sum, one) => sum + one, 0) * millisecondsOfTick;
}

/** Ends the workerd processes that this process has started, in the middle of whatever they do. */
export function killBuiltWorkers(): void {
	for (const pid of pidsOfWorkers()) process.kill(pid, "SIGKILL");
}
