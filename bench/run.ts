import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { cpus, totalmem } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { editionOfYear, newestEdition } from "../editions/index";
import { databaseAt } from "./database";
import { buildEmptyPage } from "./empty-page/build";
import { fillEntries } from "./entries";
import { measureFlightLogs, uploadBody } from "./flight-logs";
import { drive, type Measured, quantile, times, timesInTurn } from "./load";
import { type Report, reportAsMarkdown, reportAsText } from "./report";
import { compareInTurn } from "./turns";
import { bare, startWorkers } from "./workers";

/*
 * Measures the built Worker in the same workerd as a bare one, with which cached pages are compared, and an empty Remix page,
 * with which the others are. And: growth with the number of entries, reads beside logins and uploads, and the reading of flight logs.
 *
 * `--markdown` prints the tables for docs/performance.md; `--baseline` stores the run for comparison with later ones.
 */

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const baseline = "bench/baseline.json";
const latest = "bench/results/latest.json";
/** Entries of an edition, by year. */
const sizes = { 2020: 10, 2021: 100, 2022: 1_000, 2023: 10_000 } as const;
const usual = "2021.localhost";
/** The only edition that takes flight logs. */
const open = `${newestEdition().year}.localhost`;
/** The headers of a browser, for both Workers. */
const browser = {
	"Accept-Encoding": "gzip, deflate, br, zstd",
	"Accept-Language": "cs-CZ,cs;q=0.9,en;q=0.8",
	Cookie: "i18nextLng=cs",
};
/** An empty message bypasses the cache without a session. */
const uncached = { Cookie: "flash={}" };

const peers = { bare, emptyPage: await buildEmptyPage() };
const { miniflare, origins, source } = await startWorkers(peers);
const page = (path: string) => new URL(path, origins.app);
const load = (url: URL, connections: number) =>
	drive({ url: url.href, host: usual, connections, duration: seconds, headers: browser });
