import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { expect } from "vitest";
import { expectNoLeaks, lookThrough } from "./log-watch";

/*
 * The log of Workers that tests in Node start from the build: it must hold none of the secrets that the tests of the file have sent.
 */

const seen = { workers: 0, requests: 0 };

function read(line: string): void {
	lookThrough(line);
	if (line.includes('"event":"request"')) seen.requests += 1;
	// What went wrong helps whoever looks for the reason of a failed test.
	if (!line.includes('"level":"info"')) console.error(line);
}

/** Reads all that a Worker writes until it is disposed of; handed to Miniflare as `handleRuntimeStdio`. */
export function watchOutput(...streams: readonly Readable[]): void {
	seen.workers += 1;
	for (const input of streams) createInterface({ input }).on("line", read);
}

/** Fails when one of the Workers has told a secret, or all of them nothing: then nobody was listening. */
export function lookThroughOutput(): void {
	expectNoLeaks();
	if (seen.workers > 0) expect(seen.requests, "requests in the Workers' log").toBeGreaterThan(0);
}
