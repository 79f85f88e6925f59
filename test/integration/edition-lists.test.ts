import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { unconnected } from "~/lib/db/read.server";
import { fitLists } from "~/lib/entries/reconcile-lists.server";
import { accommodationTypes, competitionClasses, gliderTypes, pilotDays, regions } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { plain, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { previewSettings, restoreSetting, setEdition, settingsForm } from "~test/support/set-edition";
import { testEdition } from "~test/support/test-edition";
import { ids, nthDay, test } from "~test/support/world";

/* Classes, regions and kinds of accommodation, from the form of settings to the entry form and the API, and back. */

const app = createApp({ clock: "2025-03-10T12:00:00+01:00" });
const db = databaseOf();

type Person = { readonly id: string };

const textOf = async (path: string, as?: Person) =>
	plain(await sourceOf(await app.get(path, { as: as ?? null, language: "en" })));

function restoreLater(admin: Person, group: string, ...keys: string[]) {
	onTestFinished(async () => {
		for (const key of keys) await restoreSetting(app, admin, group, key, 0);
	});
}

/** The keys of a list as the API has them. */
async function offered(list: "regions" | "competitionClasses" | "accomodationTypes") {
	const form = await json(await app.api("GET", "/api/registration/form"));
	return (form[list] as { name: string }[]).map(({ name }) => name);
}

const twoSeaters = {
	"classes/2/type": "double",
	"classes/2/kind": "club",
	"classes/2/name/cs": "Dvoumístná",
	"classes/2/name/en": "Two-seaters",
	"classes/2/referenceIndex": "105",
};

test("a class that is added is on home, in the form with gliders and in the API, and goes again by one press", async ({
	admin,
}) => {
	restoreLater(admin, "classes", "classes");
	const { html } = await previewSettings(app, admin, "classes", twoSeaters);
	expect(plain(html)).toContain("Two-seaters is added, with the glider types of Club.");
	expect((await setEdition(app, admin, "classes", twoSeaters)).status).toBe(303);
	expect(await textOf("/")).toContain("Two-seaters");
	expect(await offered("competitionClasses")).toEqual(["Klub", "Kombi", "Dvoumístná"]);
	const gliders = await db.select().from(gliderTypes).where(eq(gliderTypes.competitionClassType, "double"));
	expect(gliders.map(({ name }) => name)).toContain("LS 4");
	const form = await settingsForm(app, admin, "classes");
	for (const name of ["scoring/d1Km", "scoring/dmKm", "scoring/earth", "scoring/handicaps"])
		expect(form[`classes/2/taskDefaults/${name}`]).toBe(form[`classes/0/taskDefaults/${name}`]);
	await restoreSetting(app, admin, "classes", "classes", 0);
	expect(await offered("competitionClasses")).toEqual(["Klub", "Kombi"]);
	expect(await db.select().from(gliderTypes).where(eq(gliderTypes.competitionClassType, "double"))).toEqual(
		[],
	);
});

test("a class, a region and a kind of accommodation that are added need no key", async ({ admin }) => {
	restoreLater(admin, "classes", "classes");
	restoreLater(admin, "lists", "regions", "accommodation");
	const { html } = await previewSettings(app, admin, "classes", {
		...{ "classes/2/kind": "club", "classes/2/name/cs": "Mládež do 25", "classes/2/name/en": "Juniors, 25" },
	});
	expect(rowsIn(plain(html)).slice(0, 5)).toEqual([
		["Classes, 3. Juniors, 25, Key (small letters and digits)", "nothing", "juniors_25"],
		["Classes, 3. Juniors, 25, Gliders", "nothing", "Club"],
		["Classes, 3. Juniors, 25, Name, in Czech", "nothing", "Mládež do 25"],
		["Classes, 3. Juniors, 25, Name, in English", "nothing", "Juniors, 25"],
		["Classes, 3. Juniors, 25, Index that has the handicap 1", "nothing", "100"],
	]);
	const cleared = await previewSettings(app, admin, "classes", { "classes/1/referenceIndex": "" });
	expect(cleared.status).toBe(400);
	const rows = ["regions/5", "accommodation/3"];
	const names = rows.flatMap((row) => [
		[`${row}/name/cs`, `Nové ${row}`],
		[`${row}/name/en`, `New ${row}`],
	]);
	const typed = { ...Object.fromEntries(names), "regions/5/country": "CZ" };
	expect((await setEdition(app, admin, "lists", typed)).status).toBe(303);
	expect(await offered("regions")).toContain("Nové regions/5");
	expect(await offered("accomodationTypes")).toContain("Nové accommodation/3");
});

test("a preview compares each row with itself: one that is added or moved changes no other", async ({
	admin,
}) => {
	const row = "classes/2";
	const added = { ...twoSeaters, [`${row}/order`]: "1" };
	const { html } = await previewSettings(app, admin, "classes", added);
	const names = rowsIn(plain(html)).map(([name]) => name);
	expect(names.length).toBeGreaterThan(4);
	expect(names.filter((name) => !name?.startsWith("Classes, 1. Two-seaters, "))).toEqual([]);
	const moved = await previewSettings(app, admin, "classes", { "classes/1/order": "1" });
	expect(rowsIn(plain(moved.html))).toEqual([["Classes, Order", "Club · Kombi", "Kombi · Club"]]);
	const renamed = await previewSettings(app, admin, "classes", { "classes/0/name/en": "Clubs" });
	expect(rowsIn(plain(renamed.html))).toEqual([["Classes, 1. Clubs, Name, in English", "Club", "Clubs"]]);
});

test("a class that an entry uses is refused by name with its uses, one that nothing uses goes", async ({
	admin,
}) => {
	restoreLater(admin, "classes", "classes");
	await setEdition(app, admin, "classes", twoSeaters);
	const [double] = await db.select().from(competitionClasses).where(eq(competitionClasses.type, "double"));
	const [glider] = await db.select().from(gliderTypes).where(eq(gliderTypes.competitionClassType, "double"));
	const body = {
		...entryBody(ids),
		competitionClass: double?.id,
		glider: { gliderType: glider?.id, registrationNumber: "OK-1", startNumber: "D1" },
	};
	const user = await createUser();
	expect((await app.api("POST", "/api/registration", body, { as: user })).status).toBe(201);
	const { status, html } = await previewSettings(app, admin, "classes", { "classes/2/remove": "on" });
	expect(status).toBe(400);
	expect(plain(html)).toContain("“Two-seaters” cannot be removed. It is used by: entries.");
	const back = { ...body, competitionClass: ids.club, glider: entryBody(ids).glider };
	expect((await app.api("PUT", "/api/registration", back, { as: user })).status).toBe(200);
	const gone = await previewSettings(app, admin, "classes", { "classes/2/remove": "on" });
	expect(plain(gone.html)).toContain(
		"Two-seaters goes, with its glider types, its entry fee and its places.",
	);
	await setEdition(app, admin, "classes", { "classes/2/remove": "on" });
	expect(await offered("competitionClasses")).toEqual(["Klub", "Kombi"]);
});

test("a class that gets its first entry after the preview is not removed: the organiser is told to look again", async ({
	admin,
}) => {
	restoreLater(admin, "classes", "classes");
	const form = await previewSettings(app, admin, "classes", { "classes/1/remove": "on" });
	expect(form.status).toBe(200);
	const kombi = await createRegistration({ competitionClassId: ids.kombi, gliderTypeId: ids.kombiGlider });
	const saved = await app.post(
		"/admin/settings/classes",
		{ ...form.fields, previewed: form.previewed ?? "", intent: "save" },
		{ as: admin, language: "en" },
	);
	expect(saved.status).toBe(400);
	expect(kombi.competitionClassId).toBe(ids.kombi);
	expect(await offered("competitionClasses")).toEqual(["Klub", "Kombi"]);
});

test("classes stand in the order that is typed", async ({ admin }) => {
	restoreLater(admin, "classes", "classes");
	const { html } = await previewSettings(app, admin, "classes", { "classes/0/order": "3" });
	expect(plain(html)).toContain("Lists have the classes in this order: Kombi, Club.");
	await setEdition(app, admin, "classes", { "classes/0/order": "3" });
	expect(await offered("competitionClasses")).toEqual(["Kombi", "Klub"]);
});

test("another reference index holds from a day on: the day before keeps its handicaps", async ({ admin }) => {
	restoreLater(admin, "classes", "classes");
	const july = createApp({ clock: "2025-07-14T20:00:00+02:00" });
	const entry = await createRegistration({ accepted: true });
	const fixedAt = new Date("2025-07-12T10:00:00Z");
	for (const day of [nthDay(0), nthDay(1)])
		await db.insert(pilotDays).values({
			dayId: day,
			registrationId: entry.id,
			fixedAt,
			competitionClassId: entry.competitionClassId,
			gliderTypeId: entry.gliderTypeId,
			registrationNumber: entry.registrationNumber,
			startNumber: entry.startNumber,
			gliderIndex: 105.2,
			referenceIndex: 100,
			isGuest: false,
		});
	const typed = { "classes/0/referenceIndex": "101", from: "2025-07-13" };
	const { html } = await previewSettings(july, admin, "classes", typed);
	expect(plain(html)).toContain(
		"Club: the handicap 1 goes with the index 101 instead of 100, from Sunday 13 July on.",
	);
	expect((await setEdition(july, admin, "classes", typed)).status).toBe(303);
	const days = await db.select().from(pilotDays).where(eq(pilotDays.registrationId, entry.id));
	expect(new Map(days.map((day) => [day.dayId, day.referenceIndex]))).toEqual(
		new Map([
			[nthDay(0), 100],
			[nthDay(1), 101],
		]),
	);
	await db.delete(pilotDays).where(eq(pilotDays.registrationId, entry.id));
});

test("what tasks take for granted is that of the settings, and a preview says for whom", async ({
	admin,
}) => {
	restoreLater(admin, "classes", "classes");
	const typed = {
		"classes/0/taskDefaults/rules/startAltitudeM": "1500",
		"classes/0/taskDefaults/scoring/subtractFinishRadius": "true",
	};
	const { html } = await previewSettings(app, admin, "classes", typed);
	expect(plain(html)).toContain("Club: tasks that are made from now on take the new values.");
	await setEdition(app, admin, "classes", typed);
	const form = await settingsForm(app, admin, "classes");
	expect(form).toMatchObject(typed);
	expect(form["classes/1/taskDefaults/scoring/subtractFinishRadius"]).toBe("");
});

test("a region and a kind of accommodation are offered at once, in both languages and the API, and entries may use them", async ({
	admin,
}) => {
	restoreLater(admin, "lists", "regions", "accommodation");
	const typed = {
		"regions/5/key": "Slezsko",
		"regions/5/name/cs": "Slezsko",
		"regions/5/name/en": "Silesia",
		"regions/5/country": "CZ",
		"accommodation/3/key": "Hotel",
		"accommodation/3/name/cs": "Hotel",
		"accommodation/3/name/en": "Hotel in town",
		"accommodation/3/order": "1",
	};
	const { html } = await previewSettings(app, admin, "lists", typed);
	expect(plain(html)).toContain("The entry form offers at once: Silesia, Hotel in town.");
	await setEdition(app, admin, "lists", typed);
	const user = await createUser();
	const page = await textOf("/registration", user);
	expect(textsIn(page, "select[name=region] option")).toContain("Silesia");
	expect(textsIn(page, "select[name=accommodationType] option").slice(-4)).toEqual([
		"Hotel in town",
		"No, thank you",
		"Camp site",
		"Hostel",
	]);
	expect(await offered("regions")).toContain("Slezsko");
	const [region] = await db.select().from(regions).where(eq(regions.name, "Slezsko"));
	const body = { ...entryBody(ids), region: region?.id };
	expect((await app.api("POST", "/api/registration", body, { as: user })).status).toBe(201);
	const refused = await previewSettings(app, admin, "lists", {
		"regions/5/key": "",
		"regions/5/name/cs": "",
		"regions/5/name/en": "",
		"regions/5/country": "",
	});
	expect(refused.status).toBe(400);
	expect(plain(refused.html)).toContain("“Silesia” cannot be removed. It is used by: entries.");
	expect((await app.api("PUT", "/api/registration", entryBody(ids), { as: user })).status).toBe(200);
});

test("a choice that came from the old site is not added a second time", async ({ admin }) => {
	restoreLater(admin, "lists", "regions", "accommodation");
	const [region, kind] = ["65e11a86a1b2c3d4e5000006", "65e11a86a1b2c3d4e5000007"];
	await db.insert(regions).values({ id: region, name: "Slovensko", country: "SK" });
	await db.insert(accommodationTypes).values({ id: kind, name: "Karavan" });
	await setEdition(app, admin, "lists", {
		"regions/5/key": "Slovensko",
		"regions/5/name/cs": "Slovensko",
		"regions/5/name/en": "Slovakia",
		"regions/5/country": "SK",
		"accommodation/3/key": "Karavan",
		"accommodation/3/name/cs": "Karavan",
		"accommodation/3/name/en": "Caravan",
	});
	const found = await db.select().from(regions).where(eq(regions.name, "Slovensko"));
	expect(found).toEqual([{ id: region, name: "Slovensko", country: "SK" }]);
	const kinds = await db.select().from(accommodationTypes).where(eq(accommodationTypes.name, "Karavan"));
	expect(kinds).toEqual([{ id: kind, name: "Karavan" }]);
});

test("two with one key, and a list without any, are refused", async ({ admin }) => {
	const one = await previewSettings(app, admin, "classes", { ...twoSeaters, "classes/2/type": "club" });
	expect(one.html).toContain("Two classes have the same key");
	const other = await previewSettings(app, admin, "lists", { "accommodation/1/key": "Ubytovna" });
	expect(other.html).toContain("Two kinds have the same name in the API");
	const none = {
		"accommodation/0/remove": "on",
		"accommodation/1/remove": "on",
		"accommodation/2/remove": "on",
	};
	expect((await previewSettings(app, admin, "lists", none)).status).toBe(400);
});

test("of two organisers who change the classes at once the second is told", async ({ admin }) => {
	restoreLater(admin, "classes", "classes");
	const second = await createAdmin();
	const late = await previewSettings(app, second, "classes", { "classes/0/name/en": "Second" });
	await setEdition(app, admin, "classes", { "classes/0/name/en": "First" });
	const form = { ...late.fields, previewed: late.previewed ?? "", intent: "save" };
	const answer = await app.post("/admin/settings/classes", form, { as: second, language: "en" });
	expect(answer.status).toBe(409);
	expect(await textOf("/")).toContain("First");
});

test("a start makes the rows fit the edition, and keeps what is used", async () => {
	const used = await createRegistration({ competitionClassId: ids.kombi, gliderTypeId: ids.kombiGlider });
	const [club] = testEdition.classes;
	if (!club) throw new Error("no class");
	const alone = { ...testEdition, classes: [club], regions: testEdition.regions.slice(0, 4) };
	expect(fitLists(unconnected([]), alone).length).toBeGreaterThan(0);
	const [first, ...others] = fitLists(db, alone);
	if (first) await db.batch([first, ...others]);
	expect(await db.select().from(competitionClasses)).toHaveLength(2);
	expect((await db.select().from(regions)).map(({ name }) => name)).not.toContain("Čechy 2.");
	expect(used.competitionClassId).toBe(ids.kombi);
	await db.insert(regions).values({ id: crypto.randomUUID(), name: "Čechy 2.", country: "CZ" });
});
