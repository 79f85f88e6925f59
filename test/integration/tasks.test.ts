import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { competitionDays, outbox, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, linksIn, rowsIn, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const db = databaseOf();
const date = "2025-07-14";
const desk = `/admin/tasks/${date}/club`;

const { competitionClasses } = await seedReference();
const admin = await createAdmin();
const classOf = (type: string) => competitionClasses.find((one) => one.type === type)?.id ?? "";
await createRegistration({ accepted: true, competitionClassId: classOf("club") });
await createRegistration({ accepted: true, competitionClassId: classOf("18_meter") });
await createRegistration({ accepted: false, competitionClassId: classOf("club") });

function upload(file: File, path = desk) {
	const form = multipart({ intent: "upload", task: file });
	return app.post(path, form, { as: admin });
}

const deskPage = async (path = desk) => (await app.get(path, { as: admin, language: "cs" })).text();
const publicPage = async (day = date) => (await app.get(`/tasks/${day}`, { language: "cs" })).text();

/** Presses a button of the draft or of the version in force, as the page shows it. */
async function press(intent: "publish" | "cancel", section: "draft" | "in-force", path = desk) {
	const html = await deskPage(path);
	const [shown] = elementsIn(html, `section[aria-labelledby="${section}"]`);
	const form = shown?.querySelectorAll("form").find((one) => one.querySelector(`[value="${intent}"]`));
	return app.post(path, { ...hiddenIn(form ?? ""), intent, confirmed: "on" }, { as: admin });
}

/** What the form says that asks before the version in force is cancelled. */
const confirmation = async (): Promise<Record<string, string>> => hiddenIn(await deskPage(`${desk}?cancel`));

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
	expect(textsIn(html, "h2")).toContain("Návrh, verze\u00a0A");
	expect(rowsIn(html)[0]?.[0]).toContain("Horní Lesnice");
	expect(html).toContain("Rychlostní úloha");
	expect(valueIn(html, "startOpens")).toBe("12:30");
	expect([valueIn(html, "d1Km"), valueIn(html, "dmKm")]).toEqual(["250", "100"]);
	const [task] = await db.select().from(tasks);
	expect((await app.get(`/tasks/${task?.id}.cup`)).status).toBe(404);
	expect(await publicPage()).toContain("ještě nejsou zveřejněné");
});

test("publishing shows the task, sets the day, links tracking and sends the class one mail", async () => {
	const published = await press("publish", "draft");
	expect(published.headers.get("Set-Cookie")).toContain("taskAdmin.publish.success");
	const [next] = elementsIn(await deskPage(), ".task-next");
	expect(linksIn(next ?? "").map(([, address]) => address)).toEqual([
		expect.stringMatching(/^\/tasks\/[\w-]+\/sheet$/),
		...["cup", "tsk", "xctsk"].map((format) => expect.stringMatching(new RegExp(`\\.${format}$`))),
		`/tasks/${date}#club`,
	]);
	expect(attributeIn(next ?? "", "svg[role]", "aria-label")).toBe("QR: tato úloha na webu");
	const html = await publicPage();
	expect(textsIn(html, "h2")).toEqual(["Club pondělí 14. 7., verze\u00a0A"]);
	expect(elementsIn(html, "svg.map-view path.task-zone")).toHaveLength(3);
	expect(attributeIn(html, "svg.map-view", "aria-label")).toContain(
		"Horní Lesnice – Dlouhý rybník – Lipovec nádraží",
	);
	// 41.23 + 70.26 + 41.95 km by Karney's algorithm, less the ring of 3 km.
	expect(textsIn(html, ".task-summary")).toEqual(["Rychlostní úloha 150,4\u00a0km"]);
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, date));
	expect(day?.task).toBe("TASK");
	const statuses = await (await app.get(`/api/competitorstatuses/${day?.id}`)).json();
	expect(statuses).toHaveLength(2);
	const statusPage = await (await app.get(`/statuses?day=${date}`, { language: "cs" })).text();
	expect(textsIn(statusPage, ".status-tasks li")).toEqual([
		"Club Rychlostní úloha 150,4\u00a0km verze\u00a0A",
	]);
	expect(attributeIn(statusPage, ".status-tasks a", "href")).toBe(`/tasks/${date}#club`);
	const nobody = await (await app.get(`/statuses?day=${date}&gliderType=nothing`)).text();
	expect(attributeIn(nobody, ".status-tasks a", "href")).toBe(`/tasks/${date}#club`);
	const tracking = await (await app.get(`/api/tracking/${day?.id}`)).json();
	expect(tracking).toMatchObject([{ taskUrl: expect.stringMatching(/\/tasks\/2025-07-14\/club\.tsk$/) }]);
	const mails = await mailsOf("task-published");
	expect(mails).toHaveLength(1);
	expect(mails[0]?.payload).toMatchObject({ version: "A", replaces: null, changed: [] });
	expect(await mailsOf("task-day")).toEqual([]);
});

