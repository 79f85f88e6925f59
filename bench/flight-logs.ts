import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { buildSync } from "esbuild";
import { Miniflare } from "miniflare";
import { newestEdition } from "../editions/index";
import { igcFile } from "../scripts/demo/igc-generator";
import { databaseAt } from "./database";
import { post } from "./load";
import type { Report } from "./report";
import type { BenchWorkers } from "./workers";

/** The only edition that takes flight logs. */
const { year } = newestEdition();

/** One fix every four seconds. */
function flight(fixes: number): Uint8Array<ArrayBuffer> {
	return new Uint8Array(igcFile({ fixes, extensions: true }));
}

/** Milliseconds of one reading in workerd: many readings of one upload, minus none. */
async function measureReading(): Promise<number> {
	const built = buildSync({
		stdin: {
			contents: `import { readFlightLog } from "./app/lib/flights/igc-file/read-flight-log";
export default { async fetch(request) {
	const bytes = new Uint8Array(await request.arrayBuffer());
	const times = Number(new URL(request.url).searchParams.get("times"));
	let fixes = 0;
	for (let i = 0; i < times; i++) { const reading = readFlightLog(bytes); if (reading.ok) fixes = reading.log.fixes.valid.length; }
	return new Response(String(fixes));
} };`,
			resolveDir: process.cwd(),
			loader: "ts",
		},
		bundle: true,
		format: "esm",
		write: false,
	});
	const miniflare = new Miniflare({
		modules: [{ type: "ESModule", path: "index.js", contents: built.outputFiles[0]?.text ?? "" }],
		compatibilityDate: "2026-04-01",
	});
	try {
		const url = await miniflare.ready;
		const body = flight(30_000);
		const rounds = 20;
		const time = async (times: number) => {
			const start = performance.now();
			const fixes = await (await fetch(new URL(`/?times=${times}`, url), { method: "POST", body })).text();
			if (times > 0 && Number(fixes) !== 30_000) throw new Error(`${fixes} fixes were read`);
			return performance.now() - start;
		};
		await time(1);
		const without = await time(0);
		return ((await time(rounds)) - without) / rounds;
	} finally {
		await miniflare.dispose();
	}
}

/** Bytes that the workerd processes of this run hold. */
function residentMemory(): number {
	const children = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], {
		encoding: "utf8",
	});
	let bytes = 0;
	for (const line of children.split("\n").filter((text) => text.includes("workerd"))) {
		const status = readFileSync(`/proc/${line.trim().split(" ")[0]}/status`, "utf8");
		bytes += Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
	}
	return bytes;
}

/**
 * A log of nearly 10 MB, the limit of an upload: nearly a day with a fix a second, and a line of the recorder's own with each. With fixes
 * alone it would have more of them than are read.
 */
function largestLog(): Uint8Array<ArrayBuffer> {
	const fixes = 80_000;
	const limit = 10 * 1024 * 1024 - 20_000;
	const left = limit - igcFile({ fixes, interval: 1, extensions: true }).byteLength;
	const line = `LXXX${"0".repeat(Math.floor(left / fixes) - 6)}`;
	const insert = Object.fromEntries(Array.from({ length: fixes }, (_, index) => [index, [line]]));
	return new Uint8Array(igcFile({ fixes, interval: 1, extensions: true, insert }));
}

/** The multipart body of one upload for an accepted pilot on the first day. */
export async function uploadBody(
	origins: BenchWorkers["origins"],
	bytes: Uint8Array<ArrayBuffer> = flight(3_000),
) {
	const query = "SELECT id FROM competition_days ORDER BY date LIMIT 1";
	const [day] = await databaseAt(origins.database, year).run([[query, []]]);
	const form = new FormData();
	form.set("pilot", "registration-1");
	form.set("day", String(day?.id));
	form.set("igc", new File([bytes], "flight.igc"));
	const response = new Response(form);
	return {
		body: Buffer.from(await response.arrayBuffer()),
		contentType: response.headers.get("Content-Type") ?? "",
	};
}

export async function measureFlightLogs(origins: BenchWorkers["origins"]): Promise<Report["flightLogs"]> {
	const read30000 = await measureReading();
	const large = largestLog();
	const { body, contentType } = await uploadBody(origins, large);
	const before = residentMemory();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, residentMemory());
	}, 15);
	const status = await post(
		new URL("/api/igc", origins.app),
		{ Host: `${year}.localhost`, "Content-Type": contentType },
		body,
	);
	clearInterval(watch);
	if (status >= 300) throw new Error(`The upload of 10 MB is answered ${status}`);
	return { read30000, memoryOf10MB: most - before, statusOf10MB: status };
}
