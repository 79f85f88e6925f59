import { env } from "cloudflare:test";
import { zipSync } from "fflate";
import { beforeEach, describe, expect, vi } from "vitest";
import { largestFile } from "~/lib/forms/limits";
import { incomingLogs } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { evening } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { test } from "~test/support/world";
import { announcingZip, largeLog, statingZip } from "~test/support/zips";
import { igcFile } from "../../scripts/demo/igc-generator";

/* One request unpacks and reads 5 MB, or a single log; the next ones read the others (rule 60). */

const db = databaseOf();
const { faults, bucket } = faultyBucket(env.FILES);
const app = createApp({ clock: evening, env: { FILES: bucket } });
const path = "/igc?many";
let admin: { id: string };

beforeEach(async () => {
	for (const name of ["put", "get"] as const) delete faults[name];
	await db.delete(incomingLogs);
	await env.FILES.delete(await keptKeys());
	admin = await createAdmin();
});

const keptKeys = async () =>
	(await env.FILES.list({ prefix: "2025/incoming/" })).objects.map(({ key }) => key);

const zipOf = (files: Readonly<Record<string, Uint8Array>>) => zipSync(files, { level: 1 });

async function send(files: Readonly<Record<string, Uint8Array>>): Promise<string> {
	const logs = Object.entries(files).map(([name, content]) => new File([content as BlobPart], name));
	const response = await app.post(path, multipart({ logs }), { as: admin, language: "en" });
	expect(response.status).toBe(303);
	return decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
}

const pageOf = async () => sourceOf(await app.get(path, { as: admin, language: "en" }));

/** Logs of the table, refusals, and what the page says is still to be read. */
async function shown() {
	const html = await pageOf();
	return {
		logs: elementsIn(html, "tbody tr").length,
		refused: textsIn(html, ".notice-warning li"),
		left: textsIn(html, 'form[action$="/read"] [role=status]').map((text) => text.split(" ")[0]),
	};
}

/** Asks for a step as the page's script does. */
async function step(): Promise<Response> {
	const headers = {
		Cookie: `token=${await app.token(admin)}`,
		Origin: app.url("").replace(/\/$/, ""),
		"Sec-Fetch-Site": "same-origin",
	};
	return app.fetch(new Request(app.url("/igc/read"), { method: "POST", headers }));
}

