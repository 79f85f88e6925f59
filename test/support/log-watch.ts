import { afterAll, afterEach, expect } from "vitest";
import { leaksIn, spellingsOf } from "./log-leaks";

/*
 * Every secret that a test sends is a canary: what the Worker writes to its log while the tests of a file run must hold none of them, and
 * nothing that looks like one. The test during which it does fails.
 */

const canaries = new Set<string>();
const leaks: string[] = [];

const isSecret = (name: string) => /password|token|signature|^(email|secret|code|ticket)$/i.test(name);

/** Beginnings of paths behind which a right stands. */
const rights = /^\/(?:duty|erase-account|igc\/(?:receipt|mine)|api\/igc\/file)\/([^/]+)/;

function add(value: unknown): void {
	if (typeof value === "string") for (const spelling of spellingsOf(value)) canaries.add(spelling);
}

/** Notes what a request carries that must not get into the log: passwords, tokens, cookies, addresses. */
export async function noteSecrets(request: Request): Promise<void> {
	const { headers } = request;
	add(headers.get("Authorization")?.replace(/^Bearer +/i, ""));
	for (const [, value] of headers.get("Cookie")?.matchAll(/=([^;]+)/g) ?? []) add(value);
	add(headers.get("CF-Connecting-IP"));
	const { pathname, searchParams } = new URL(request.url);
	add(rights.exec(pathname)?.[1]);
	for (const [name, value] of searchParams) if (isSecret(name)) add(value);
	for (const [name, value] of await fieldsOf(request)) if (isSecret(name)) add(value);
}

/** Fields of a form or of a JSON object, as far as there are some. */
async function fieldsOf(request: Request): Promise<(readonly [string, unknown])[]> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!request.body || !/json|urlencoded/.test(type)) return [];
	const text = new TextDecoder().decode(await request.clone().arrayBuffer());
	if (type.includes("urlencoded")) return [...new URLSearchParams(text)];
	try {
		const body: unknown = JSON.parse(text);
		return typeof body === "object" && body !== null ? Object.entries(body) : [];
	} catch {
		return [...text.matchAll(/"(\w+)"\s*:\s*"([^"]*)"/g)].map(([, name = "", value]) => [name, value]);
	}
}

/** Looks for secrets in a line of the Worker's log. */
export function lookThrough(line: string): void {
	for (const leak of leaksIn(line, canaries)) leaks.push(`${leak} in ${line}`);
}

/** Fails where one of the lines since the last time held a secret. */
export function expectNoLeaks(): void {
	expect(leaks.splice(0)).toEqual([]);
}

/** Before a test file, so that it is blamed for its own secrets only. */
export function forgetSecrets(): void {
	canaries.clear();
}

let watched = false;

/** Looks through everything that a test file writes to the log from now on. */
export function watchLog(): void {
	forgetSecrets();
	if (!watched) watchConsole();
	watched = true;
	afterEach(expectNoLeaks);
	afterAll(expectNoLeaks);
}

function watchConsole(): void {
	for (const level of ["log", "error", "warn", "info", "debug"] as const) {
		const write = console[level].bind(console);
		console[level] = (...values: unknown[]) => {
			lookThrough(values.map((value) => (value instanceof Error ? value.stack : String(value))).join(" "));
			write(...values);
		};
	}
}
