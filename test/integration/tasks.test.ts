import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { competitionDays, outbox, tasks } from "~db/schema";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, rowsIn, textsIn, valueIn } from "~test/support/html";
import { fakeServices } from "~test/support/services";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const db = databaseOf();
const date = "2025-07-14";
const desk = `/admin/tasks/${date}/club`;
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeAll(async () => {
	const { competitionClasses } = await seedReference();
	admin = await createAdmin();
	const classOf = (type: string) => competitionClasses.find((one) => one.type === type)?.id ?? "";
	await createRegistration({ accepted: true, competitionClassId: classOf("club") });
	await createRegistration({ accepted: true, competitionClassId: classOf("18_meter") });
	await createRegistration({ accepted: false, competitionClassId: classOf("club") });
});

function upload(file: File, path = desk) {
	const form = new FormData();
	form.set("intent", "upload");
	form.set("task", file);
	return app.post(path, form, { as: admin });
}

const deskPage = async (path = desk) => (await app.get(path, { as: admin, language: "cs" })).text();
const publicPage = async (day = date) => (await app.get(`/tasks/${day}`, { language: "cs" })).text();

/** Presses a button of the draft or of the version in force, as the page shows it. */
async function press(intent: "publish" | "cancel", section: "draft" | "in-force", path = desk) {
	const html = await deskPage(path);
	const [shown] = elementsIn(html, `section[aria-labelledby="${section}"]`);
	const form = shown?.querySelectorAll("form").find((one) => one.querySelector(`[value="${intent}"]`));
	return app.post(path, { ...hiddenIn(form ?? ""), intent }, { as: admin });
}

const mailsOf = async (kind: string) => (await db.select().from(outbox)).filter((mail) => mail.kind === kind);

/** As old programs write it: windows-1250, lines that end with CR, a comma forgotten between two options. */
async function oldFile(file: File): Promise<File> {
	const text = (await file.text()).replaceAll("\r\n", "\r").replace("R1=500m,A1=180", "R1=500mA1=180");
	const letters = new Map([..."íýáž"].map((letter, index) => [letter, [0xed, 0xfd, 0xe1, 0x9e][index] ?? 0]));
	const bytes = Uint8Array.from(text, (letter) => letters.get(letter) ?? letter.charCodeAt(0));
	return new File([bytes], file.name);
}

test("a file becomes a draft that visitors do not see, however old the program that wrote it", async () => {
	const sent = await upload(await oldFile(cupFile(racingZones)));
	expect([sent.status, sent.headers.get("Location")]).toEqual([303, desk]);
	const html = await deskPage();
	expect(textsIn(html, "h2")).toContain("Návrh, verze A");
	expect(rowsIn(html)[0]?.[0]).toContain("Horní Lesnice");
	expect(html).toContain("Rychlostní úloha");
	expect(valueIn(html, "startOpens")).toBe("12:30:00");
	const [task] = await db.select().from(tasks);
	expect((await app.get(`/tasks/${task?.id}.cup`)).status).toBe(404);
	expect(await publicPage()).toContain("ještě nejsou zveřejněné");
});

test("publishing shows the task, sets the day, links tracking and sends the class one mail", async () => {
	const published = await press("publish", "draft");
	expect(published.headers.get("Set-Cookie")).toContain("taskAdmin.publish.success");
	const html = await publicPage();
	expect(textsIn(html, "h2")).toEqual(["Club verze A"]);
	expect(elementsIn(html, "svg.map-sheet path.task-zone")).toHaveLength(3);
	expect(attributeIn(html, "svg.map-sheet", "aria-label")).toContain(
		"Horní Lesnice – Dlouhý rybník – Lipovec nádraží",
	);
	// 41.2 + 70.2 + 41.9 km by Karney's algorithm, less the ring of 3 km.
	expect(textsIn(html, ".task-summary")).toEqual(["Rychlostní úloha 150,4\u00a0km"]);
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, date));
	expect(day?.task).toBe("TASK");
	const statuses = await (await app.get(`/api/competitorstatuses/${day?.id}`)).json();
	expect(statuses).toHaveLength(2);
	const tracking = await (await app.get(`/api/tracking/${day?.id}`)).json();
	expect(tracking).toMatchObject([{ taskUrl: expect.stringMatching(/\/tasks\/2025-07-14\/club\.tsk$/) }]);
	const mails = await mailsOf("task-published");
	expect(mails).toHaveLength(1);
	expect(mails[0]?.payload).toMatchObject({ version: "A", replaces: null, changed: [] });
	expect(await mailsOf("task-day")).toEqual([]);
});

