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
	seconds = Number.POSITIVE_INFINITY,
): Promise<number[]> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
	const taken: number[] = [];
	const end = performance.now() + seconds * 1000;
	while (taken.length < most && (taken.length < 3 || performance.now() < end)) {
		taken.push(await time(url, headers, agent));
	}
	agent.destroy();
	return taken.sort((a, b) => a - b);
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

/** @param host names the edition */
export function pageOf(url: URL, host: string): Promise<{ readonly status: number; readonly text: string }> {
	return new Promise((resolve, reject) => {
		http
			.get(url, { headers: { Host: host }, agent: false }, (response) => {
				const parts: Buffer[] = [];
				response.on("data", (part: Buffer) => parts.push(part));
				response.on("end", () =>
					resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
				);
			})
			.on("error", reject);
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
