import { expect, test } from "vitest";
import { competitionDays, outbox, pilotDays, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { areaZones, cupFile } from "~test/support/task-files";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const db = databaseOf();
const desk = "/admin/tasks/2025-07-14/club";
const builder = `${desk}/build`;

await seedReference();
const admin = await createAdmin();

const open = async (path: string) => sourceOf(await app.get(path, { as: admin, language: "cs" }));

/** What a browser would send of the builder's form. */
function fieldsOf(html: string): Record<string, string> {
	const fields = elementsIn(html, ".builder input[name]:not([type=radio]), .builder select");
	const names = fields.map((field) => field.getAttribute("name") ?? "");
	const kind = attributeIn(html, ".builder input[type=radio][checked]", "value") ?? "";
	return { kind, ...Object.fromEntries(names.map((name) => [name, valueIn(html, name) ?? ""])) };
}

/** Presses a button after some typing, without scripts. */
async function press(html: string, intent: string, typed: Readonly<Record<string, string>> = {}) {
	const response = await app.post(
		builder,
		{ ...fieldsOf(html), ...typed, intent },
		{ as: admin, language: "cs" },
	);
	return { response, html: response.status === 303 ? "" : await sourceOf(response) };
}

const pointsIn = (html: string) => textsIn(html, ".builder-point-head strong");

test("without a waypoint file the builder says where to upload one", async () => {
	expect(await open(builder)).toContain('href="/admin/waypoints-and-airspace"');
});

test("an area task is built by buttons alone, measured and drawn before it is stored", async () => {
	const upload = multipart({ kind: "waypoints", chart: cupFile() });
	await app.post("/admin/waypoints-and-airspace", upload, { as: admin });
	let html = await open(builder);
	for (const find of ["LESNICE", "lipovec", "rybnik"]) ({ html } = await press(html, "add", { find }));
	({ html } = await press(html, "home", { kind: "AAT", taskTime: "2:30" }));
	expect(pointsIn(html)).toEqual([
		"Odlet: Horní Lesnice",
		"1. Lipovec nádraží",
		"2. Dlouhý rybník",
		"Cíl: Horní Lesnice",
	]);
	// Centre to centre 153.4 km by Karney's algorithm, less the ring of 3 km.
	expect(textsIn(html, ".task-summary")[0]).toMatch(/Úloha s\sprostory 150,4\skm.*čas\s2:30/);
	expect(elementsIn(html, "svg.map-view .task-zone")).toHaveLength(3);
	expect(await db.select().from(tasks)).toEqual([]);
	// Another zone begins with its usual sizes; what is typed elsewhere stays.
	({ html } = await press(html, "show", { "preset-1": "ring" }));
	({ html } = await press(html, "down:2", { "angle-1": "60", "size-1": "25,5" }));
	expect(pointsIn(html)[2]).toBe("2. Lipovec nádraží");
	expect([valueIn(html, "size-2"), valueIn(html, "inner-2"), valueIn(html, "angle-2")]).toEqual([
		"25,5",
		"10",
		"60",
	]);
	const saved = await press(html, "save");
	expect(saved.response.headers.get("Set-Cookie")).toContain("taskAdmin.build.success");
	const [draft] = await db.select().from(tasks);
	expect(draft).toMatchObject({ kind: "AAT", taskTimeS: 9_000, state: "draft" });
	expect(draft?.points).toMatchObject([
		{ code: "LESNICE", zone: { shape: "line", lengthM: 10_000 } },
		{ code: "TP02", zone: { shape: "cylinder", radiusM: 20_000 } },
		{
			code: "TP06",
			elevationM: 455,
			zone: { shape: "ring", radiusM: 25_500, innerRadiusM: 10_000, angleDeg: 60 },
		},
		{ code: "LESNICE", zone: { shape: "cylinder", radiusM: 3_000 } },
	]);
});

test("several matches are offered; what is wrong stands at its point, and all that was typed stays", async () => {
	let { html } = await press(await open(builder), "add", { find: "n" });
	expect(textsIn(html, ".builder-matches button")).toHaveLength(3);
	const put = attributeIn(html, ".builder-matches button", "value") ?? "";
	for (const intent of [put, put, put]) ({ html } = await press(html, intent));
	({ html } = await press(html, "show", { "preset-1": "keyhole" }));
	const { response, html: refused } = await press(html, "save", { "size-1": "deset" });
	expect(response.status).toBe(400);
	expect(textsIn(refused, "li.builder-point:nth-child(2) .field-error")).toEqual([
		"Zadejte velikost číslem, například 2,5",
	]);
	expect(valueIn(refused, "size-1")).toBe("deset");
	const onLine = await press(refused, "save", { "size-1": "10" });
	expect(textsIn(onLine.html, "li.builder-point:first-child .field-error")[0]).toContain(
		"leží na odletové pásce",
	);
});

test("a draft of a file is edited with its rules kept, unless somebody else has changed it", async () => {
	const form = multipart({ intent: "upload" });
	const withInnerSector = areaZones.map((line, index) =>
		index === 2 ? line.replace("A1=180", "A1=45,R2=200m,A2=20") : line,
	);
	expect(withInnerSector).not.toEqual(areaZones);
	form.set("task", cupFile(withInnerSector));
	await app.post(desk, form, { as: admin });
	const warnings = async () => textsIn(await open(desk), ".notice-warning li").join("\n");
	const link = attributeIn(await open(desk), 'a[href*="/build?from="]', "href") ?? "";
	const html = await open(link);
	expect(valueIn(html, "taskTime")).toBe("02:30");
	expect(valueIn(html, "size-2")).toBe("15");
	await press(html, "save", { "size-2": "12" });
	const [draft] = await db.select().from(tasks);
	expect(draft?.points).toMatchObject([{}, { zone: { radiusM: 10_000 } }, { zone: { radiusM: 12_000 } }, {}]);
	expect(draft?.rules).toMatchObject({ startOpens: "12:30:00" });
	expect(await warnings()).toContain("1. Dlouhý rybník: prostor má vnitřní výseč");
	const stale = await press(html, "save", { "size-2": "13" });
	expect(stale.response.status).toBe(409);
	expect(valueIn(stale.html, "size-2")).toBe("13");
	// Between other points, the zone of a start is one of a turn point.
	const again = await open(attributeIn(await open(desk), 'a[href*="/build?from="]', "href") ?? "");
	const moved = await press(again, "down:1");
	const sector = await press(moved.html, "show", { "preset-0": "line", "preset-1": "sector" });
	await press(sector.html, "save");
	const [changed] = await db.select().from(tasks);
	expect(changed?.points).toMatchObject([
		{ zone: { shape: "line", style: "next" } },
		{ code: "LESNICE", zone: { shape: "sector", style: "symmetrical" } },
		{},
		{ zone: { style: "previous" } },
	]);
	expect(await warnings()).not.toContain("vnitřní výseč");
});

test("the task of a class without pilots is published: nobody gets a mail, which the organiser is told before", async () => {
	const press = async (page: string, form: string, text: string, fields: Record<string, string> = {}) => {
		const [shown = ""] = elementsIn(await open(page), form);
		expect(textsIn(shown, "p")[0]).toContain(text);
		return app.post(desk, { ...hiddenIn(shown), ...fields }, { as: admin });
	};
	// The tracking link that somebody typed stays.
	const [draft] = await db.select().from(tasks);
	const tracking = `/api/tracking/${draft?.dayId}`;
	const taskUrl = "https://tasks.example.com/club.cup";
	await app.api("POST", `${tracking}/${draft?.competitionClassId}`, { taskUrl }, { as: admin });
	const links = async () => (await app.api("GET", tracking)).json();
	const draftForm = 'section[aria-labelledby="draft"] form';
	const publishing = { intent: "publish", confirmed: "on" };
	const published = await press(desk, draftForm, "e-mail nikdo nedostane", publishing);
	expect(published.headers.get("Set-Cookie")).toContain("publish.success");
	expect(await links()).toMatchObject([{ taskUrl }]);
	const shown = await open("/tasks/2025-07-14");
	expect(textsIn(shown, "h2")).toEqual(["Club pondělí 14. 7., verze\u00a0A"]);
	// Who manages tasks finds the way back; visitors have none.
	expect(attributeIn(shown, 'a[href^="/admin/tasks/"]', "href")).toBe(desk);
	expect(await sourceOf(await app.get("/tasks/2025-07-14"))).not.toContain("/admin/tasks/");
	expect(textsIn(await open("/statuses?day=2025-07-14"), ".empty")).toEqual([
		"Pro tento den nejsou žádné stavy soutěžících.",
	]);
	const cancelled = await press(`${desk}?cancel`, "main form", "E-mail nikdo nedostane");
	expect(cancelled.headers.get("Set-Cookie")).toContain("cancel.success");
	expect(await links()).toMatchObject([{ taskUrl }]);
	expect(await db.select().from(outbox)).toEqual([]);
	expect(await db.select().from(pilotDays)).toEqual([]);
	const days = await db.select().from(competitionDays);
	expect(days.filter(({ task }) => task === "TASK").map(({ date }) => date)).toEqual(["2025-07-14"]);
});