test("every file is public, cached and readable for all origins", async () => {
	const html = await publicPage();
	for (const format of ["cup", "tsk", "xctsk"]) {
		const href = attributeIn(html, `.task a[href$=".${format}"]`, "href") ?? "";
		const file = await app.get(href, { headers: { Origin: "https://viewer.example.com" } });
		expect(file.status).toBe(200);
		expect(file.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(file.headers.get("Content-Disposition")).toContain(`2025-07-14-club-a.${format}`);
		const etag = file.headers.get("ETag") ?? "";
		expect((await app.get(href, { headers: { "If-None-Match": etag } })).status).toBe(304);
		if (format === "xctsk") continue;
		// What leaves the site comes in again as the same task.
		const again = await upload(
			new File(["\ufeff", await file.text()], `again.${format}`),
			`/admin/tasks/${date}/18_meter`,
		);
		expect(again.headers.get("Set-Cookie")).toContain("taskAdmin.upload.success");
		const came = textsIn(await deskPage(`/admin/tasks/${date}/18_meter`), ".task-summary");
		expect(came).toEqual(["Rychlostní úloha 150,4\u00a0km"]);
	}
	const inForce = await (await app.get(`/tasks/${date}/club.tsk`)).text();
	expect(inForce).toContain('<Task type="RT" name="2025-07-14 club A"');
	expect((await app.get(`/tasks/${date}/18_meter.tsk`)).status).toBe(404);
});

test("the sheet has the letter, the digest and QR codes of the task and of its page", async () => {
	const sheet = attributeIn(await publicPage(), 'a[href$="/sheet"]', "href") ?? "";
	const html = await (await app.get(sheet, { language: "cs" })).text();
	expect(textsIn(html, ".task-letter")[0]).toMatch(/A$/);
	expect(elementsIn(html, ".task-code svg")).toHaveLength(2);
	const [task] = await db.select().from(tasks).where(eq(tasks.state, "published"));
	expect(html.replaceAll("<!-- -->", "")).toContain(`Otisk úlohy: ${task?.sha256.slice(0, 12)}`);
});

test("a second version supersedes the first, and its mail says what changed", async () => {
	await upload(cupFile(areaZones));
	expect(textsIn(await deskPage(), "h2")).toEqual(
		expect.arrayContaining(["Návrh, verze B", "V platnosti, verze A"]),
	);
	await press("publish", "draft");
	const html = await publicPage();
	expect(textsIn(html, "h2")).toEqual(["Club verze B"]);
	expect(textsIn(html, ".task-summary")[0]).toMatch(/Úloha s prostory .* čas 2:30/);
	const [, mail] = await mailsOf("task-published");
	expect(mail?.payload).toMatchObject({
		version: "B",
		replaces: "A",
		changed: ["kind", "taskTimeS", "points"],
	});
	expect(await (await app.get(`/tasks/${date}/club.tsk`)).text()).toContain('type="AAT"');
});

test("publishing twice or at once, and what somebody else has changed, is refused", async () => {
	await upload(cupFile(racingZones));
	const html = await deskPage();
	const [form] = elementsIn(html, 'section[aria-labelledby="draft"] form');
	const fields = { ...hiddenIn(form ?? ""), intent: "publish" };
	await upload(cupFile(areaZones.map((line) => line.replace(/R1=1[05]000m/, "R1=40000m"))));
	expect(textsIn(await deskPage(), ".notice-warning")[0]).toContain(
		"Lipovec nádraží: Prostor se překrývá s předchozím.",
	);
	const stale = await app.post(desk, fields, { as: admin });
	expect(stale.headers.get("Set-Cookie")).toContain("server.stale");
	const atOnce = await Promise.all([press("publish", "draft"), press("publish", "draft")]);
	const flashes = atOnce.map(({ headers }) =>
		/server\.stale|publish\.success/.exec(`${headers.get("Set-Cookie")}`),
	);
	expect(flashes.map(String).toSorted()).toEqual(["publish.success", "server.stale"]);
	const twice = await app.post(desk, fields, { as: admin });
	expect(twice.headers.get("Set-Cookie")).toContain("server.stale");
	expect(await mailsOf("task-published")).toHaveLength(3);
	expect(textsIn(await publicPage(), "h2")).toEqual(["Club verze C"]);
});

test("a published version keeps its rules; scoring and briefing may change", async () => {
	const [form] = elementsIn(await deskPage(), '[id^="settings-"]');
	expect(valueIn(form ?? "", "startOpens")).toBeUndefined();
	const fields = { ...hiddenIn(form ?? ""), d1Km: "300", dmKm: "120", earth: "wgs84", startOpens: "09:00" };
	const wrong = await app.post(desk, { ...fields, qnhHpa: "29.92", gridTime: "25:00" }, { as: admin });
	expect(wrong.status).toBe(400);
	expect(await wrong.text()).toContain("Zadejte čas");
	const saved = await app.post(desk, { ...fields, note: "Pozor na výcvik" }, { as: admin });
	expect(saved.headers.get("Set-Cookie")).toContain("taskAdmin.settings.success");
	const html = await publicPage();
	expect(html).toContain("Pozor na výcvik");
	expect(html).toContain("12:30");
	expect(html).not.toContain("09:00");
});

test("a cancelled version says so, and the class gets a mail", async () => {
	await press("cancel", "in-force");
	const html = await publicPage();
	expect(html).toContain("Úloha (verze C) je zrušená");
	expect(elementsIn(html, "svg.map-sheet")).toHaveLength(0);
	expect(await mailsOf("task-cancelled")).toHaveLength(1);
	expect((await app.get(`/tasks/${date}/club.tsk`)).status).toBe(404);
	// Nothing follows a task that is no more.
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, date));
	expect(await (await app.get(`/api/tracking/${day?.id}`)).json()).toEqual([]);
});

