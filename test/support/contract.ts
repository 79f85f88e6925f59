import * as build from "virtual:remix/server-build";
import { expect } from "vitest";
import { z } from "zod";
import { apiCallsOf } from "~/lib/api/api-calls";
import { statusesOf } from "~/lib/api/describe-api";

const calls = apiCallsOf(build.routes).map((apiCall) => ({
	...apiCall,
	pattern: new RegExp(`^${apiCall.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
	literal: apiCall.path.split("{").length,
}));

const error = z.object({
	msg: z.string().min(1),
	errors: z.record(z.string(), z.string()).optional(),
	id: z.string().optional(),
});

/**
 * Holds an answer of the API against the description generated from the routes: its status is one of those
 * declared, its JSON has the declared shape. Every test that calls the API is a test of the contract by this.
 */
export async function holdToDescription(method: string, path: string, response: Response): Promise<void> {
	const pathname = path.split("?")[0] ?? path;
	const [found] = calls
		.filter((call) => call.method === method && call.pattern.test(pathname))
		.sort((a, b) => a.literal - b.literal);
	if (!found) return;
	const what = `${method} ${found.path}`;
	if (response.status === 304) return;
	expect(statusesOf(found), `${what} answers a status it does not declare`).toContain(response.status);
	if (response.status >= 400) {
		const shape = (response.status === 503 && found.call.unhealthy) || error;
		expect(shape.safeParse(await response.json()).error?.issues ?? [], `${what}: shape of a refusal`).toEqual(
			[],
		);
		return;
	}
	if (typeof found.call.response === "string") {
		expect(response.headers.get("Content-Type"), what).toMatch(new RegExp(`^${found.call.response}(;|$)`));
		return;
	}
	const parsed = found.call.response.safeParse(await response.json());
	expect(parsed.error?.issues ?? [], `${what}: shape of the answer`).toEqual([]);
}
