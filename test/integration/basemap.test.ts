import { env } from "cloudflare:test";
import { PMTiles } from "pmtiles";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { pmtilesFile, putBasemap } from "~test/support/pmtiles";

const app = createApp();
const file = pmtilesFile();
const other = pmtilesFile({ maxZoom: 1 });
let address: string;

beforeAll(async () => {
	address = `/basemap/${await putBasemap({ files: env.FILES, database: env.DB_2025 as D1Database, year: 2025 }, file)}`;
});

const part = (range: string, path = address) => app.get(path, { headers: { Range: range } });

test("a reader of PMTiles finds header and tile of a basemap by its parts", async () => {
	const asked: string[] = [];
	const archive = new PMTiles({
		getKey: () => address,
		getBytes: async (offset, length) => {
			const response = await part(`bytes=${offset}-${offset + length - 1}`);
			asked.push(response.headers.get("Content-Range") ?? "");
			return { data: await response.arrayBuffer(), etag: response.headers.get("ETag") ?? undefined };
		},
	});
	expect((await archive.getHeader()).tileType).toBe(1);
	expect((await archive.getZxy(0, 0, 0))?.data.byteLength).toBeGreaterThan(60);
	expect(await archive.getZxy(9, 1, 1)).toBeUndefined();
	expect(asked[0]).toBe(`bytes 0-${file.length - 1}/${file.length}`);
});

test("a part is cached for ever and is no page; nothing else of the bucket can be read", async () => {
	const { status, headers } = await part("bytes=2-5");
	expect([status, headers.get("Content-Length"), headers.get("Content-Range")]).toEqual([
		206,
		"4",
		`bytes 2-5/${file.length}`,
	]);
	expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable, no-transform");
	expect(headers.get("Content-Security-Policy")).toContain("sandbox");
	expect(headers.get("Set-Cookie")).toBeNull();

	for (const range of [
		"bytes=0-1048576",
		"bytes=0-",
		"bytes=-5",
		"bytes=0-1,3-4",
		"bytes=5-2",
		"lines=0-1",
	]) {
		expect((await part(range)).status, range).toBe(416);
	}
	expect((await app.get(address)).status).toBe(416);
	await env.FILES.put("2025/basemap/x", "other");
	const foreign = await putBasemap(
		{ files: env.FILES, database: env.DB_2024 as D1Database, year: 2024 },
		other,
	);
	await env.FILES.put("2025/igc/secret", "other");
	for (const path of ["/basemap/x", "/basemap/..%2Figc%2Fsecret", `/basemap/${foreign}`]) {
		expect((await part("bytes=0-3", path)).status, path).toBe(404);
	}
	expect((await part(`bytes=${file.length}-${file.length + 9}`)).status).toBe(404);
});
