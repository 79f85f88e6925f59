import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editionOfYear, newestEdition } from "~editions/index";
import { databaseAt } from "../../bench/database";
import { fillEntries } from "../../bench/entries";
import { pageOf } from "../../bench/load";
import { type BenchWorkers, startWorkers } from "../../bench/workers";

/*
 * What a visitor's phone has to load, from the real build: bytes as they are sent, compressed by Brotli as the
 * platform does. docs/performance.md says which of these limits are looser than the design asks for, and why.
 */

const kB = 1_000;
const assets = "build/client/assets";
const year = 2020;
const entries = 120;

let workers: BenchWorkers;

beforeAll(async () => {
	workers = await startWorkers();
	await fillEntries(
		databaseAt(workers.origins.database, year),
		editionOfYear(year) ?? newestEdition,
		entries,
	);
}, 120_000);

afterAll(async () => {
	await workers?.miniflare.dispose();
});

const compressed = (content: string | Buffer) => brotliCompressSync(content).byteLength;
const sizeOf = (file: string) => compressed(readFileSync(join(assets, file)));

async function pageAt(path: string): Promise<string> {
	const { status, text } = await pageOf(new URL(path, workers.origins.app), `${year}.localhost`);
	expect(status).toBe(200);
	return text;
}

/** Names of the assets a page asks for. */
function assetsOf(html: string, ending: string): string[] {
	const names = [...html.matchAll(/\/assets\/([\w.-]+)/g)].flatMap(([, name]) =>
		name?.endsWith(ending) ? [name] : [],
	);
	return [...new Set(names)];
}

/** A script and all that it imports before it runs. */
function withImports(names: readonly string[]): Set<string> {
	const all = new Set<string>();
	const visit = (name: string) => {
		if (all.has(name)) return;
		all.add(name);
		const source = readFileSync(join(assets, name), "utf8");
		for (const [, imported] of source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
			if (imported) visit(imported);
	};
	names.forEach(visit);
	return all;
}

const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(name), 0);
const chunk = (prefix: string) =>
	readdirSync(assets).filter((name) => name.startsWith(prefix) && name.endsWith(".js"));

/** The texts of the larger language, which a hydrated page loads beside its scripts. */
function texts(): string {
	const [largest = ""] = chunk("common-").sort((a, b) => sizeOf(b) - sizeOf(a));
	return largest;
}

test("the first visit of home takes at most 45 kB, its scripts at most 5 kB", async () => {
	const html = await pageAt("/");
	const scripts = total(assetsOf(html, ".js"));
	const all = compressed(html) + scripts + total(assetsOf(html, ".css")) + total(assetsOf(html, ".svg"));
	console.log(`home: ${all} bytes, scripts ${scripts}`);
	expect(scripts).toBeLessThanOrEqual(5 * kB);
	expect(all).toBeLessThanOrEqual(45 * kB);
});

test("the script that blocks rendering takes less than 1 kB", () => {
	expect(total(chunk("boot-"))).toBeLessThan(kB);
});

test("a starting list of 120 entries takes at most 25 kB", async () => {
	const size = compressed(await pageAt("/starting-list"));
	console.log(`starting list of ${entries}: ${size} bytes`);
	expect(size).toBeLessThanOrEqual(25 * kB);
});

test.each(["/login", "/signup", "/igc"])(
	"%s loads at most 135 kB of scripts, with validation at most 165 kB",
	async (path) => {
		const first = withImports([
			...assetsOf(await pageAt(path), ".js").filter((name) => !name.startsWith("manifest-")),
			texts(),
		]);
		const touched = withImports([...first, ...chunk("parse-form-"), ...chunk("account-schemas-")]);
		console.log(`${path}: ${total(first)} bytes of scripts, ${total(touched)} once touched`);
		expect(total(first)).toBeLessThanOrEqual(135 * kB);
		expect(total(touched)).toBeLessThanOrEqual(165 * kB);
	},
);

test("the Worker takes at most 1 MB", () => {
	const size = gzipSync(readFileSync("build/server/index.js")).byteLength;
	console.log(`Worker: ${size} bytes`);
	expect(size).toBeLessThanOrEqual(1_000 * kB);
});