test("every file is public, cached and readable for all origins, and what it does not say stands beside it", async () => {
	const html = await publicPage();
	expect(textsIn(html, ".task-files p:last-child")[0]).toMatch(
		/\.cup je jen .*\.tsk .*\.xctsk .*Bodování a\sbriefing nenese žádný/,
	);
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
	expect(inForce).toContain('<Task type="RT" name="2025-07-14 Club A"');
	expect((await app.get(`/tasks/${date}/18_meter.tsk`)).status).toBe(404);
});

test("the sheet has the letter, the digest and QR codes of the task and of its page", async () => {
	const sheet = attributeIn(await publicPage(), 'a[href$="/sheet"]', "href") ?? "";
	const html = await (await app.get(sheet, { language: "cs" })).text();
	expect(textsIn(html, ".task-letter")[0]).toMatch(/A$/);
	// Legs and courses by Karney's algorithm.
	const rows = rowsIn(html).map((cells) => cells.map((cell) => cell.replaceAll("\u00a0", " ")));
	expect(rows).toEqual([
		["Odlet: Horní Lesnice LESNICE", "49° 31.872′ N, 15° 52.470′ E 468 m", "–", "–", "páska 10,00 km"],
		[
			"1. Dlouhý rybník TP02",
			"49° 10.170′ N, 15° 45.017′ E 487 m",
			"41,2 km",
			"193°",
			"válec o poloměru 0,50 km",
		],
		[
			"2. Lipovec nádraží TP06",
			"49° 36.723′ N, 16° 26.459′ E 455 m",
			"70,3 km",
			"045°",
			"válec o poloměru 0,50 km",
		],
		[
			"Cíl: Horní Lesnice LESNICE",
			"49° 31.872′ N, 15° 52.470′ E 468 m",
			"41,9 km",
			"258°",
			"válec o poloměru 3,00 km",
		],
	]);
	expect(textsIn(html, ".task-overview dl.facts")).toEqual(["Odlet otevřen od12:30"]);
	expect(elementsIn(html, ".task-code svg")).toHaveLength(2);
	expect(textsIn(html, "button.needs-scripts[data-print]")).toEqual(["Vytisknout"]);
	const [task] = await db.select().from(tasks).where(eq(tasks.state, "published"));
	expect(html.replaceAll("<!-- -->", "")).toContain(`Otisk úlohy: ${task?.sha256.slice(0, 12)}`);
});

test("a second version supersedes the first, and its mail says what changed", async () => {
	await upload(cupFile(areaZones));
	expect(textsIn(await deskPage(), "h2")).toEqual(
		expect.arrayContaining(["Návrh, verze\u00a0B", "V\u00a0platnosti, verze\u00a0A"]),
	);
	await press("publish", "draft");
	const html = await publicPage();
	expect(textsIn(html, "h2")).toEqual(["Club pondělí 14. 7., verze\u00a0B"]);
	expect(textsIn(html, ".task-summary")[0]).toMatch(/Úloha s\sprostory .* čas\s2:30/);
	const days = await deskPage("/competition-days");
	const [day] = elementsIn(days, `details[id="${date}"]`);
	expect(textsIn(day ?? "", ".day-tasks li")).toEqual([
		"Úloha Clubverze\u00a0B, v\u00a0platnosti",
		"Úloha Kombiverze\u00a0A, návrh",
	]);
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
	const fields = { ...hiddenIn(form ?? ""), intent: "publish", confirmed: "on" };
	await upload(cupFile(areaZones.map((line) => line.replace(/R1=1[05]000m/, "R1=40000m"))));
	expect(textsIn(await deskPage(), ".notice-warning")[0]).toContain(
		"Lipovec nádraží: Prostor se překrývá s\u00a0předchozím.",
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
	expect(textsIn(await publicPage(), "h2")).toEqual(["Club pondělí 14. 7., verze\u00a0C"]);
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

test("a cancelled version says so, and its mail waits for the class", async () => {
	const { id = "", revision = "" } = await confirmation();
	const cancelled = await app.post(desk, { id, revision, intent: "cancel", confirmed: "on" }, { as: admin });
	expect(cancelled.headers.get("Set-Cookie")).toContain("taskAdmin.cancel.success");
	const html = await publicPage();
	expect(html).toContain("Úloha (verze\u00a0C) je zrušená");
	expect(elementsIn(html, "svg.map-view")).toHaveLength(0);
	const statusPage = await (await app.get(`/statuses?day=${date}`, { language: "cs" })).text();
	expect(textsIn(statusPage, ".status-tasks li")).toEqual(["Club Úloha (verze\u00a0C) je zrušená."]);
	expect(await mailsOf("task-cancelled")).toHaveLength(1);
	expect((await app.get(`/tasks/${date}/club.tsk`)).status).toBe(404);
	// Nothing follows a task that is no more.
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, date));
	expect(await (await app.get(`/api/tracking/${day?.id}`)).json()).toEqual([]);
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
