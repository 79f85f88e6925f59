import { expect, onTestFinished, test } from "vitest";
import { competitionClasses, competitionDays, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { elementsIn, hiddenIn, rowsIn, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { statedTask } from "~test/support/stated-task";
import { cupFile, racingZones } from "~test/support/task-files";
import { testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-07-14T08:00:00Z" });
const db = databaseOf();

await seedReference();
const admin = await createAdmin();

/** A class that opens the start at noon, wants the log within 45 minutes and flies over a sphere. */
function withClassRules() {
	const [club] = testEdition.classes;
	if (!club) throw new Error("no class");
	const { rules, scoring } = club.taskDefaults;
	club.taskDefaults = {
		rules: { ...rules, startOpens: "12:00:00", finishCloses: "18:00:00", logDeadlineS: 2_700 },
		scoring: { ...scoring, dmKm: 90, earth: "sphere" },
	};
	onTestFinished(() => {
		club.taskDefaults = { rules, scoring };
	});
}

const deskOf = (date: string) => `/admin/tasks/${date}/club`;
const upload = (date: string, file: File) =>
	app.post(deskOf(date), multipart({ intent: "upload", task: file }), { as: admin });
const withoutOpening = (file: File) =>
	file.text().then((text) => new File([text.replace("NoStart=12:30:00,", "")], file.name));

async function draftOf(date: string) {
	const html = await (await app.get(deskOf(date), { as: admin, language: "cs" })).text();
	const rules = rowsIn(elementsIn(html, '[aria-labelledby="rule-sources"]')[0] ?? "");
	return {
		html,
		rules: Object.fromEntries(rules.map(([name, value, source]) => [name, `${value} / ${source}`])),
	};
}

async function publish(date: string, fields: Readonly<Record<string, string>> = { confirmed: "on" }) {
	const { html } = await draftOf(date);
	const hidden = hiddenIn(elementsIn(html, 'form:has([value="publish"])')[0] ?? "");
	return app.post(deskOf(date), { ...hidden, intent: "publish", ...fields }, { as: admin });
}

test("a file has the rules of its class where it says nothing, and the draft says where each comes from", async () => {
	withClassRules();
	await upload("2025-07-14", cupFile(racingZones));
	expect((await draftOf("2025-07-14")).rules).toMatchObject({
		"Odlet otevřen od": "12:30 / soubor",
		"Cíl se zavírá": "18:00 / třída",
		"Záznam odevzdat do": "45\u00a0min po přistání / třída",
		"Nejnižší výška v\u00a0cíli\u00a0(MSL)": "není / třída",
		"D1, km": "250 / třída",
		"Dm, km": "90 / třída",
		"Model Země": expect.stringMatching(/koule .* \/ třída/),
	});
});

test("what cannot be changed after publishing is confirmed before it", async () => {
	const refused = await publish("2025-07-14", {});
	expect(refused.headers.get("Set-Cookie")).toContain("taskAdmin.publish.unconfirmed");
	expect(refused.headers.get("X-Refusal")).toBe("unconfirmed");
	const { html } = await draftOf("2025-07-14");
	expect(textsIn(html, 'label[for="confirmed"]')[0]).toContain("změní jen nová verze");
	expect((await publish("2025-07-14")).headers.get("Set-Cookie")).toContain("taskAdmin.publish.success");
});

test("a new version from a file keeps the rules of the one before, also of drafts that organisers changed", async () => {
	withClassRules();
	const date = "2025-07-15";
	await upload(date, cupFile(racingZones));
	const [draft] = (await db.select().from(tasks)).filter(({ state }) => state === "draft");
	const settings = {
		rules: { finishAltitudeM: 700, pev: { waitS: 600, windowS: 480, presses: 3 } },
		scoring: { d1Km: 300 },
		briefing: { qnhHpa: 1_013, inactiveAirspace: ["LKR 5"] },
		published: true,
	};
	await app.api("PATCH", `/api/tasks/${draft?.id}`, settings, { as: admin });
	await upload(date, await withoutOpening(cupFile(racingZones)));
	const before = {
		"Odlet otevřen od": "12:30 / předchozí verze",
		"Nejnižší výška v\u00a0cíli\u00a0(MSL)": "700\u00a0m / předchozí verze",
		PEV: expect.stringContaining("/ předchozí verze"),
		"D1, km": "300 / předchozí verze",
	};
	expect((await draftOf(date)).rules).toMatchObject(before);
	const [next] = (await db.select().from(tasks)).filter(({ state }) => state === "draft");
	expect(next?.briefing).toMatchObject({ qnhHpa: 1_013, inactiveAirspace: ["LKR 5"] });
	// The wrong file was taken: what an organiser typed stays, what that file said goes.
	await app.api("PATCH", `/api/tasks/${next?.id}`, { rules: { finishAltitudeM: 650 } }, { as: admin });
	await upload(
		date,
		cupFile(racingZones.map((line) => line.replace("NoStart=12:30:00", "NoStart=10:00:00"))),
	);
	await upload(date, await withoutOpening(cupFile(racingZones)));
	expect((await draftOf(date)).rules).toMatchObject({
		...before,
		"Nejnižší výška v\u00a0cíli\u00a0(MSL)": "650\u00a0m / zadal pořadatel",
	});
});

test("a finish that becomes a line does not lose half its length with the radius of the ring before", async () => {
	const [version] = await db.select().from(tasks);
	expect(version?.scoring).toMatchObject({ subtractFinishRadius: true });
	const text = await (await app.get(`/tasks/${version?.id}.tsk`)).text();
	const line = text.replace('type="Cylinder" radius="3000"', 'type="Line" length="1000"');
	expect(line).not.toBe(text);
	const file = new File([line.replace(/start_open_time="[^"]*"/, "")], "line.tsk");
	await upload("2025-07-14", file);
	expect((await draftOf("2025-07-14")).rules).toMatchObject({
		"Odečíst poloměr cíle od vzdálenosti": "Ne / třída",
		"Odlet otevřen od": "12:30 / předchozí verze",
	});
});

test("the API follows the same rules for files and for JSON, whose null takes a rule off", async () => {
	withClassRules();
	const [day] = (await db.select().from(competitionDays)).filter(({ date }) => date === "2025-07-16");
	const [club] = (await db.select().from(competitionClasses)).filter(({ type }) => type === "club");
	const put = async (body: unknown) =>
		(await app.api("PUT", `/api/tasks/${day?.id}/${club?.id}`, body, { as: admin })).json();
	const file = await withoutOpening(cupFile(racingZones));
	const first = await put(multipart({ task: file }));
	expect(first).toMatchObject({
		rules: { startOpens: "12:00:00", logDeadlineS: 2_700 },
		scoring: { dmKm: 90 },
	});
	const { _id: id } = first as { _id: string };
	await app.api(
		"PATCH",
		`/api/tasks/${id}`,
		{
			rules: { startOpens: "13:00:00", startAltitudeM: 1_600 },
			scoring: { d1Km: 300 },
			briefing: { qnhHpa: 1_013 },
			published: true,
		},
		{ as: admin },
	);
	const before = { startOpens: "13:00:00", startAltitudeM: 1_600, logDeadlineS: 2_700 };
	expect(await put(multipart({ task: file }))).toMatchObject({ version: "B", rules: before });
	expect(await put(statedTask({ rules: { finishAltitudeM: 800 } }))).toMatchObject({
		version: "B",
		rules: { ...before, finishAltitudeM: 800 },
		scoring: { d1Km: 300, dmKm: 90 },
		briefing: { qnhHpa: 1_013 },
	});
	// A client states the whole draft: nothing of the one before it stays.
	expect(await put(statedTask({ rules: { startOpens: "13:15:00", startAltitudeM: null } }))).toMatchObject({
		version: "B",
		rules: { ...before, startOpens: "13:15:00", startAltitudeM: null, finishAltitudeM: null },
	});
	expect(await put(statedTask({ rules: null }))).toMatchObject({
		rules: { startOpens: null, logDeadlineS: null },
		scoring: { d1Km: 300 },
	});
});