describe("what is more than one request may read", () => {
	test("is kept as an archive, and read in steps", async () => {
		const names = ["a", "b", "c", "d", "e"];
		const files = names.map((name, number) => [`${name}.igc`, largeLog(number)] as const);
		expect(await send({ "day.zip": zipOf(Object.fromEntries(files)) })).toContain("igc.many.done.unread");
		expect(await shown()).toEqual({ logs: 0, refused: [], left: ["5"] });
		const steps = [];
		for (let count = 0; count < 4; count++) {
			await step();
			const { logs, left } = await shown();
			steps.push([logs, left]);
		}
		expect(steps).toEqual([
			[2, ["3"]],
			[4, ["1"]],
			[5, []],
			[5, []],
		]);
	});

	test("is kept as logs, too", async () => {
		const files = Object.fromEntries(["a", "b", "c"].map((name, n) => [`${name}.igc`, largeLog(n)]));
		expect(await send(files)).toContain("igc.many.done.added");
		expect(await shown()).toEqual({ logs: 2, refused: [], left: ["1"] });
		await step();
		expect(await shown()).toEqual({ logs: 3, refused: [], left: [] });
	});

	test("is read with a pause before each file, in which others are answered", async () => {
		await send({ "day.zip": zipOf({ "a.igc": largeLog(1), "b.igc": largeLog(2), "c.igc": largeLog(3) }) });
		const pauses = vi.spyOn(scheduler, "wait");
		await step();
		expect(pauses).toHaveBeenCalledTimes(2);
		pauses.mockRestore();
	});

	test("is read by a button without scripts", async () => {
		await send({ "day.zip": zipOf({ "a.igc": largeLog(1, 6_000_000), "b.igc": largeLog(2, 6_000_000) }) });
		const response = await app.post("/igc/read", { returnTo: path }, { as: admin });
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/igc"]);
		expect(await shown()).toEqual({ logs: 1, refused: [], left: ["1"] });
	});

	test("names what is no log when it comes to it", async () => {
		const text = new TextEncoder().encode("no log\r\n".repeat(100));
		await send({
			"day.zip": zipOf({ "a.igc": largeLog(1, 9_000_000), "b.igc": text, "c.igc": largeLog(2) }),
		});
		await step();
		await step();
		const { logs, refused, left } = await shown();
		expect([logs, left]).toEqual([2, []]);
		expect(refused.join()).toContain("b.igc:");
	});

	test("is kept once, whoever sends it again and from whatever tab it is read", async () => {
		const zip = zipOf({ "a.igc": largeLog(1, 6_000_000), "b.igc": largeLog(2, 6_000_000) });
		await send({ "day.zip": zip });
		expect(await send({ "day.zip": zip })).toContain("igc.many.done.again");
		await Promise.all([step(), step()]);
		await Promise.all([step(), step()]);
		expect(await shown()).toEqual({ logs: 2, refused: [], left: [] });
	});

	test("can be discarded, and sent anew", async () => {
		const zip = zipOf({ "a.igc": largeLog(1, 6_000_000), "b.igc": largeLog(2, 6_000_000) });
		await send({ "day.zip": zip });
		await app.post(path, { intent: "discard" }, { as: admin });
		expect([await shown(), await keptKeys()]).toEqual([{ logs: 0, refused: [], left: [] }, []]);
		expect(await send({ "day.zip": zip })).toContain("igc.many.done.unread");
	});

	test("waits for a bucket that fails", async () => {
		await send({ "day.zip": zipOf({ "a.igc": largeLog(1, 6_000_000), "b.igc": largeLog(2, 6_000_000) }) });
		for (const name of ["get", "put"] as const) {
			faults[name] = "before";
			expect((await step()).status).toBe(503);
			delete faults[name];
		}
		expect(await shown()).toEqual({ logs: 0, refused: [], left: ["2"] });
		for (let count = 0; count < 2; count++) expect((await step()).status).toBe(204);
		expect(await shown()).toEqual({ logs: 2, refused: [], left: [] });
	});
});

describe("an archive that is more than it may be is refused in words, and nothing of it is kept", () => {
	const log = igcFile({ fixes: 50 });
	const many = (count: number) =>
		zipOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.igc`, log])));

	test.each<[string, () => Uint8Array, string]>([
		["61 files", () => many(61), "holds 61 files. At most 60 are read"],
		[
			"more than 100 MB",
			() => announcingZip([...Array.from({ length: 10 }, () => largestFile), 1], 110_000),
			"are larger than 100 MB. Send them in parts.",
		],
		[
			"a file that is packed to less than a hundredth",
			() => zipOf({ "a.igc": log, "b.igc": new Uint8Array(9_000_000) }),
			"b.igc in the ZIP archive is more than 100 times as large as it is packed",
		],
		[
			"a file of another size than it states",
			() => statingZip({ "a.igc": new Uint8Array(9_000_000) }, () => ({ size: 500_000 })),
			"says that this file has another size than it has",
		],
		[
			"files that share their bytes",
			() => statingZip({ "a.igc": log, "b.igc": log }, () => ({ offset: 0 })),
			"is damaged",
		],
	])("%s", async (_, zip, words) => {
		expect(await send({ "day.zip": zip() })).toContain("igc.many.done.noLogs");
		const { logs, refused, left } = await shown();
		expect([logs, left, refused.length]).toEqual([0, [], 1]);
		expect(refused.join().replaceAll("\u00a0", " ")).toContain(words);
		expect(await keptKeys()).toEqual([]);
	});

	test("60 files are kept", async () => {
		expect(await send({ "day.zip": many(60) })).toContain("igc.many.done.added");
	});

	test("archives of one form count together", async () => {
		const half = (seed: number) =>
			announcingZip(
				Array.from({ length: 6 }, () => largestFile - seed),
				110_000,
			);
		await send({ "a.zip": half(1), "b.zip": half(2) });
		const { refused, left } = await shown();
		expect([refused.length, left]).toEqual([1, ["6"]]);
		expect(refused[0]).toContain("b.zip:");
	});
});
