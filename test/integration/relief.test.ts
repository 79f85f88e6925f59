import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { elementsIn, textsIn } from "~test/support/html";
import { statedTask } from "~test/support/stated-task";
import { taskApi } from "~test/support/task-api";
import { flatTile } from "~test/support/terrain/flat-tile";

const { app, ids, put, patch } = taskApi("2025-07-19", "club");
const page = "/tasks/2025-07-19";
const desk = "/admin/tasks/2025-07-19/club";

async function store(tiles: readonly string[]): Promise<void> {
	const digest = "0123456789ab";
	const packed = new Response(new Blob([flatTile(620)]).stream().pipeThrough(new CompressionStream("gzip")));
	const bytes = await packed.arrayBuffer();
	for (const name of tiles) await env.FILES.put(`shared/terrain/${name}-${digest}`, bytes);
	const index = Object.fromEntries(tiles.map((name) => [name, { source: "copernicus", digest }]));
	await env.FILES.put("shared/terrain/index.json", JSON.stringify(index));
}

test("heights tint the map, and a note says where they are from; the desk names a tile that is missing", async () => {
	await store(["N49E015", "N50E015"]);
	const version = (await (await put(statedTask())).json()) as { _id: string };
	expect((await patch(version._id, { published: true })).status).toBe(200);
	const html = await (await app.get(page, { language: "en" })).text();
	expect(elementsIn(html, "svg.map-view path.map-relief").length).toBeGreaterThan(0);
	expect(textsIn(html, ".map p").join(" ")).toContain("Copernicus DEM");
	const organisers = await (await app.get(desk, { as: { id: ids.admin }, language: "en" })).text();
	expect(textsIn(organisers, ".notice-info").join(" ")).toMatch(/tiles are missing: .*N49E016/);
});
