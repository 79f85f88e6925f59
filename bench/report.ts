import type { Measured } from "./load";
import type { Compared } from "./turns";

interface Counted {
	readonly bytes: number;
	readonly gzip: number;
	readonly brotli: number;
	readonly d1Trips: number;
	readonly d1Statements: number;
}

/** The measurements of one run; times in milliseconds. */
export interface Report {
	readonly at: string;
	readonly commit: string;
	readonly machine: string;
	/** Pages from the edge cache, compared with the bare Worker. */
	readonly cached: (Compared & { readonly path: string; readonly connections: number })[];
	/** Over one connection, compared with an empty Remix page. */
	readonly uncached: (Counted & {
		readonly path: string;
		readonly p50: number;
		readonly p99: number;
		/** The median by that of the empty page. */
		readonly slower: number;
	})[];
	/** The uncached starting list. */
	readonly growth: (Counted & { readonly entries: number; readonly p50: number; readonly p99: number })[];
	/** Cached reads beside `other` requests of another kind. */
	readonly beside: (Measured & { readonly what: string; readonly other: number })[];
	readonly flightLogs: {
		/** Milliseconds to read a log of 30,000 fixes. */
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
const mega = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function since(now: number, then: number | undefined): string {
	if (then === undefined) return "";
	return `${now >= then ? "+" : "−"}${Math.abs((now / then - 1) * 100).toFixed(0)} %`;
}

interface Table {
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

function tablesOf(report: Report, earlier: Report | null): Table[] {
	return [
		limitsTable(report),
		cachedTable(report, earlier),
		uncachedTable(report, earlier),
		growthTable(report, earlier),
		besideTable(report),
	];
}

function cachedTable({ cached }: Report, earlier: Report | null): Table {
	return {
		title: "From the edge cache",
		head: ["page", "connections", "requests/s", "of bare", "earlier", "p50 ms", "p99 ms", "errors"],
		rows: cached.map((row) => {
			const then = earlier?.cached.find((e) => e.path === row.path && e.connections === row.connections);
			return [
				...[row.path, whole(row.connections), whole(row.requestsPerSecond), fine(row.ratio)],
				...[then ? fine(then.ratio) : "", fine(row.p50), fine(row.p99), whole(row.errors)],
			];
		}),
	};
}

function uncachedTable({ uncached }: Report, earlier: Report | null): Table {
	return {
		title: "Made for one reader, one connection, in turn with an empty Remix page",
		head: [
			...["page", "p50 ms", "p99 ms", "of the empty page's median", "earlier"],
			...["bytes", "gzip", "brotli", "D1 trips", "D1 statements"],
		],
		rows: uncached.map((row) => {
			const then = earlier?.uncached.find((e) => e.path === row.path);
			return [
				...[row.path, fine(row.p50), fine(row.p99), fine(row.slower), then ? fine(then.slower) : ""],
				...[whole(row.bytes), kilo(row.gzip), kilo(row.brotli), whole(row.d1Trips), whole(row.d1Statements)],
			];
		}),
	};
}

function growthTable({ growth }: Report, earlier: Report | null): Table {
	return {
		title: "Starting list by entries, uncached",
		head: ["entries", "p50 ms", "p99 ms", "since earlier", "bytes", "brotli", "D1 trips", "D1 statements"],
		rows: growth.map((row) => {
			const then = earlier?.growth.find((e) => e.entries === row.entries);
			return [
				...[whole(row.entries), fine(row.p50), fine(row.p99), since(row.p50, then?.p50)],
				...[whole(row.bytes), kilo(row.brotli), whole(row.d1Trips), whole(row.d1Statements)],
			];
		}),
	};
}

function besideTable({ beside }: Report): Table {
	return {
		title: "Cached starting list, ten connections",
		head: ["", "requests/s", "p50 ms", "p99 ms", "errors", "of the other"],
		rows: beside.map((row) => [
			...[row.what, whole(row.requestsPerSecond), fine(row.p50), fine(row.p99)],
			...[whole(row.errors), whole(row.other)],
		]),
	};
}

/** Their content is the bulk of their time. */
const heavyPages: readonly string[] = ["/starting-list", "/igc"];

function limitsTable({ cached, uncached, growth, flightLogs, worker }: Report): Table {
	const lowest = Math.min(...cached.map(({ ratio }) => ratio));
	const slowestOf = (pages: Report["uncached"]) => Math.max(...pages.map(({ slower }) => slower));
	const heavy = slowestOf(uncached.filter(({ path }) => heavyPages.includes(path)));
	const usual = slowestOf(
		uncached.filter(({ path }) => !path.startsWith("/api/") && !heavyPages.includes(path)),
	);
	const few = growth.find(({ entries }) => entries === 10);
	const many = growth.find(({ entries }) => entries === 1_000);
	const slower = few && many ? many.p50 / few.p50 : Number.NaN;
	const larger = few && many ? many.bytes / few.bytes : Number.NaN;
	const row = (what: string, measured: string, limit: string, holds: boolean) => [
		...[what, measured, limit, holds ? "yes" : "no"],
	];
	return {
		title: "Limits",
		head: ["what", "measured", "limit", "holds"],
		rows: [
			row("cached pages of the bare Worker's requests/s, lowest", fine(lowest), "≥ 0.70", lowest >= 0.7),
			row("uncached page by the empty Remix page, highest median", fine(usual), "≤ 3.50", usual <= 3.5),
			row("the same of the starting list of 100 and /igc", fine(heavy), "≤ 6.50", heavy <= 6.5),
			row(
				"starting list, p50 of 1,000 entries by that of 10",
				fine(slower),
				`≤ ${fine(larger)} (bytes)`,
				slower <= larger,
			),
			row(
				"flight log of 30,000 fixes",
				`${fine(flightLogs.read30000)} ms`,
				"< 50 ms",
				flightLogs.read30000 < 50,
			),
			row(
				`workerd's growth during an upload of 10 MB (answer ${flightLogs.statusOf10MB})`,
				mega(flightLogs.memoryOf10MB),
				"< 90 MB",
				flightLogs.memoryOf10MB < 90_000_000,
			),
			row("Worker, gzip", kilo(worker.gzip), "≤ 1,000 kB", worker.gzip <= 1_000_000),
		],
	};
}

const headOf = ({ at, commit, machine }: Report) => `${at}, commit ${commit}: ${machine}`;

/** For the terminal. */
export function reportAsText(report: Report, earlier: Report | null): string {
	const tables = tablesOf(report, earlier).map(({ title, head, rows }) => {
		const all = [head, ...rows];
		const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
		const aligned = (cell: string, i: number) =>
			i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
		return [title, ...all.map((row) => row.map(aligned).join("  "))].join("\n");
	});
	const compared = earlier ? `compared with ${headOf(earlier)}` : "no earlier run to compare with";
	return [headOf(report), compared, "", tables.join("\n\n")].join("\n");
}

/** For docs/performance.md. */
export function reportAsMarkdown(report: Report, earlier: Report | null): string {
	const tables = tablesOf(report, earlier).map(({ title, head, rows }) => {
		const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
		const rule = head.map((_, i) => (i === 0 ? "---" : "---:"));
		return [`### ${title}`, "", line(head), line(rule), ...rows.map(line)].join("\n");
	});
	return [`Measured ${headOf(report)}.`, ...tables].join("\n\n");
}
