import { env } from "cloudflare:test";
import { brotliCompressSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { drawPictures } from "~test/support/drawing";
import { createAdmin } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt, upload } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { nationalAirspace } from "~test/support/national-airspace";
import { readPng } from "~test/support/png";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { generatedMoves, soaredFile, soaredTask } from "~test/support/soared";
import { statedTask } from "~test/support/stated-task";
import { taskApi } from "~test/support/task-api";
import { flatTile, hillyTile } from "~test/support/terrain/flat-tile";

drawPictures();

const { app, ids, put, patch } = taskApi("2025-07-19", "club");
const scored = scoredClass();
const page = "/tasks/2025-07-19";
const desk = "/admin/tasks/2025-07-19/club";

/** @param digest other tiles have another one */
async function store(tiles: readonly string[], tile = flatTile(620), digest = "0123456789ab"): Promise<void> {
	const packed = new Response(new Blob([tile]).stream().pipeThrough(new CompressionStream("gzip")));
	const bytes = await packed.arrayBuffer();
	for (const name of tiles) await env.FILES.put(`shared/terrain/${name}-${digest}`, bytes);
	const index = Object.fromEntries(tiles.map((name) => [name, { source: "copernicus", digest }]));
	await env.FILES.put("shared/terrain/index.json", JSON.stringify(index));
}

beforeEach(() => store(["N49E015", "N50E015"]));

test("heights tint the map, and a note says where they are from; the desk names a tile that is missing", async () => {
	const version = (await (await put(statedTask())).json()) as { _id: string };
	expect((await patch(version._id, { published: true })).status).toBe(200);
	const html = await (await app.get(page, { language: "en" })).text();
	expect(elementsIn(html, "svg.map-view path.map-relief").length).toBeGreaterThan(0);
	expect(textsIn(html, ".map p").join(" ")).toContain("Copernicus DEM");
	const organisers = await (await app.get(desk, { as: { id: ids.admin }, language: "en" })).text();
	expect(textsIn(organisers, ".notice-info").join(" ")).toMatch(/tiles are missing: .*N49E016/);
});

test("a point whose height nobody says has that of the ground, before that of the airfield", async () => {
	const points = statedTask().points.map(({ elevationM: _, ...point }) => point);
	const task = (await (await put(statedTask({ points }))).json()) as { points: { elevationM: number }[] };
	expect(task.points.map(({ elevationM }) => elevationM)).toEqual([620, 620, null, 620]);
});

