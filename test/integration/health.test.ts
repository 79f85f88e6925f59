import { expect, test } from "vitest";
import { createApp } from "~test/app";

test("the health of an edition is told by the API", async () => {
	const response = await createApp({ host: "2024.localhost" }).api("GET", "/api");
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ status: "ok", version: "1.7.2", edition: 2024 });
});

test("the root of an API host answers the health of its edition", async () => {
	const response = await createApp({ host: "api.2023.localhost" }).get("/");
	expect(await response.json()).toEqual({ status: "ok", version: "1.7.2", edition: 2023 });
});
