/*
 * Miniflare calls the bindings of a local Worker from Node synchronously: Node waits on a cell, which another thread changes and then
 * notifies. If that thread is interrupted between the two, it wakes the wait of the next call, whose answer is not there yet, and every
 * later call fails with `AssertionError: false == true`. Miniflare mended this after the version that we use
 * (https://github.com/cloudflare/workers-sdk/pull/15552); until then no wait without a timeout ends before the cell has changed.
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
