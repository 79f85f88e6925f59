import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, expect } from "vitest";
import { expectNoLeaks, forgetSecrets, lookThrough, noteSecrets } from "./log-watch";

/*
 * The log of Workers that tests in Node start from the build: it must hold none of the secrets that the tests of the file have sent.
 */

const seen = { workers: 0, requests: 0 };

function read(line: string): void {
	lookThrough(line);
	if (line.includes('"event":"request"')) seen.requests += 1;
	// What went wrong helps to find the reason of a failed test.
	if (!line.includes('"level":"info"')) console.error(line);
}

/** Reads all that a Worker writes until it is disposed of; handed to Miniflare as `handleRuntimeStdio`. */
export function watchOutput(...streams: readonly Readable[]): void {
	seen.workers += 1;
	for (const input of streams) createInterface({ input }).on("line", read);
}

let watched = false;

/** Looks through the output of all Workers that a test file starts, for the secrets that it sends itself. */
export function watchOutputOfFile(): void {
	seen.workers = 0;
	seen.requests = 0;
	forgetSecrets();
	if (!watched) watchFetch();
	watched = true;
	// Runs after the hooks of the test file, in which it ends its Workers.
	afterAll(lookThroughOutput);
}

function watchFetch(): void {
	const send = globalThis.fetch;
	globalThis.fetch = async (input, init) => {
		await noteSecrets(input instanceof Request ? input.clone() : new Request(input, init));
		return send(input, init);
	};
}

/** Fails when one of the Workers has told a secret, or all of them nothing: then nobody was listening. */
function lookThroughOutput(): void {
	expectNoLeaks();
	if (seen.workers > 0) expect(seen.requests, "requests in the Workers' log").toBeGreaterThan(0);
}
