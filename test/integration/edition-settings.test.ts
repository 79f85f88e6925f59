import { and, asc, eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { settingGroups } from "~/lib/season/setting-groups";
import { competitionDays, editionSettings, igcFiles, outbox } from "~db/schema";
import { editionSchema } from "~editions/schema";
import { createApp, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, plain, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { upload } from "~test/support/igc";
import { createOrganiserWithFactor, later, noon } from "~test/support/second-factor";
import {
	previewEarlier,
	previewSettings,
	restoreSetting,
	setEdition,
	settingsForm,
	undoLastSave,
} from "~test/support/set-edition";
import { testEdition } from "~test/support/test-edition";
import { nthDay, test } from "~test/support/world";

/* What organisers set in the browser, from the form to every face of the site and back. */

const app = createApp({ clock: "2025-03-10T12:00:00+01:00" });
const db = databaseOf();

const textOf = async (path: string, as?: { readonly id: string }) =>
	plain(await sourceOf(await app.get(path, { as: as ?? null, language: "en" })));

test.for(Object.keys(settingGroups))(
	"what the form of %s shows is what holds: sent as it is, it changes nothing",
	async (group, { admin }) => {
		const { status, html } = await previewSettings(app, admin, group, {});
		expect(status).toBe(200);
		expect(html).toContain("You have changed nothing.");
	},
);

/** Brings back what the file says at the end of a test. */
function restoreLater(admin: { readonly id: string }, group: string, ...keys: string[]) {
	onTestFinished(async () => {
		for (const key of keys) await restoreSetting(app, admin, group, key, 0);
	});
}

test("who has paid stands in the visitors' list from the press on that shows it", async ({ admin }) => {
	restoreLater(admin, "publishing", "showsPaid");
	await createRegistration({ accepted: true, paid: true });
	expect(await textOf("/starting-list")).not.toMatch(/\bpaid\b/i);
	await setEdition(app, admin, "publishing", { showsPaid: "on" });
	expect(await textOf("/starting-list")).toMatch(/\bpaid\b/i);
});

test("another account is on the entry's page, and announced to all organisers without what it is", async ({
	admin,
}) => {
	restoreLater(admin, "fee", "payment", "fees");
	const entry = await createRegistration({ accepted: true });
	const typed = { "payment/recipient": "Klub Jih", "payment/amount": "3100", "fees/person": "150" };
	await setEdition(app, admin, "fee", typed);
	expect(await textOf("/registration", { id: entry.userId })).toContain("Klub Jih");
	const mails = await db.select().from(outbox).where(eq(outbox.kind, "settings-changed"));
	expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining(["organiser@example.com"]));
	expect(JSON.stringify(mails)).not.toContain("3100");
	const overview = await textOf("/admin", admin);
	expect(overview).toContain("Settings have changed: Entry fee and account");
	// What was saved together is one change.
	expect(overview).not.toMatch(/Entry fee and account, \d+ times/);
});

test("dates that move by a week move the days that nothing uses, and keep and rename one that has a task", async ({
	admin,
}) => {
	restoreLater(admin, "dates", "competition.from", "competition.to");
	const used = nthDay(0);
	await db.update(competitionDays).set({ task: "TASK" }).where(eq(competitionDays.id, used));
	onTestFinished(async () => {
		await db.update(competitionDays).set({ task: "NO_TASK" }).where(eq(competitionDays.id, used));
	});
	const typed = { "competition/from": "2025-07-19", "competition/to": "2025-07-27" };
	const { payment } = testEdition;
	changeEdition({ payment: payment && { ...payment, dueOn: "2025-06-30" } });
	const { html } = await previewSettings(app, admin, "dates", typed);
	expect(plain(html)).toContain("Days are added: Monday 21 July");
	expect(plain(html)).toContain("Empty days are removed: Sunday 13 July");
	expect(plain(html)).toContain("Day 1 (Saturday 12 July) is outside the new dates and stays");
	expect(plain(html)).toContain(
		"These dates do not move with the competition: To be paid by – Monday 30 June.",
	);
	await setEdition(app, admin, "dates", typed);
	const days = await json(await app.api("GET", "/api/days"));
	expect(days.map(({ name, date }: { name: string; date: string }) => [name, date])).toEqual([
		["12. 7.", "2025-07-12"],
		...Array.from({ length: 9 }, (_, index) => [`Den ${index + 1}`, `2025-07-${19 + index}`]),
	]);
});

test("a day that an organiser has named stays, whatever the dates", async ({ admin }) => {
	restoreLater(admin, "dates", "competition.from");
	const added = await app.api(
		"POST",
		"/api/days",
		{ name: "Training", date: "2025-07-10", task: "NO_TASK" },
		{ as: admin },
	);
	expect(added.status).toBe(201);
	await setEdition(app, admin, "dates", { "competition/from": "2025-07-11" });
	const names = (await db.select().from(competitionDays).orderBy(asc(competitionDays.date))).map(
		({ name }) => name,
	);
	expect(names.slice(0, 3)).toEqual(["Training", "Den 1", "Den 2"]);
});

test("a preview names the one value that differs, with dates as people read them", async ({ admin }) => {
	const phone = await previewSettings(app, admin, "contacts", {
		"contacts/director/phone": "+420 600 158 099",
	});
	expect(rowsIn(plain(phone.html))).toEqual([
		["Competition director, Phone", "+420 600 158 002", "+420 600 158 099"],
	]);
	const dates = await previewSettings(app, admin, "dates", { "competition/to": "2025-07-21" });
	expect(rowsIn(plain(dates.html))).toEqual([["Last competition day", "20 July 2025", "21 July 2025"]]);
});

test("values that do not fit the edition are refused beside their fields, and everything typed stays", async ({
	admin,
}) => {
	const typed = { "competition/from": "2025-07-22", entriesUntil: "2025-02-01T10:00" };
	const { status, html } = await previewSettings(app, admin, "dates", typed);
	expect(status).toBe(400);
	expect(html).toContain("The last day is before the first");
	expect(html).toContain("Entries would close before signup opens");
	expect(html).toContain('value="2025-07-22"');
	expect(await db.select().from(editionSettings).where(eq(editionSettings.key, "entriesUntil"))).toEqual([]);
});

test.for([
	["contacts", "bugReportUrl", "faults.example.com/new", "https://faults.example.com/new"],
	["contacts", "contacts/director/phone", "00420 (600) 158-099", "+420 600 158 099"],
	["contacts", "contacts/director/phone", "600158099", "+420 600 158 099"],
	["contacts", "contacts/director/phone", "+49 (0) 171/600 158", "+49 171 600 158"],
	["fee", "payment/iban", "cz94 5500 0000 0010 1103 8930", "CZ9455000000001011038930"],
	["fee", "payment/currency", "eur ", "EUR"],
	["lists", "regions/0/country", "sk", "SK"],
	["texts", "dailyBriefing", "9.45", "09:45"],
	["classes", "classes/0/taskDefaults/rules/startOpens", "12:30", "12:30"],
] as const)("%s: %s is taken as people type it", async ([group, name, typed, kept], { admin }) => {
	const { status, html } = await previewSettings(app, admin, group, { [name]: typed });
	expect(status).toBe(200);
	expect(rowsIn(html).map(([, , after]) => after)).toEqual([kept]);
});

test("nothing is saved that was not shown before", async ({ admin }) => {
	const { fields } = await previewSettings(app, admin, "texts", { title: "Cup of the Hills" });
	const other = { ...fields, title: "Another Cup", previewed: "", intent: "save" };
	const answer = await app.post("/admin/settings/texts", other, { as: admin, language: "en" });
	expect(answer.status).toBe(200);
	expect(await textOf("/")).not.toContain("Another Cup");
});

test("of two organisers at once the second is told, and sees both values", async ({ admin }) => {
	restoreLater(admin, "texts", "title");
	const second = await createAdmin();
	const late = await previewSettings(app, second, "texts", { title: "Second Cup" });
	await setEdition(app, admin, "texts", { title: "First Cup" });
	const form = { ...late.fields, previewed: late.previewed ?? "", intent: "save" };
	const answer = await app.post("/admin/settings/texts", form, { as: second, language: "en" });
	expect(answer.status).toBe(409);
	const html = await sourceOf(answer);
	expect(valueIn(html, "title")).toBe("Second Cup");
	expect(rowsIn(html)).toEqual([["Title of the competition", "Second Cup", "First Cup"]]);
	expect(await textOf("/")).toContain("First Cup");
});

test("an earlier value is set again, and the history says who set what and why", async ({ admin }) => {
	restoreLater(admin, "texts", "title");
	await setEdition(app, admin, "texts", { title: "First Cup", reason: "a sponsor asked" });
	const [first] = await db
		.select()
		.from(editionSettings)
		.where(eq(editionSettings.key, "title"))
		.orderBy(asc(editionSettings.version))
		.limit(100);
	const versions = await db.select().from(editionSettings).where(eq(editionSettings.key, "title"));
	await setEdition(app, admin, "texts", { title: "Second Cup" });
	await restoreSetting(app, admin, "texts", "title", versions.length);
	expect(first).toBeDefined();
	expect(await textOf("/")).toContain("First Cup");
	expect(await textOf("/admin/settings/texts", admin)).toContain("a sponsor asked");
});

test("what was saved together is taken back by one press; a value that does not fit alone is refused with why", async ({
	admin,
}) => {
	restoreLater(admin, "dates", "competition.from", "competition.to");
	// What was saved before was saved at another time.
	const nextMinute = createApp({ clock: "2025-03-10T12:01:00+01:00" });
	await setEdition(nextMinute, admin, "dates", {
		"competition/from": "2025-07-26",
		"competition/to": "2025-08-03",
	});
	const alone = await restoreSetting(nextMinute, admin, "dates", "competition.to", 0);
	expect(alone.status).toBe(400);
	expect(plain(await sourceOf(alone))).toContain("The last day is before the first");
	expect(await textOf("/admin/settings/dates", admin)).toContain(
		"Last changed: First competition day, Last competition day.",
	);
	expect((await undoLastSave(nextMinute, admin, "dates")).status).toBe(303);
	expect(await settingsForm(app, admin, "dates")).toMatchObject({
		"competition/from": "2025-07-12",
		"competition/to": "2025-07-20",
	});
});

test("an earlier value is set again after a preview of what it changes, as a typed one is", async ({
	admin,
}) => {
	restoreLater(admin, "dates", "competition.from", "competition.to");
	const nextHour = createApp({ clock: "2025-03-10T13:00:00+01:00" });
	await setEdition(nextHour, admin, "dates", {
		"competition/from": "2025-07-26",
		"competition/to": "2025-08-03",
	});
	const shown = await previewEarlier(nextHour, admin, "dates", {
		...{ restore: "competition.from", version: "0" },
	});
	expect(rowsIn(plain(shown.html))).toEqual([["First competition day", "26 July 2025", "12 July 2025"]]);
	expect(await settingsForm(app, admin, "dates")).toMatchObject({ "competition/from": "2025-07-26" });
	expect((await shown.save()).status).toBe(303);
	expect(await settingsForm(app, admin, "dates")).toMatchObject({ "competition/from": "2025-07-12" });
	const again = await previewEarlier(app, admin, "dates", { restore: "competition.from", version: "0" });
	expect([again.html.includes("This value applies already."), again.isOffered]).toEqual([true, false]);
});

test("a value that was typed as the file has it is the file's again, and the preview says what that means", async ({
	admin,
}) => {
	restoreLater(admin, "texts", "title");
	await setEdition(app, admin, "texts", { title: "Another Cup" });
	await setEdition(app, admin, "texts", { title: testEdition.title });
	const shown = await previewEarlier(app, admin, "texts", { restore: "title", version: "0" });
	expect(shown.html).toContain("it is the default value again");
	expect((await shown.save()).status).toBe(303);
	expect(await textOf("/admin/settings/texts", admin)).toContain("Default value.");
});

test("an earlier value that was looked at is not set again over what somebody else has saved since", async ({
	admin,
}) => {
	restoreLater(admin, "texts", "title");
	await setEdition(app, admin, "texts", { title: "First Cup" });
	const shown = await previewEarlier(app, admin, "texts", { restore: "title", version: "0" });
	await setEdition(app, await createAdmin(), "texts", { title: "Second Cup" });
	await shown.save();
	expect(await textOf("/")).toContain("Second Cup");
});

test("a visitor sees a change within five seconds through the edge cache", async ({ admin }) => {
	restoreLater(admin, "texts", "title");
	const remembering = createApp({ clock: "2025-03-10T12:00:00+01:00", remembers: true });
	expect(await (await remembering.get("/")).text()).not.toContain("Cached Cup");
	await setEdition(remembering, admin, "texts", { title: "Cached Cup" });
	expect(await (await remembering.get("/")).text()).toContain("Cached Cup");
});

test("a setting that another release no longer takes is left out, and the site stays up", async ({
	admin,
}) => {
	const row = {
		key: "competition.to",
		version: 90,
		value: { is: "never" },
		reason: null,
		changedBy: admin.id,
		changedAt: new Date(),
	};
	await db.insert(editionSettings).values(row);
	onTestFinished(async () => {
		await db
			.delete(editionSettings)
			.where(and(eq(editionSettings.key, "competition.to"), eq(editionSettings.version, 90)));
	});
	expect(await textOf("/")).toContain("12–20 July 2025");
});

test("a value of one group is not set again by the form of another, which asks for no code", async ({
	admin,
}) => {
	restoreLater(admin, "fee", "payment");
	await setEdition(app, admin, "fee", { "payment/amount": "3200" });
	const { seen = "" } = await settingsForm(app, admin, "fee");
	const answer = await app.post(
		"/admin/settings/texts",
		{ restore: "payment", version: "0", seen },
		{ as: admin, language: "en" },
	);
	expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("server.not-found");
	expect(await settingsForm(app, admin, "fee")).toMatchObject({ "payment/amount": "3200" });
});

test("tracking leads to hosts of the edition's file alone", async ({ admin }) => {
	const other = { "tracking/singleTemplate": "https://elsewhere.example.com/?t={taskOneUrl}" };
	const { status, html } = await previewSettings(app, admin, "links", other);
	expect(status).toBe(400);
	expect(html).toContain("The site may not link to this host");
	// What is no address is refused alike, and fails nothing.
	for (const [name, broken] of [
		["tracking/singleTemplate", "https://{taskOneUrl}"],
		["mapViewer/template", "https://{contestId}-{flightId}"],
		["mapViewer/template", "contestId"],
	] as const)
		expect((await previewSettings(app, admin, "links", { [name]: broken })).status).toBe(400);
	const same = { "tracking/singleTemplate": "https://glideandseek.com/map?taskOneUrl={taskOneUrl}" };
	expect((await previewSettings(app, admin, "links", same)).status).toBe(200);
});

/** The parts of a value, which may be one that a file need not have. */
function shapeOf(schema: object): object {
	const inner = "unwrap" in schema ? (schema as { unwrap: () => object }).unwrap() : schema;
	return (inner as { readonly shape: object }).shape;
}

test("each value of an edition is a setting, or is named as one of the file alone", () => {
	const keys = Object.values(settingGroups).flat();
	const ofFile = [
		...["year", "practice", "startsAsDraft", "apiEndpoint", "secondFactor", "frameSources", "developer"],
	];
	const divided = ["competition", "contacts", "mapViewer", "tracking", "airfield", "admission"];
	const { shape } = editionSchema;
	const all = Object.entries(shape).flatMap(([name, schema]) =>
		divided.includes(name) ? Object.keys(shapeOf(schema)).map((part) => `${name}.${part}`) : [name],
	);
	expect([...keys, ...ofFile].sort()).toEqual(all.sort());
});

test("a closed edition shows its settings, and changes none", async () => {
	const past = createApp({ host: "2024.localhost", clock: "2025-03-10T12:00:00+01:00" });
	const admin = await createAdmin({}, 2024);
	const form = await settingsForm(past, admin, "texts");
	const answer = await past.post(
		"/admin/settings/texts",
		{ ...form, title: "Old Cup", intent: "preview" },
		{ as: admin, language: "en" },
	);
	expect(answer.status).toBe(409);
});

test("the account of the entry fee asks for a code where the last one is older than a quarter of an hour", async () => {
	const secured = (now: string) => createApp({ clock: now });
	const { browser } = await createOrganiserWithFactor(secured(noon), noon);
	const fresh = await browser.get(secured(later(600)), "/admin/settings/fee");
	expect(fresh.status).toBe(200);
	const old = await browser.get(secured(later(1200)), "/admin/settings/fee");
	expect(old.headers.get("Location")).toBe("/confirm?redirectTo=%2Fadmin%2Fsettings%2Ffee");
	expect((await browser.get(secured(later(1200)), "/admin/settings/texts")).status).toBe(200);
});

test("every mail ends with the signature of its language, once there is one", async ({ admin }) => {
	restoreLater(admin, "mails", "mailSignature");
	const people = await Promise.all([createUser({ language: "cs" }), createUser({ language: "en" })]);
	const textsOfMails = async () => {
		for (const { email } of people) await app.api("POST", "/api/auth/reset-password", { email });
		const mails: { to: string; text: string }[] = await json(await app.get("/dev/mail.json"));
		return people.map(({ email }) => mails.find(({ to }) => to === email)?.text.trimEnd() ?? "");
	};
	const [before = ""] = await textsOfMails();
	expect(before).toMatch(/pořadatelé soutěže Glider Cup 2025$/);
	await setEdition(app, admin, "mails", {
		...{ "mailSignature/0/cs": "Na shledanou", "mailSignature/0/en": "See you" },
		...{ "mailSignature/1/cs": "Aeroklub", "mailSignature/1/en": "The club" },
	});
	await db.delete(outbox);
	const again = await Promise.all([createUser({ language: "cs" }), createUser({ language: "en" })]);
	people.splice(0, 2, ...again);
	const [czech = "", english = ""] = await textsOfMails();
	expect(czech).toMatch(/Na shledanou\nAeroklub$/);
	expect(english).toMatch(/See you\nThe club$/);
	expect(czech).not.toContain("pořadatelé soutěže");
});

describe("the boundary of the contest site", () => {
	const key = "airfield.areas";
	const square = ["49.54, 15.87", "49.54, 15.88", "49.53, 15.88", "49.53, 15.87"];

	test("is typed as coordinates, drawn in the preview, kept as typed, and the file's again by one press", async ({
		admin,
	}) => {
		restoreLater(admin, "airfield", key);
		const typed = {
			"airfield/areas": square.join("\n").replace("49.53, 15.87", "49°31'48\" N 15°52'12\" E"),
		};
		const preview = await previewSettings(app, admin, "airfield", { ...typed, "airfield/radiusM": "" });
		expect(preview.status).toBe(200);
		expect(elementsIn(preview.html, "figure path.stroke-brand")).toHaveLength(1);
		expect((await setEdition(app, admin, "airfield", { ...typed, "airfield/radiusM": "" })).status).toBe(303);
		expect((await settingsForm(app, admin, "airfield"))["airfield/areas"]).toBe(square.join("\n"));
		const [row] = await db.select().from(editionSettings).where(eq(editionSettings.key, key));
		expect(row?.value).toEqual({ is: [expect.arrayContaining([{ latitude: 49.53, longitude: 15.87 }])] });
	});

	test.for([
		["a line that is no position", [...square.slice(0, 3), "by the wood"], "A line is not a position"],
		["edges that cross", [0, 2, 1, 3].map((place) => square[place] ?? ""), "must not cross"],
		["a corner far away", [...square.slice(0, 3), "49.9, 15.87"], "at most 5\u00a0km"],
		["two corners", square.slice(0, 2), "at least three corners"],
	] as const)("with %s is refused at its field, and stays typed", async ([, lines, complaint], { admin }) => {
		const text = lines.join("\n");
		const { status, html } = await previewSettings(app, admin, "airfield", { "airfield/areas": text });
		expect(status).toBe(400);
		expect(textsIn(html, ".field-error").join()).toContain(complaint);
		expect(valueIn(html, "airfield/areas")).toBe(text);
	});
});

test("airspace that is not checked is a setting of the airfield", async ({ admin }) => {
	restoreLater(admin, "airfield", "uncheckedAirspace");
	expect((await setEdition(app, admin, "airfield", { "uncheckedAirspace/0": "RMZ" })).status).toBe(303);
	expect((await settingsForm(app, admin, "airfield"))["uncheckedAirspace/0"]).toBe("RMZ");
	const wrong = await previewSettings(app, admin, "airfield", { "uncheckedAirspace/0": "r-m-z" });
	expect(wrong.status).toBe(400);
});

test("a day with a flight log stays where it is when the dates move over it", async ({ admin }) => {
	restoreLater(admin, "dates", "competition.from", "competition.to");
	const { id } = await createRegistration({ accepted: true });
	const flying = createApp({ clock: "2025-07-13T16:00:00Z" });
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, "2025-07-13"));
	const { json: log } = await upload(flying, id, day?.id ?? "", { date: "2025-07-13", fixes: 40 });
	const typed = { "competition/from": "2025-07-19", "competition/to": "2025-07-27" };
	const { html } = await previewSettings(app, admin, "dates", typed);
	expect(plain(html)).toContain("Day 2 (Sunday 13 July) is outside the new dates and stays");
	expect((await setEdition(app, admin, "dates", typed)).status).toBe(303);
	const days: { _id: string; date: string; name: string }[] = await json(await app.api("GET", "/api/days"));
	expect(days.find(({ _id }) => _id === day?.id)).toMatchObject({ date: "2025-07-13", name: "13. 7." });
	const flown = await db.select().from(igcFiles).where(eq(igcFiles.id, log._id));
	expect(flown.map(({ dayId }) => dayId)).toEqual([day?.id]);
});