const step = (what: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${what} …`);

try {
	step("filling the databases");
	for (const [year, count] of Object.entries(sizes)) {
		const edition = editionOfYear(Number(year));
		if (!edition) throw new Error(`no edition ${year}`);
		await fillEntries(databaseAt(origins.database, Number(year)), edition, count);
	}
	await fillEntries(databaseAt(origins.database, newestEdition().year), newestEdition(), 100);
	const report: Report = {
		at: new Date().toISOString(),
		commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
		machine: machine(),
		cached: await measureCached(),
		uncached: await measureUncached(),
		beside: await measureBeside(),
		flightLogs: await measureFlightLogs(origins),
		// Last, as its large pages leave garbage behind.
		growth: await measureGrowth(),
		worker: { gzip: gzipSync(source).byteLength, brotli: brotliCompressSync(source).byteLength },
	};
	const earlier = existsSync(baseline) ? (JSON.parse(readFileSync(baseline, "utf8")) as Report) : null;
	mkdirSync("bench/results", { recursive: true });
	const json = `${JSON.stringify(report, null, "\t")}\n`;
	writeFileSync(latest, json);
	if (process.argv.includes("--baseline")) writeFileSync(baseline, json);
	const print = process.argv.includes("--markdown") ? reportAsMarkdown : reportAsText;
	console.log(print(report, earlier));
} finally {
	await miniflare.dispose();
}

function machine(): string {
	const { version } = JSON.parse(readFileSync("node_modules/workerd/package.json", "utf8")) as {
		version: string;
	};
	const memory = Math.round(totalmem() / 2 ** 30);
	return `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${memory} GiB, Node ${process.version}, workerd ${version}`;
}

/** Cached pages, in turn with the bare Worker. */
async function measureCached(): Promise<Report["cached"]> {
	const paths = ["/", "/starting-list"];
	for (const url of [origins.bare, ...paths.map(page)]) await load(url, 5);
	const cached: Report["cached"] = [];
	for (const connections of [1, 10, 50]) {
		step(`cached pages, ${connections} connections`);
		for (const path of paths) {
			const headers = { Host: usual, ...browser };
			const compared = await compareInTurn(
				{ reference: origins.bare, page: page(path) },
				{ headers, connections, seconds: seconds * 10 },
			);
			cached.push({ path, connections, ...compared });
		}
	}
	return cached;
}

/** Pages made anew for each request, in turn with an empty Remix page. */
async function measureUncached(): Promise<Report["uncached"]> {
	const pages: Report["uncached"] = [];
	const headers = { Host: usual, ...uncached };
	const paths = [
		...["/", "/news", "/starting-list", "/statuses", "/results", "/documents", "/login", "/igc"],
		...["/api/starting-list", "/api/registration/form", "/api/days"],
	];
	const withEmptyPage = (path: string) => [origins.emptyPage, page(path)] as const;
	// All before the first is measured, which would otherwise pay for the code that they share.
	for (const path of paths) await timesInTurn(withEmptyPage(path), headers, 200, seconds);
	for (const path of paths) {
		step(`uncached ${path}`);
		const counted = await count(new URL(path, origins.counting), headers);
		const [empty, taken] = await timesInTurn(withEmptyPage(path), headers, 1_000, seconds * 3);
		const p50 = quantile(taken, 0.5);
		const p99 = quantile(taken, 0.99);
		pages.push({ path, p50, p99, slower: p50 / quantile(empty, 0.5), ...counted });
	}
	return pages;
}

async function measureGrowth(): Promise<Report["growth"]> {
	const growth: Report["growth"] = [];
	for (const [year, entries] of Object.entries(sizes)) {
		step(`starting list of ${entries}`);
		const headers = { Host: `${year}.localhost`, ...uncached };
		const url = page("/starting-list");
		await times(url, headers, 20, seconds);
		const counted = await count(new URL("/starting-list", origins.counting), headers);
		const taken = await times(url, headers, 80, seconds * 2);
		growth.push({ entries, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), ...counted });
	}
	return growth;
}

/** Cached reads alone, and beside expensive requests. */
async function measureBeside(): Promise<Report["beside"]> {
	step("reads beside logins and uploads, flight logs");
	const beside: Report["beside"] = [
		{ what: "reads alone", ...(await load(page("/starting-list"), 10)), other: 0 },
	];
	for (const [what, work] of Object.entries({ logins, uploads })) {
		const [reads, other] = await Promise.all([load(page("/starting-list"), 10), work()]);
		beside.push({ what: `reads beside ${what}`, ...reads, other: other.ok + other.refused });
	}
	return beside;
}

interface Counted {
	readonly bytes: number;
	readonly gzip: number;
	readonly brotli: number;
	readonly d1Trips: number;
	readonly d1Statements: number;
}

async function count(url: URL, headers: Readonly<Record<string, string>>): Promise<Counted> {
	return new Promise((resolve, reject) => {
		get(url, { headers, agent: false }, (response) => {
			const parts: Buffer[] = [];
			response.on("data", (part: Buffer) => parts.push(part));
			response.on("end", () => {
				const body = Buffer.concat(parts);
				if (response.statusCode !== 200) {
					reject(new Error(`${url.pathname} answered ${response.statusCode}`));
					return;
				}
				resolve({
					bytes: body.byteLength,
					gzip: gzipSync(body).byteLength,
					brotli: brotliCompressSync(body).byteLength,
					d1Trips: Number(response.headers["x-d1-trips"]),
					d1Statements: Number(response.headers["x-d1-statements"]),
				});
			});
		}).on("error", (error) => reject(new Error(`${url.href}: ${error.message}`)));
	});
}

/** A wrong password of an unknown person costs as much as a right one. */
function logins(): Promise<Measured> {
	return drive({
		url: new URL("/api/auth", origins.app).href,
		host: usual,
		connections: 2,
		duration: seconds,
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ email: "[<id>]@example.com", password: "a wrong password" }),
	});
}

async function uploads(): Promise<Measured> {
	const { body, contentType } = await uploadBody(origins);
	return drive({
		url: new URL("/api/igc", origins.app).href,
		host: open,
		connections: 2,
		duration: seconds,
		method: "POST",
		headers: { "Content-Type": contentType },
		body,
	});
}
