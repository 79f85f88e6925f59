import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newestEdition } from "~editions/index";
import { type DevServer, startDevServer } from "../../scripts/local/dev-server";
import { freePortFrom } from "../../scripts/local/ports";
import { startFront } from "../../scripts/serve/front";
import { makePlace, updateDatabases } from "../../scripts/serve/served-place";

/*
 * The memory of `npm run serve` under the load of a flying day in an hour: 300 phones that look at a page twice a minute for ten
 * hours are 360,000 requests, so 100 a second. `SERVE_MINUTES=60` does all of it; the soak does a tenth.
 */

const minutes = Number(process.env.SERVE_MINUTES ?? 6);
const perSecond = 100;
/** Milliseconds between two bursts. */
const interval = 50;
const paths = [
	"/",
	"/results",
	"/statuses",
	"/starting-list",
	"/news",
	"/days",
	"/api/news",
	"/api/results/top",
];
const folder = mkdtempSync(join(tmpdir(), "serve-load-"));
let server: DevServer;
let stopFront: () => Promise<void>;
let port = 0;

beforeAll(async () => {
	const place = makePlace(folder);
	await updateDatabases(place, () => {});
	const workerPort = await freePortFrom(18_960);
	port = await freePortFrom(18_980);
	server = await startDevServer(place, workerPort, { log: () => {} });
	stopFront = await startFront({ port, workerPort, certificate: null, trustedProxy: "127.0.0.1" });
}, 600_000);

afterAll(async () => {
	await stopFront();
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Resident bytes of workerd and of this process, in which the front is. */
function memoryInUse() {
	const lines = execFileSync("ps", ["-o", "comm=,rss=", "--ppid", String(process.pid)], { encoding: "utf8" });
	const workers = lines.split("\n").filter((line) => line.includes("workerd"));
	const workerd = workers.reduce((sum, line) => sum + 1024 * Number(line.trim().split(/\s+/).at(-1)), 0);
	return { workerd, front: process.memoryUsage().rss };
}

/** A reader of one path; some pass the cache by. */
function read(n: number): Promise<number> {
	const headers = {
		Host: `${newestEdition().year}.glidercup.example`,
		"X-Forwarded-Proto": "https",
		"X-Forwarded-For": `10.${n % 200}.${n % 251}.1`,
		"Accept-Encoding": "gzip",
		...(n % 10 === 0 && { Cookie: "flash={}" }),
	};
	return new Promise((resolve, reject) => {
		const sent = request({ port, path: paths[n % paths.length], headers, agent: false }, (response) => {
			response.resume().on("end", () => resolve(response.statusCode ?? 0));
		});
		sent.on("error", reject).end();
	});
}

test(
	"the load of a flying day in an hour makes the memory grow to a level, and no further",
	async () => {
		const seen = new Map<number, number>();
		const answers: Promise<void>[] = [];
		const samples: ReturnType<typeof memoryInUse>[] = [];
		let n = 0;
		const until = Date.now() + minutes * 60_000;
		for (let nextSample = Date.now(); Date.now() < until; ) {
			for (let burst = 0; burst < (perSecond * interval) / 1000; burst += 1) {
				n += 1;
				answers.push(read(n).then((status) => void seen.set(status, (seen.get(status) ?? 0) + 1)));
			}
			if (Date.now() >= nextSample) {
				nextSample += (minutes * 60_000) / 12;
				await Promise.all(answers.splice(0));
				samples.push(memoryInUse());
				await server.runSchedule();
			}
			await pause(interval);
		}
		await Promise.all(answers);
		const megabytes = ({ workerd, front }: (typeof samples)[number]) =>
			`${Math.round(workerd / 1e6)}+${Math.round(front / 1e6)}`;
		console.log(`${n} requests in ${minutes} min, MB of workerd+front: ${samples.map(megabytes).join(" ")}`);
		expect([...seen.keys()]).toEqual([200]);
		// The first third fills caches and compiles; after it nothing may grow with the number of requests.
		const highest = (part: "workerd" | "front", of: typeof samples) =>
			Math.max(...of.map((one) => one[part]));
		const [early, late] = [samples.slice(2, 6), samples.slice(-3)];
		expect(highest("workerd", late)).toBeLessThan(highest("workerd", early) * 1.15);
		expect(highest("front", late)).toBeLessThan(highest("front", early) * 1.15);
	},
	2 * 3_600_000,
);
