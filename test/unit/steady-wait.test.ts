import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import "../../scripts/local/steady-wait";

/** Notifies who waits twice without a change, as a late thread does, and then with one. */
const lateThread = `
	const { workerData: cells } = require("node:worker_threads");
	for (let late = 0; late < 2; late++) while (Atomics.notify(cells, 0) === 0);
	Atomics.store(cells, 0, 1);
	Atomics.notify(cells, 0);
`;

test("a wait goes on until the cell has changed, whoever notifies before", () => {
	const cells = new Int32Array(new SharedArrayBuffer(4));
	const thread = new Worker(lateThread, { eval: true, workerData: cells });
	onTestFinished(async () => void (await thread.terminate()));
	Atomics.wait(cells, 0, 0);
	expect(cells[0]).toBe(1);
});
