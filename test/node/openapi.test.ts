import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { type ApiCall, apiCallsOf } from "~/lib/openapi/api-calls";
import { describeApi } from "~/lib/openapi/describe-api";

/** The routes of the API as modules; the Worker has them from its build. */
const modules = import.meta.glob<Record<string, unknown>>("../../app/routes/api.*.ts", { eager: true });

function calls(): ApiCall[] {
	const routes = Object.fromEntries(
		Object.entries(modules).map(([file, module]) => {
			const id = file.replace(/^.*\/routes\//, "").replace(/\.ts$/, "");
			const path = id
				.replace(/\._index$/, "")
				.replace("[.]", "\0")
				.replaceAll(".", "/")
				.replace("\0", ".")
				.replaceAll("$", ":");
			return [id, { id, path, module }];
		}),
	);
	return apiCallsOf(routes as unknown as Parameters<typeof apiCallsOf>[0]);
}

const about = { title: "Glider Cup 2025 API", version: "1.7.2", server: "https://glidercup.example" };

test("the description of the API satisfies an independent linter", async () => {
	const config = await createConfig({
		extends: ["recommended"],
		// Our example domain is meant; every call may answer 5xx, and the public ones nothing in between.
		rules: { "no-server-example.com": "off", "operation-4xx-response": "off" },
	});
	const problems = await lintFromString({
		source: JSON.stringify(describeApi(calls(), about)),
		absoluteRef: "openapi.json",
		config,
	});
	expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("every call says in a few words what it does, under a name of its own", () => {
	const description = z
		.object({
			paths: z.record(
				z.string(),
				z.record(z.string(), z.object({ operationId: z.string(), summary: z.string().min(5) })),
			),
		})
		.parse(describeApi(calls(), about));
	const ids = Object.values(description.paths).flatMap((path) =>
		Object.values(path).map((one) => one.operationId),
	);
	expect(ids.length).toBeGreaterThan(20);
	expect(new Set(ids).size).toBe(ids.length);
});
