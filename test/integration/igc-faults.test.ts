import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { storageTimeout } from "~/lib/files/object-storage.server";
import { createApp } from "~test/support/app";
import { createRegistration } from "~test/support/factories";
import { type BucketFault, faultyBucket, switchableDatabase } from "~test/support/faulty-bindings";
import { deleteLogs, evening, runScheduleAt, storedIgc, upload } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

const nothing = { flights: [], versions: [], keys: [] };
const nextHour = "2025-07-15T19:00:01Z";
const { faults, bucket } = faultyBucket(env.FILES);
const app = createApp({ clock: evening, env: { FILES: bucket } });
let pilot: string;
const day = dayOn("2025-07-15");

beforeEach(async () => {
	await deleteLogs();
	const { objects } = await env.FILES.list();
	await env.FILES.delete(objects.map(({ key }) => key));
	pilot = (await createRegistration({ accepted: true, startNumber: "7K" })).id;
});

afterEach(() => {
	vi.useRealTimers();
	for (const name of ["put", "get", "head", "delete"] as const) delete faults[name];
});

/** An upload while the bucket fails; one that waits for it is told that the time is up. */
async function uploadWhile(fault: BucketFault) {
	faults.put = fault;
	if (fault === "never") vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const uploading = upload(app, pilot, day);
	if (fault === "never") {
		await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 5000 });
		await vi.advanceTimersByTimeAsync(storageTimeout);
		vi.useRealTimers();
	}
	const answer = await uploading;
	delete faults.put;
	return answer;
}

describe.each(["before", "after", "never"] as const)("the bucket fails at put (%s)", (fault) => {
	test("the upload says so and no flight is delivered", async () => {
		const { status, json } = await uploadWhile(fault);
		expect(status).toBe(503);
		expect(json.msg).toContain("could not be stored");
		const { flights } = await storedIgc();
		expect(flights.every(({ currentVersionId }) => currentVersionId === null)).toBe(true);
	});

	test("the sweeper leaves neither an object nor a row", async () => {
		await uploadWhile(fault);
		await runScheduleAt(evening);
		expect((await storedIgc()).versions).toHaveLength(1);
		await runScheduleAt(nextHour);
		expect(await storedIgc()).toEqual(nothing);
	});

	test("the same bytes brought again are delivered, and the sweeper does not touch them", async () => {
		await uploadWhile(fault);
		expect((await upload(app, pilot, day)).status).toBe(201);
		await runScheduleAt(nextHour);
		const { flights, versions, keys } = await storedIgc();
		expect([flights.length, versions.length, keys.length]).toEqual([1, 1, 1]);
		expect(versions[0]?.state).toBe("ready");
	});
});

test("a broken upload of a second log does not touch the first", async () => {
	const first = await upload(app, pilot, day);
	faults.put = "before";
	expect((await upload(app, pilot, day, { pilot: "Another header" })).status).toBe(503);
	await runScheduleAt(nextHour);
	const { flights, versions } = await storedIgc();
	expect(versions.map(({ sha256 }) => sha256)).toEqual([first.json.sha256]);
	expect(flights[0]?.currentVersionId).toBe(versions[0]?.id);
});

test("an upload that is being swept is not taken up, and can be brought afterwards", async () => {
	faults.put = "before";
	await upload(app, pilot, day);
	faults.put = undefined;
	faults.delete = "before";
	await runScheduleAt(nextHour, { FILES: bucket });
	expect((await storedIgc()).versions.map(({ state }) => state)).toEqual(["sweeping"]);
	expect((await upload(app, pilot, day)).status).toBe(503);
	delete faults.delete;
	await runScheduleAt(nextHour, { FILES: bucket });
	expect(await storedIgc()).toEqual(nothing);
	expect((await upload(app, pilot, day)).status).toBe(201);
});

test.each(["before", "never"] as const)("a download says that the bucket fails (%s)", async (fault) => {
	const { json } = await upload(app, pilot, day);
	faults.get = fault;
	if (fault === "never") vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const asking = app.get(json.path.replace(/^http:\/\/[^/]+/, ""));
	if (fault === "never") {
		await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 5000 });
		await vi.advanceTimersByTimeAsync(storageTimeout);
	}
	expect((await asking).status).toBe(503);
});

test("a database that fails behind the put leaves nothing behind", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	const files = new Proxy(env.FILES, {
		get: (target, name) => {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return async (...values: unknown[]) => {
				const answer: unknown = await value.apply(target, values);
				if (name === "put") power.on = false;
				return answer;
			};
		},
	});
	const failing = createApp({ clock: evening, env: { DB_2025: binding, FILES: files } });
	expect((await upload(failing, pilot, day)).status).toBe(503);
	expect((await storedIgc()).keys).toHaveLength(1);
	await runScheduleAt(nextHour);
	expect(await storedIgc()).toEqual(nothing);
});
