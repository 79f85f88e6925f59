import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { editionOfYear } from "../editions/index";
import { databaseAt } from "./database";
import { fillEntries } from "./entries";
import { measureFlightLogs } from "./flight-logs";
import { drive, type Measured, median, times } from "./load";
import { printReport, type Report } from "./report";
import { startWorkers } from "./workers";

/*
 * Measures the built Worker against a bare one in the same workerd, without the dev proxy: cached and uncached
 * pages, growth with the number of entries, reads beside logins and uploads, the reading of flight logs.
 */

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
/** Years that stand for an edition of a size. */
const sizes = { 2020: 10, 2021: 100, 2022: 1_000 } as const;
const usual = "2021.localhost";
/** A message that is none: the page is made for this reader alone, without a session. */
const uncached = { Cookie: "flash=none" };

const { miniflare, origins, source } = await startWorkers();
try {
	for (const [year, count] of Object.entries(sizes)) {
		const edition = editionOfYear(Number(year));
		if (!edition) throw new Error(`no edition ${year}`);
		await fillEntries(databaseAt(origins.database, Number(year)), edition, count);
	}
	const page = (path: string) => new URL(path, origins.app);
	const load = (url: URL, connections: number, headers: Record<string, string> = {}) =>
		drive({ url: url.href, host: usual, connections, duration: seconds, headers });

	// Everything is asked once before it is timed.
	for (const path of ["/", "/starting-list"]) await load(page(path), 5);
	await load(origins.hello, 5);

	const cached: Report["cached"] = [];
	for (const connections of [1, 10, 50]) {
		const bare = await load(origins.hello, connections);
		for (const path of ["/", "/starting-list"]) {
			const measured = await load(page(path), connections);
			const bareAgain = await load(origins.hello, connections);
			const reference = (bare.requestsPerSecond + bareAgain.requestsPerSecond) / 2;
			cached.push({ path, connections, ...measured, ratio: measured.requestsPerSecond / reference });
		}
	}

	const bareMedian = median(await times(origins.hello, { Host: usual }, 300));
	const uncachedPages: Report["uncached"] = [];
	for (const path of ["/", "/news", "/starting-list", "/results", "/documents", "/login"]) {
		const headers = { Host: usual, ...uncached };
		await times(page(path), headers, 30);
		const counted = await ask(new URL(path, origins.counting), headers);
		const median50 = median(await times(page(path), headers, 150));
		uncachedPages.push({
			path,
			p50: median50,
			overBare: median50 - bareMedian,
			bytes: counted.bytes,
			gzip: counted.gzip,
			brotli: counted.brotli,
			d1Trips: counted.trips,
			d1Statements: counted.statements,
		});
	}

	const growth: Report["growth"] = [];
	for (const [year, entries] of Object.entries(sizes)) {
		const headers = { Host: `${year}.localhost`, ...uncached };
		const url = page("/starting-list");
		await times(url, headers, 20);
		const counted = await ask(new URL("/starting-list", origins.counting), headers);
		const p50 = median(await times(url, headers, 80));
		growth.push({
			entries,
			p50,
			bytes: counted.bytes,
			brotli: counted.brotli,
			d1Statements: counted.statements,
		});
	}

	const beside: Report["beside"] = [];
	beside.push({ what: "reads alone", ...(await load(page("/starting-list"), 10)) });
	for (const [what, work] of Object.entries({ logins, uploads })) {
		const [reads, other] = await Promise.all([load(page("/starting-list"), 10), work()]);
		beside.push({ what: `reads beside ${what} (${other.ok + other.refused} done)`, ...reads });
	}

	const report: Report = {
		at: new Date().toISOString(),
		commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
		machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
		bareMedian,
		cached,
		uncached: uncachedPages,
		growth,
		beside,
		flightLogs: await measureFlightLogs(origins),
		worker: { gzip: gzipSync(source).byteLength, brotli: brotliCompressSync(source).byteLength },
	};
	mkdirSync("bench/results", { recursive: true });
	const latest = "bench/results/latest.json";
	const earlier = existsSync(latest) ? (JSON.parse(readFileSync(latest, "utf8")) as Report) : null;
	writeFileSync(latest, `${JSON.stringify(report, null, "\t")}\n`);
	printReport(report, earlier);
} finally {
	await miniflare.dispose();
}

interface Counted {
	readonly bytes: number;
	readonly gzip: number;
	readonly brotli: number;
	readonly trips: number;
	readonly statements: number;
}

/** One request to the counting Worker. */
async function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<Counted> {
	const { get } = await import("node:http");
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
					trips: Number(response.headers["x-d1-trips"]),
					statements: Number(response.headers["x-d1-statements"]),
				});
			});
		}).on("error", (error) => reject(new Error(`${url.href}: ${error.message}`)));
	});
}

/** Wrong passwords of people there are none of: each costs as much as a right one. */
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
	const { uploadBody } = await import("./flight-logs");
	const { body, contentType } = await uploadBody(origins);
	return drive({
		url: new URL("/api/igc", origins.app).href,
		host: usual,
		connections: 2,
		duration: seconds,
		method: "POST",
		headers: { "Content-Type": contentType },
		body,
	});
}