test("where the ground is known, an airspace above it is judged, and a flight has its height above it", async () => {
	const admin = await createAdmin();
	await scored.publish(scoredTask);
	const inForce = (name: string, floor: string) =>
		[`AC R`, `AN ${name}`, `AL ${floor}`, "AH FL 95", "V X=49:43:29 N 015:30:00 E", "DC 3"].join("\n");
	// The flight is 1,000 m above the airfield's 548 m, and the ground at 620 m: 166 m above 2,500 ft, 17 m below 3,100 ft.
	const spaces = [inForce("Nad lesem", "2500ft AGL"), inForce("Nad mraky", "3100ft AGL")];
	const form = multipart({ kind: "airspace", chart: new File([spaces.join("\n\n")], "prostory.txt") });
	await scored.app.post("/admin/waypoints-and-airspace", form, { as: admin });
	const adam = await scored.pilot("Adamová", "A1");
	await scored.fly(adam, { hops: home });
	const path = `/scores/${scored.day.id}/${adam.id}`;
	const score = (await sourceOf(await scored.app.get(path, { language: "en" }))).replaceAll("\u00a0", " ");
	expect(score).toMatch(/in the airspace Nad lesem until .*, at most 166 m from/);
	expect(score).not.toContain("Nad mraky");
	expect(score).not.toContain("not judged");

	const eva = await scored.pilot("Evová", "E2");
	await scored.fly(eva, { hops: short });
	const { flights } = (await (
		await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}/${eva.id}/analysis`)
	).json()) as { flights: readonly { readonly _id: string }[] };
	const flight = await sourceOf(await scored.app.get(`/igc/${flights[0]?._id}`, { language: "en" }));
	// The ground is flat, and the field as high as the airfield.
	expect(textsIn(flight, ".facts dd").join("; ").replaceAll("\u00a0", " ")).toMatch(
		/, \d{1,2} m above ground/,
	);
	expect(elementsIn(flight, "path[data-ground], [data-value=aboveGround]")).toHaveLength(2);

	// So do home and the pictures of shared links tint it.
	const front = await sourceOf(await scored.app.get("/", { language: "en" }));
	expect(elementsIn(front, "path.map-relief").length).toBeGreaterThan(0);
	expect(textsIn(front, ".map p").join(" ")).toContain("Copernicus DEM");
	for (const minute of [30, 31, 32]) await runScheduleAt(`2025-07-15T18:${minute}:00Z`);
	const picture = await scored.app.get("/pictures/day/2025-07-15.png");
	const { pixels } = readPng(new Uint8Array(await picture.arrayBuffer()));
	// Home's ground below three tints of 8 %.
	const shade = [228, 223, 209];
	let tinted = 0;
	for (let at = 0; at < pixels.length; at += 4)
		if (shade.every((value, index) => Math.abs((pixels[at + index] ?? 0) - value) <= 2)) tinted++;
	expect(tinted).toBeGreaterThan(10_000);
});

test("the HTML of a flight with its task, airspace of a country, rivers, relief and analysis takes at most 24 kB", async () => {
	const country = [48, 49, 50].flatMap((north) => [14, 15, 16, 17].map((east) => `N${north}E0${east}`));
	await store(country, hillyTile(), "ba9876543210");
	await scored.publish(soaredTask);
	const form = multipart({ kind: "airspace", chart: new File([nationalAirspace()], "prostory.txt") });
	await scored.app.post("/admin/waypoints-and-airspace", form, { as: await createAdmin() });
	const pilot = await scored.pilot("Adamová", "A1");
	const sent = await upload(scored.app, pilot.id, scored.day.id, soaredFile(generatedMoves));
	const html = await sourceOf(await scored.app.get(`/igc/${sent.json._id}`, { language: "cs" }));
	const drawn = [
		"path.airspace",
		"path.stroke-water",
		"path.map-relief",
		"path[data-ground]",
		"#analysis-wind",
	];
	for (const one of drawn) expect(elementsIn(html, one).length, one).toBeGreaterThan(0);
	expect(elementsIn(html, "table[aria-labelledby=analysis-climbs] tbody tr")).toHaveLength(5);
	// A phone unfolds each climb and each wind.
	expect(elementsIn(html, "ul[aria-labelledby=analysis-climbs] details")).toHaveLength(5);
	expect(
		elementsIn(html, "ul[aria-labelledby=analysis-climbs] details:first-of-type")[0]?.querySelectorAll(
			"tbody tr",
		),
	).toHaveLength(8);
	expect(elementsIn(html, "ul[aria-labelledby=analysis-wind] details").length).toBe(
		elementsIn(html, "table[aria-labelledby=analysis-wind] tbody tr").length,
	);
	// The figure that people ask for first is that of the table, from start to finish.
	expect(textsIn(html, ".headlines dd")).toContain(
		textsIn(html, "table[aria-labelledby=analysis-legs] tr:has(th) td.font-bold").find((text) =>
			text.endsWith("m/s"),
		),
	);
	expect(textsIn(html, ".facts dt")).not.toContain("Podíl kroužení");
	const size = brotliCompressSync(html).length;
	console.log(`a flight with everything: ${size} bytes of HTML`);
	// What it loads takes at most 36 kB (`budgets.test.ts`): 60 kB in all.
	expect(size).toBeLessThanOrEqual(24_000);
});
