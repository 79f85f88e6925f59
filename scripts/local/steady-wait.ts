/*
 * Until Miniflare has https://github.com/cloudflare/workers-sdk/pull/15552, a late notification of one call to a binding wakes the next
 * one too early (decision 60). With this, no wait without a timeout ends before its cell has changed.
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
