import { afterEach, expect, test, vi } from "vitest";
import { loadChunk } from "~/browser/load-chunk";

afterEach(() => vi.useRealTimers());

test("a part of the scripts that comes is handed on", async () => {
	await expect(loadChunk(Promise.resolve("texts"))).resolves.toBe("texts");
});

test("one that fails fails at once", async () => {
	await expect(loadChunk(Promise.reject(new Error("offline")))).rejects.toThrow("offline");
});

test("one that does not come is given up after two minutes, not before", async () => {
	vi.useFakeTimers();
	let failure: unknown = null;
	const waiting = loadChunk(new Promise(() => {})).catch((error: unknown) => {
		failure = error;
	});
	await vi.advanceTimersByTimeAsync(119_999);
	expect(failure).toBeNull();
	await vi.advanceTimersByTimeAsync(1);
	await waiting;
	expect(failure).toBeInstanceOf(Error);
});
