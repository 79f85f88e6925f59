import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import workerThreads from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { poolOfThread } from "../../scripts/local/steady-calls";

/** Notifies who waits twice without a change, as a late thread does, and then with one. */
const lateThread = `
	const { workerData: cells } = require("node:worker_threads");
	for (let late = 0; late < 2; late++) while (Atomics.notify(cells, 0) === 0);
	Atomics.store(cells, 0, 1);
	Atomics.notify(cells, 0);
`;

test("a wait goes on until the cell has changed, even if notified before", () => {
	const cells = new Int32Array(new SharedArrayBuffer(4));
	const thread = new workerThreads.Worker(lateThread, { eval: true, workerData: cells });
	onTestFinished(async () => void (await thread.terminate()));
	Atomics.wait(cells, 0, 0);
	expect(cells[0]).toBe(1);
});

/** Says with which options a pool of connections is made in the words of Miniflare. */
const threadWithPool = `
	class Pool { constructor(_, options) { require("node:worker_threads").parentPort.postMessage(options); } }
	const url = "http://localhost";
	${poolOfThread} headersTimeout: 0 });
`;

test("the thread that asks for bindings keeps no connection, which could be closed before the next call", async () => {
	const miniflare = readFileSync(createRequire(import.meta.url).resolve("miniflare"), "utf8");
	expect(miniflare.split(poolOfThread), "pools of Miniflare's thread").toHaveLength(2);
	const thread = new workerThreads.Worker(threadWithPool, { eval: true });
	expect(await once(thread, "message")).toEqual([{ headersTimeout: 0, pipelining: 0 }]);
});
