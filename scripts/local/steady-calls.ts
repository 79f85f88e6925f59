import workerThreads, { type WorkerOptions } from "node:worker_threads";

/*
 * Mends the calls to bindings of a local Worker for which Miniflare makes Node wait, on a cell that another thread sets and then
 * notifies. On a busy machine a late notification wakes the next call, which finds no answer: so no wait without a timeout ends before
 * its cell has changed, until Miniflare has https://github.com/cloudflare/workers-sdk/pull/15552. And the thread that asks keeps no
 * connection: workerd closes one after 5 s, and a process that did not run meanwhile would ask on it all the same.
 */

const { wait } = Atomics;

Object.assign(Atomics, {
	wait(cells: Int32Array, index: number, value: number, timeout?: number) {
		let result = wait(cells, index, value, timeout);
		while (result === "ok" && timeout === undefined && Atomics.load(cells, index) === value) {
			result = wait(cells, index, value);
		}
		return result;
	},
});

/** Where Miniflare's thread makes its pool of connections. */
export const poolOfThread = "new Pool(new URL(url).origin, {";

const { Worker } = workerThreads;

workerThreads.Worker = class extends Worker {
	constructor(script: string | URL, options?: WorkerOptions) {
		const text = options?.eval && String(script).replace(poolOfThread, `${poolOfThread} pipelining: 0,`);
		super(text || script, options);
	}
};
