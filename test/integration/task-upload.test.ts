import { expect, test } from "vitest";
import { tasks } from "~db/schema";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { fakeServices } from "~test/support/services";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const db = databaseOf();
const desk = "/admin/tasks/2025-07-15/club";

await seedReference();
const admin = await createAdmin();

function send(fields: Readonly<Record<string, string | File>>) {
	return app.post(desk, multipart(fields), { as: admin });
}

const upload = (file: File) => send({ intent: "upload", task: file });
const deskPage = async (path = desk) => (await app.get(path, { as: admin, language: "cs" })).text();

test("a file with several tasks asks which one", async () => {
	const html = await (await upload(cupFile(racingZones, areaZones))).text();
	expect(textsIn(html, '[value="choose"]')).toEqual([
		expect.stringMatching(/^Task 1: RT 150,4\skm, Horní Lesnice – Dlouhý rybník/),
		expect.stringMatching(/^Task 2: AAT 150,4\skm, 2:30, Horní Lesnice/),
	]);
	const [, second] = elementsIn(html, 'form:has([value="choose"])');
	const chosen = valueIn(second ?? html, "chosen") ?? "";
	await send({ intent: "choose", chosen });
	expect(textsIn(await deskPage(), ".task-summary")[0]).toContain("Úloha s\u00a0prostory");
});

test("what a file says and the site does not keep stands among the warnings of the draft", async () => {
	const path = "/admin/tasks/2025-07-17/club";
	const form = multipart({ intent: "upload" });
	form.set(
		"task",
		cupFile(
			racingZones.map((line, index) =>
				index === 2 ? line.replace("A1=180", "A1=45,R2=200m,A2=20,Reduce=1") : line,
			),
		),
	);
	expect((await app.post(path, form, { as: admin })).status).toBe(303);
	expect(textsIn(await deskPage(path), ".notice-warning li")).toEqual([
		expect.stringMatching(/^1\. Dlouhý rybník: prostor má vnitřní výseč/),
		expect.stringMatching(/^1\. Dlouhý rybník: soubor tu zkracuje ramena/),
	]);
});

test("warnings of a task number points as its table does", async () => {
	const path = "/admin/tasks/2025-07-18/club";
	const farAway = (await cupFile(racingZones).text()).replaceAll(/(?<=CZ,)49/g, "44");
	const file = new File([farAway], "task.cup");
	expect((await app.post(path, multipart({ intent: "upload", task: file }), { as: admin })).status).toBe(303);
	const page = (await deskPage(path)).replaceAll("\u00a0", " ");
	const table = elementsIn(page, "table").find(({ textContent }) => textContent.includes("Dlouhý rybník"));
	const rows = textsIn(table?.outerHTML ?? "", "tbody th");
	const warnings = textsIn(page, ".notice-warning li").map((text) => text.split(":")[0] ?? text);
	expect(rows).toHaveLength(4);
	expect(warnings.map((point) => rows.findIndex((row) => row.startsWith(point)))).toEqual([0, 1, 2, 3]);
});

test("what is refused is said of the points as their table numbers them", async () => {
	const form = multipart({ intent: "upload" });
	form.set("task", cupFile(racingZones.map((line) => line.replace(/R1=\d+m/, "R1=600000m"))));
	const refused = await app.post("/admin/tasks/2025-07-17/club", form, { as: admin });
	expect(refused.status).toBe(400);
	expect(textsIn(await refused.text(), ".notice-danger li")).toEqual(
		["Odlet: Horní Lesnice", "1. Dlouhý rybník", "2. Lipovec nádraží", "Cíl: Horní Lesnice"].map(
			(point) => `${point}: Prostor je větší než 500\u00a0km.`,
		),
	);
});

test("where the edition has keys, the task of SoaringSpot is taken as it stands there", async () => {
	const path = "/admin/tasks/2025-07-16/club";
	expect(elementsIn(await deskPage(path), '[value="soaring-spot"]')).toEqual([]);
	const linked = createApp({
		clock: "2025-07-16T08:00:00Z",
		env: {
			SOARING_SPOT_BASE_URL: `${fakeServices().soaringSpot}/v1/`,
			SOARING_SPOT_CLIENT_ID_2025: soaringSpotKeys.clientId,
			SOARING_SPOT_SECRET_2025: soaringSpotKeys.secret,
		},
	});
	const taken = await linked.post(path, { intent: "soaring-spot" }, { as: admin });
	expect(taken.headers.get("Set-Cookie")).toContain("taskAdmin.upload.success");
	const task = (await db.select().from(tasks)).find(({ points }) =>
		JSON.stringify(points).includes("Keyhole"),
	);
	expect(task).toMatchObject({ kind: "AAT", taskTimeS: 10_800 });
	expect(task?.points).toMatchObject([
		{
			name: "Start",
			latitude: 49.53,
			longitude: 15.87,
			elevationM: 480,
			zone: { shape: "line", lengthM: 10_000 },
		},
		{ name: "Area", zone: { shape: "cylinder", radiusM: 20_000 } },
		{ name: "Keyhole", zone: { shape: "keyhole", radiusM: 10_000, innerRadiusM: 500, angleDeg: 90 } },
		{ name: "Finish", zone: { shape: "cylinder", radiusM: 3_000 } },
	]);
	// A day without a task of theirs.
	const none = await linked.post(
		"/admin/tasks/2025-07-17/club",
		{ intent: "soaring-spot" },
		{ as: admin, language: "cs" },
	);
	expect(none.status).toBe(400);
	expect(await none.text()).toContain("SoaringSpot nemá pro tento den");
});

test.each([
	[
		"a broken line",
		cupFile(racingZones.map((line) => line.replace("R1=5000m", "R1=-5m"))),
		"řádek 8: poloměr",
	],
	["a page", new File(["<!doctype html><p>"], "x.cup"), "v\u00a0souboru není úloha"],
	["nothing", new File([], "x.cup"), "Vyberte soubor"],
	["a list of no tasks", cupFile(), "jen otočné body"],
	["10 MB", new File([new Uint8Array(10_000_000)], "x.cup"), "příliš velký"],
	[
		"a start line with the next point on it",
		new File(
			[(await cupFile(racingZones).text()).replace("4910.170N,01545.017E", "4931.872N,01552.470E")],
			"x.cup",
		),
		"leží na odletové pásce",
	],
])("%s is refused in words", async (_what, file, text) => {
	const refused = await upload(file);
	expect(refused.status).toBe(400);
	const html = (await refused.text()).replaceAll("<!-- -->", "");
	expect(html).toContain(text);
	// Above the draft, which may be long.
	expect(textsIn(html, "h2").slice(0, 2)).toEqual(["Nahrát úlohu ze souboru", "Návrh, verze\u00a0A"]);
});