test("a file with several tasks asks which one", async () => {
	const html = await (await upload(cupFile(racingZones, areaZones), "/admin/tasks/2025-07-15/club")).text();
	expect(textsIn(html, '[value="choose"]')).toEqual([
		expect.stringMatching(/^Task 1: RT 150,4\skm, Horní Lesnice – Dlouhý rybník/),
		expect.stringMatching(/^Task 2: AAT 150,4\skm, 2:30, Horní Lesnice/),
	]);
	const [, second] = elementsIn(html, 'form:has([value="choose"])');
	const chosen = valueIn(second ?? html, "chosen") ?? "";
	const form = new FormData();
	form.set("intent", "choose");
	form.set("chosen", chosen);
	await app.post("/admin/tasks/2025-07-15/club", form, { as: admin });
	expect(textsIn(await deskPage("/admin/tasks/2025-07-15/club"), ".task-summary")[0]).toContain(
		"Úloha s prostory",
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
	["a page", new File(["<!doctype html><p>"], "x.cup"), "v souboru není úloha"],
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
	const refused = await upload(file, "/admin/tasks/2025-07-15/club");
	expect(refused.status).toBe(400);
	const html = (await refused.text()).replaceAll("<!-- -->", "");
	expect(html).toContain(text);
	// Above the draft, which may be long.
	expect(textsIn(html, "h2").slice(0, 2)).toEqual(["Nahrát úlohu ze souboru", "Návrh, verze A"]);
});

test("days and classes that there are not have no pages", async () => {
	for (const path of [
		"/tasks/2025-01-01",
		"/tasks/nonsense",
		"/tasks/nonsense/sheet",
		"/tasks/nonsense.tsk",
	]) {
		expect((await app.get(path)).status).toBe(404);
	}
	expect((await app.get("/admin/tasks/2025-07-14/open", { as: admin })).status).toBe(404);
});
