import { createExecutionContext, env } from "cloudflare:test";
import { expect, test } from "vitest";
import worker from "../../server";

test("the health of an edition is told by the API", async () => {
	const response = await worker.fetch(
		new Request("http://2024.localhost/api"),
		env,
		createExecutionContext(),
	);
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ status: "ok", version: "1.7.2", edition: 2024 });
});

test("the home page", async () => {
	const response = await worker.fetch(new Request("http://localhost/"), env, createExecutionContext());
	expect(response.status).toBe(200);
	expect(await response.text()).toContain("Aktuality");
});
