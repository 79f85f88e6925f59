import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pmtilesFile } from "~test/support/pmtiles";
import { checkBasemap } from "../../scripts/basemap/check-basemap";

const folder = mkdtempSync(join(tmpdir(), "basemap-"));
afterAll(() => rmSync(folder, { recursive: true }));

const region = { maxZoom: 12, bounds: [15, 49, 17, 50] } as const;
const places = [
	{ name: "Lesnice", latitude: 49.6, longitude: 16 },
	{ name: "Borová", latitude: 49.1, longitude: 15.5 },
];

async function check(bytes: Uint8Array) {
	const path = join(folder, "region.pmtiles");
	writeFileSync(path, bytes);
	const file = await open(path);
	return checkBasemap(path, file, places).finally(() => file.close());
}

test("a file that is no map of the whole region is refused before it is uploaded, with the reason", async () => {
	const { size, maxZoom } = await check(pmtilesFile(region));
	expect([size, maxZoom]).toEqual([pmtilesFile(region).length, 12]);
	const refusals = [
		[pmtilesFile({ ...region, tileType: 2 }), "has pictures"],
		[pmtilesFile({ ...region, maxZoom: 8 }), "has zooms 0 to 8"],
		[
			pmtilesFile({ ...region, bounds: [15, 49.2, 17, 50] }),
			"does not reach these places of the edition: Borová",
		],
		[pmtilesFile(region).subarray(0, -1), "is cut off"],
		[new TextEncoder().encode("CUP"), "is no PMTiles file"],
	] as const;
	for (const [bytes, reason] of refusals) await expect(check(bytes)).rejects.toThrow(reason);
});
