import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, seedReference } from "~test/support/factories";

test("an organiser's day and status are in their next read without a token", async () => {
	await seedReference();
	const app = createApp({ remembers: true });
	const admin = await createAdmin();
	await createRegistration({ accepted: true });
	const write = async (method: string, path: string, body: object) => {
		const response = await app.api(method, path, body, { as: admin });
		expect(response.ok).toBe(true);
		return response.json<{ _id: string }>();
	};
	// Twice before each write, so that the response stands on every level of the cache.
	const cached = async (path: string) => {
		for (const _ of [1, 2]) await app.api("GET", path);
	};
	const read = async (path: string) => (await app.api("GET", path)).json<object[]>();

	await cached("/api/days");
	const day = { name: "Den 10", date: "2025-07-21" };
	const { _id } = await write("POST", "/api/days", day);
	expect(await read("/api/days")).toContainEqual({ _id, ...day, task: "NO_TASK" });
	await cached("/api/days");
	await write("PUT", `/api/days/${_id}`, { task: "TASK" });
	expect(await read("/api/days")).toContainEqual({ _id, ...day, task: "TASK" });

	const path = `/api/competitorstatuses/${_id}`;
	const [status] = (await read(path)) as { _id: string }[];
	for (const value of ["FLYING", "HOME"]) {
		await cached(path);
		await write("PUT", `/api/competitorstatuses/${status?._id}`, { status: value });
		expect(await read(path)).toContainEqual({ ...status, status: value });
	}
});
