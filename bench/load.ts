import http from "node:http";
import autocannon from "autocannon";

export interface Load {
	readonly url: string;
	readonly host: string;
	readonly connections: number;
	/** Seconds. */
	readonly duration: number;
	readonly method?: "GET" | "POST";
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
}

export interface Measured {
	readonly requestsPerSecond: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
	readonly errors: number;
	/** Responses with a 2xx status. */
	readonly ok: number;
	readonly refused: number;
}

export async function drive({
	url,
	host,
	connections,
	duration,
	method,
	headers,
	body,
}: Load): Promise<Measured> {
	const result = await autocannon({
		url,
		connections,
		duration,
		method: method ?? "GET",
		headers: { host, ...headers },
		...(body ? { body } : {}),
	});
	return {
		requestsPerSecond: result.requests.average,
		p50: result.latency.p50,
		p99: result.latency.p99,
		errors: result.errors + result.timeouts,
		ok: result["2xx"],
		refused: result.non2xx,
	};
}

/**
 * Sorted milliseconds of requests one after another; the load tool measures only whole ones.
 * @param most requests; fewer, but at least three, when `seconds` are over
 */
export async function times(
	url: URL,
	headers: Readonly<Record<string, string>>,
	most: number,
	seconds: number,
): Promise<number[]> {
	const [taken] = await timesInTurn([url], headers, most, seconds);
	return taken;
}

/** The same of several addresses, which take turns: one request each. */
export async function timesInTurn<Urls extends readonly [URL, ...URL[]]>(
	urls: Urls,
	headers: Readonly<Record<string, string>>,
	most: number,
	seconds: number,
): Promise<{ readonly [Index in keyof Urls]: number[] }> {
	const sides = urls.map((url) => ({
		url,
		agent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
		taken: [] as number[],
	}));
	const end = performance.now() + seconds * 1000;
	for (let turn = 0; turn < most && (turn < 3 || performance.now() < end); turn++) {
		for (const { url, agent, taken } of sides) taken.push(await time(url, headers, agent));
	}
	for (const { agent } of sides) agent.destroy();
	return sides.map(({ taken }) => taken.sort((a, b) => a - b)) as { [Index in keyof Urls]: number[] };
}

function time(url: URL, headers: Readonly<Record<string, string>>, agent: http.Agent): Promise<number> {
	return new Promise((resolve, reject) => {
		const start = performance.now();
		const request = http.get(url, { headers, agent }, (response) => {
			if (response.statusCode !== 200) reject(new Error(`${url.href} answered ${response.statusCode}`));
			response.resume();
			response.on("end", () => resolve(performance.now() - start));
		});
		request.on("error", (error: NodeJS.ErrnoException) => {
			// The server closed an idle connection, which says nothing about the page.
			if (request.reusedSocket && error.code === "ECONNRESET") resolve(time(url, headers, agent));
			else reject(new Error(`${url.href}: ${error.message}`));
		});
	});
}

/** @returns the status */
export function post(url: URL, headers: Readonly<Record<string, string>>, body: Buffer): Promise<number> {
	return new Promise((resolve, reject) => {
		const sent = { ...headers, "Content-Length": String(body.byteLength) };
		http
			.request(url, { method: "POST", headers: sent, agent: false }, (response) => {
				response.resume();
				response.on("end", () => resolve(response.statusCode ?? 0));
			})
			.on("error", (error) => reject(new Error(`${url.href}: ${error.message}`)))
			.end(body);
	});
}

/** @param share 0.5 for the median */
export function quantile(sorted: readonly number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
