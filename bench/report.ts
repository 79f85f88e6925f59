import type { Measured } from "./load";

export interface Report {
	readonly at: string;
	readonly commit: string;
	readonly machine: string;
	/** Milliseconds of one request to the bare Worker, one after another. */
	readonly bareMedian: number;
	/** Pages from the edge cache; `ratio` is their requests/s by the bare Worker's of the same minute. */
	cached: (Measured & { readonly path: string; readonly connections: number; readonly ratio: number })[];
	/** Pages made for one reader, one connection; milliseconds and bytes. */
	uncached: {
		readonly path: string;
		readonly p50: number;
		readonly overBare: number;
		readonly bytes: number;
		readonly gzip: number;
		readonly brotli: number;
		readonly d1Trips: number;
		readonly d1Statements: number;
	}[];
	/** The uncached starting list by the number of entries. */
	growth: {
		readonly entries: number;
		readonly p50: number;
		readonly bytes: number;
		readonly brotli: number;
		readonly d1Statements: number;
	}[];
	/** Cached reads while something else goes on. */
	beside: (Measured & { readonly what: string })[];
	readonly flightLogs: {
		/** Milliseconds of CPU to read a log of 30,000 fixes. */
		readonly read30000: number;
		/** Bytes by which workerd grew while it took a log of 10 MB. */
		readonly memoryOf10MB: number;
		readonly statusOf10MB: number;
	};
	/** Bytes of the Worker's bundle, compressed. */
	readonly worker: { readonly gzip: number; readonly brotli: number };
}

const whole = (value: number) => Math.round(value).toLocaleString("en");
const fine = (value: number) => value.toFixed(2);
const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

type Row = readonly (string | number)[];

function table(title: string, head: Row, rows: readonly Row[]): void {
	const all = [head, ...rows].map((row) => row.map(String));
	const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	console.log(`\n${title}`);
	for (const row of all) {
		console.log(
			row
				.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
				.join("  "),
		);
	}
}

/** Prints the figures, and beside those of an earlier run how they have changed. */
export function printReport(report: Report, earlier: Report | null): void {
	const before = (now: number, then: number | undefined) =>
		then === undefined ? "" : `${now >= then ? "+" : "−"}${Math.abs((now / then - 1) * 100).toFixed(0)} %`;
	console.log(`${report.at}  ${report.commit}  ${report.machine}`);
	console.log(`bare Worker, one after another: ${fine(report.bareMedian)} ms`);
	table(
		"From the edge cache",
		["page", "connections", "requests/s", "of bare", "p50 ms", "p99 ms", "errors", "ratio before"],
		report.cached.map((row) => {
			const then = earlier?.cached.find((e) => e.path === row.path && e.connections === row.connections);
			return [
				row.path,
				row.connections,
				whole(row.requestsPerSecond),
				fine(row.ratio),
				row.p50,
				row.p99,
				row.errors,
				then ? fine(then.ratio) : "",
			];
		}),
	);
	table(
		"Made for one reader (one connection)",
		[
			"page",
			"p50 ms",
			"over bare ms",
			"since before",
			"bytes",
			"gzip",
			"brotli",
			"D1 trips",
			"D1 statements",
		],
		report.uncached.map((row) => [
			row.path,
			fine(row.p50),
			fine(row.overBare),
			before(row.p50, earlier?.uncached.find((e) => e.path === row.path)?.p50),
			whole(row.bytes),
			kilo(row.gzip),
			kilo(row.brotli),
			row.d1Trips,
			row.d1Statements,
		]),
	);
	table(
		"Starting list by entries, uncached",
		["entries", "p50 ms", "bytes", "brotli", "D1 statements"],
		report.growth.map((row) => [
			row.entries,
			fine(row.p50),
			whole(row.bytes),
			kilo(row.brotli),
			row.d1Statements,
		]),
	);
	table(
		"Cached starting list, ten connections",
		["", "requests/s", "p50 ms", "p99 ms", "errors"],
		report.beside.map((row) => [row.what, whole(row.requestsPerSecond), row.p50, row.p99, row.errors]),
	);
	const { flightLogs, worker } = report;
	console.log(`\nFlight log of 30,000 fixes: ${fine(flightLogs.read30000)} ms`);
	console.log(
		`workerd's growth during a 10 MB upload: ${kilo(flightLogs.memoryOf10MB)} (answer ${flightLogs.statusOf10MB})`,
	);
	console.log(`Worker: ${kilo(worker.gzip)} gzip, ${kilo(worker.brotli)} brotli`);
}
