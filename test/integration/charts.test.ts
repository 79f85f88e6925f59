import { expect, test } from "vitest";
import { airspacesInForce, contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { chartParts } from "~db/schema";
import { createApp } from "~test/support/app";
import { cupxOf } from "~test/support/cupx";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, sourceOf, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { nationalAirspace } from "~test/support/national-airspace";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();
const path = "/admin/waypoints-and-airspace";

await seedReference();
const admin = await createAdmin();

const space = (name: string) =>
	["AC R", `AN ${name}`, "AL GND", "AH FL 95", "V X=49:31:52 N 015:52:28 E", "DC 3"].join("\r");

function upload(kind: string, name: string, content: BlobPart) {
	const form = multipart({ kind, chart: new File([content], name) });
	return app.post(path, form, { as: admin });
}

const page = async () => sourceOf(await app.get(path, { as: admin, language: "en" }));
const spacesInForce = async () => contentOf(await airspacesInForce(db)).map(({ name }) => name);

test("a waypoint file is put in force, drawn, and published as a document", async () => {
	// Windows-1250, lines that end with CR, a latitude of 91 degrees.
	const lines = [
		'"Let?",L,CZ,4931.872N,01552.470E,548m,5',
		"Mlha,M,CZ,9100.000N,01552.470E",
		"Most,M,CZ,4940.000N,01552.470E",
	];
	const bytes = Uint8Array.from(lines.join("\r"), (char) => (char === "?" ? 0x9a : char.charCodeAt(0)));
	const posted = await upload("waypoints", "body.cup", bytes);
	expect(posted.headers.get("Set-Cookie")).toContain("chart.add.partly");
	expect(contentOf(await waypointsInForce(db)).map(({ name }) => name)).toEqual(["Letš", "Most"]);
	const html = await page();
	expect(textsIn(html, ".map-wide text")).toEqual(["Letš", "Most"]);
	expect(textsIn(html, "details.notice li")).toEqual(["line 2: the latitude cannot be read: 9100.000N"]);
	const file = attributeIn(html, 'a[href*="body.cup"]', "href") ?? "";
	expect(new Uint8Array(await (await app.get(file, { as: admin })).arrayBuffer())).toEqual(bytes);
	expect(await sourceOf(await app.get("/documents"))).toContain("body.cup");
});

test("an airspace file takes the place of the one before, which can be put in force again", async () => {
	await upload("airspace", "prostory.txt", space("Les"));
	await upload("airspace", "prostory.txt", space("Lom"));
	expect(await spacesInForce()).toEqual(["Lom"]);
	const html = await page();
	expect(elementsIn(html, ".map-view .airspace-restricted")).toHaveLength(1);
	const id = attributeIn(html, 'input[name="id"]', "value") ?? "";
	const restored = await app.post(path, { id }, { as: admin });
	expect(restored.headers.get("Set-Cookie")).toContain("chart.restore.success");
	expect(await spacesInForce()).toEqual(["Les"]);
	// The same bytes again are no third file.
	await upload("airspace", "prostory.txt", space("Lom"));
	expect(await spacesInForce()).toEqual(["Lom"]);
	expect(elementsIn(await page(), 'input[name="id"]')).toHaveLength(1);
});

test("of two organisers at once, one puts a file in force, and the other is in the history", async () => {
	await Promise.all([
		upload("airspace", "prostory-a.air", space("Prvni")),
		upload("airspace", "prostory-b.openair", space("Druhy")),
	]);
	const [inForce, ...others] = await spacesInForce();
	expect(["Prvni", "Druhy"]).toContain(inForce);
	expect(others).toEqual([]);
	expect(elementsIn(await page(), 'input[name="id"]')).toHaveLength(3);
});

test("a national airspace file stands in several rows, in its order, and takes the place of itself", async () => {
	const file = nationalAirspace("large");
	const names = [...file.matchAll(/^AN (.*)$/gm)].map(([, name = ""]) => name.trim());
	expect(names).toHaveLength(667);
	expect(file.length).toBeGreaterThan(450_000);
	for (let time = 0; time < 2; time++) {
		expect((await upload("airspace", "stat.txt", file)).status).toBe(303);
		expect(await spacesInForce()).toEqual(names);
	}
	const parts = (await airspacesInForce(db)).map(({ content }) => JSON.stringify(content).length);
	expect(parts.length).toBeGreaterThan(3);
	expect(Math.max(...parts)).toBeLessThan(500_000);
	expect(await db.$count(chartParts)).toBe(parts.length - 1);
	await upload("airspace", "prostory.txt", space("Lom"));
	expect(await spacesInForce()).toEqual(["Lom"]);
});

test.each([
	["waypoints", "body.cup", "<!doctype html><p>", "The file holds no waypoints of SeeYou."],
	["waypoints", "body.cup", space("Les"), "The file holds no waypoints of SeeYou."],
	["waypoints", "body.txt", "x", "a SeeYou file ends in .cup or .cupx"],
	["airspace", "prostory.txt", "", "Choose a file."],
	["airspace", "prostory.txt", "<html><body>AC R", "The file holds no airspace in the OpenAir format."],
	[
		"airspace",
		"prostory.txt",
		"AC R\nAN Les\nDP 91:00:00 N 015:00:00 E",
		"Les (line 3): the position cannot be read; this space is not checked.",
	],
	["airspace", "prostory.txt", "*".repeat(2_000_001), "The file is larger than 2,000\u00a0kB."],
])("%s in %s, as bad as row %#, changes nothing", async (kind, name, content, complaint) => {
	const before = await spacesInForce();
	const documents = await sourceOf(await app.get("/documents"));
	const form = multipart({ kind, chart: new File([content], name) });
	const posted = await app.post(path, form, { as: admin, language: "en" });
	expect(posted.status).toBe(400);
	expect(textsIn(await sourceOf(posted), "[role=alert] li")).toEqual([complaint]);
	expect(await spacesInForce()).toEqual(before);
	expect(await sourceOf(await app.get("/documents"))).toBe(documents);
});

test("a .cupx is unpacked, and published as it is", async () => {
	const bytes = cupxOf("Title,Code,Latitude,Longitude\nPramen,P,4931.872N,01552.470E\n");
	await upload("waypoints", "body.cupx", bytes);
	expect(contentOf(await waypointsInForce(db)).map(({ name }) => name)).toEqual(["Pramen"]);
	const file = attributeIn(await page(), 'a[href*="body.cupx"]', "href") ?? "";
	expect(new Uint8Array(await (await app.get(file, { as: admin })).arrayBuffer())).toEqual(bytes);
});

test("a .cupx without waypoints changes nothing, and the page says what to do", async () => {
	const before = await waypointsInForce(db);
	const posted = await upload("waypoints", "body2.cupx", cupxOf("x", "OTHER.CUP"));
	expect(posted.status).toBe(400);
	expect(textsIn(await sourceOf(posted), ".notice-danger li")[0]).toMatch(/POINTS\.CUP/);
	expect(await waypointsInForce(db)).toEqual(before);
});

test("names in another code page are read again without scripts, and a point of 61 minutes is named", async () => {
	const rows = ["Ca?on,C,US,4931.872N,01552.470E", "Mez,M,CZ,4961.000N,01552.470E"].join("\n");
	const bytes = Uint8Array.from(rows, (char) => (char === "?" ? 0xf1 : char.charCodeAt(0)));
	await upload("waypoints", "old.cup", bytes);
	const names = async () => contentOf(await waypointsInForce(db)).map(({ name }) => name);
	expect(await names()).toEqual(["Cańon"]);
	const html = await page();
	expect(textsIn(html, "details.notice li")).toEqual([
		"line 2: Mez: 4961.000N has more than 60 minutes; this point is not taken over",
	]);
	const form = elementsIn(html, 'form:has([name="codePage"])')[0] ?? "";
	expect(textsIn(form, "button")).toEqual(["Central Europe (windows-1250)", "Western Europe (windows-1252)"]);
	const reread = attributeIn(form, 'input[name="reread"]', "value") ?? "";
	const readIn = (codePage: string, chart = reread) =>
		app.post(path, { reread: chart, codePage }, { as: admin });
	const posted = await readIn("windows-1252");
	expect(posted.headers.get("Set-Cookie")).toContain("chart.add.partly");
	expect(await names()).toEqual(["Cañon"]);
	await readIn("windows-1250");
	expect(await names()).toEqual(["Cańon"]);
	expect((await readIn("windows-1252", "nobody")).headers.get("Set-Cookie")).toContain("error");
	expect(await names()).toEqual(["Cańon"]);
});

test("plain names are not asked about", async () => {
	await upload("waypoints", "plain.cup", "Les,L,CZ,4931.872N,01552.470E");
	expect(elementsIn(await page(), '[name="codePage"]')).toEqual([]);
});
