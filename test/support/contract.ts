import { expect } from "vitest";
import { z } from "zod";
import { apiPathOf } from "~/lib/api/answer-call.server";
import { statusesOf } from "~/lib/api/describe-api";

const error = z.object({
	msg: z.string().min(1),
	errors: z.record(z.string(), z.string()).optional(),
	id: z.string().optional(),
});

/**
 * Holds an answer of the API against the description generated from the calls: its status is one of those
 * declared, its JSON has the declared shape. Every test that calls the API is a test of the contract by this.
 */
export async function holdToDescription(method: string, path: string, response: Response): Promise<void> {
	const [pathname = ""] = path.split("?");
	const found = apiPathOf(pathname)?.calls.find((call) => call.method === method);
	if (!found) return;
	const what = `${method} ${found.path}`;
	if (response.status === 304) return;
	expect(statusesOf(found), `${what} answers a status it does not declare`).toContain(response.status);
	if (response.status >= 400) {
		const shape = (response.status === 503 && found.unhealthy) || error;
		expect(shape.safeParse(await response.json()).error?.issues ?? [], `${what}: shape of a refusal`).toEqual(
			[],
		);
		return;
	}
	if (typeof found.response === "string") {
		expect(response.headers.get("Content-Type"), what).toMatch(new RegExp(`^${found.response}(;|$)`));
		return;
	}
	const parsed = found.response.safeParse(await response.json());
	expect(parsed.error?.issues ?? [], `${what}: shape of the answer`).toEqual([]);
}
