import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { type Measured, quantile } from "./load";

/** Milliseconds. */
const turn = 50;

export interface Compared extends Measured {
	/** Requests/s of the reference. */
	readonly reference: number;
	/** Requests/s of the page by those of the reference. */
	readonly ratio: number;
}

interface Load {
	readonly headers: Readonly<Record<string, string>>;
	readonly connections: number;
	/** Of both together. */
	readonly seconds: number;
}

/**
 * Requests a reference and a page in turn, over connections that stay open. On a shared machine the speed of one
 * second differs from the next by a quarter and more; within a tenth of a second it changes little, and for both. Load
 * tools cannot take turns, and a long response costs them more time on a core that workerd needs.
 */
export async function compareInTurn(
	{ reference, page }: { readonly reference: URL; readonly page: URL },
	{ headers, connections, seconds }: Load,
): Promise<Compared> {
	const open = (url: URL) =>
		Promise.all(Array.from({ length: connections }, () => openConnection(url, headers)));
	const sides = [await open(reference), await open(page)] as const;
	const times: [number[], number[]] = [[], []];
	const spent: [number, number] = [0, 0];
	let errors = 0;
	const end = performance.now() + seconds * 1000;
	while (performance.now() < end) {
		for (const side of [0, 1] as const) {
			const start = performance.now();
			await Promise.all(
				sides[side].map(async (connection) => {
					while (performance.now() - start < turn) {
						const asked = performance.now();
						if ((await connection.ask()) !== 200) errors += 1;
						times[side].push(performance.now() - asked);
					}
				}),
			);
			spent[side] += performance.now() - start;
		}
	}
	for (const connection of sides.flat()) connection.close();
	const rates = [0, 1].map((side) => ((times[side]?.length ?? 0) / (spent[side] ?? 1)) * 1000);
	const [referenceRate = Number.NaN, rate = Number.NaN] = rates;
	const sorted = times[1].sort((a, b) => a - b);
	return {
		requestsPerSecond: rate,
		reference: referenceRate,
		ratio: rate / referenceRate,
		p50: quantile(sorted, 0.5),
		p99: quantile(sorted, 0.99),
		errors,
		ok: sorted.length - errors,
		refused: errors,
	};
}

interface Connection {
	/** Sends the request once. @returns the status of the whole response */
	readonly ask: () => Promise<number>;
	readonly close: () => void;
}

/** Sends one request again and again. */
async function openConnection(url: URL, headers: Readonly<Record<string, string>>): Promise<Connection> {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
	let answered: (status: number) => void = () => undefined;
	let failed: (error: Error) => void = () => undefined;
	let parts: Buffer[] = [];
	const onData = (part: Buffer) => {
		parts.push(part);
		const whole = parts.length === 1 ? part : Buffer.concat(parts);
		const status = statusOfWhole(whole);
		if (status === null) return;
		parts = [];
		answered(status);
	};
	const open = () =>
		new Promise<Socket>((resolve, reject) => {
			const made = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
			made.once("connect", () => resolve(made));
			made.once("error", reject);
			made.on("data", onData);
			made.on("error", (error) => failed(error));
			made.on("close", () => failed(new Error("closed")));
		});
	let socket = await open();
	const send = () =>
		new Promise<number>((resolve, reject) => {
			answered = resolve;
			failed = reject;
			socket.write(request);
		});
	return {
		// workerd sometimes closes a connection between two requests: sent again, as browsers do.
		ask: () =>
			send().catch(async () => {
				parts = [];
				socket = await open();
				return send();
			}),
		close: () => socket.destroy(),
	};
}

/** Null while a part of the response is missing. */
function statusOfWhole(answer: Buffer): number | null {
	const end = answer.indexOf("\r\n\r\n");
	if (end === -1) return null;
	const head = answer.toString("latin1", 0, end);
	const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
	if (length === undefined) throw new Error("The answer does not say how long it is");
	return answer.byteLength < end + 4 + Number(length) ? null : Number(head.slice(9, 12));
}
