import { afterAll, beforeAll, expect, test } from "vitest";
import {
	competitionClasses,
	type DayScores,
	dayScores,
	gliderTypes,
	results,
	trackingEntries,
} from "~db/schema";
import type { EditionClass } from "~editions/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { multipart } from "~test/support/multipart";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { scoredTask } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";
import { referenceRows } from "../../scripts/reference/reference-rows";

/* The edition's file has the class Zulu, then Mike, then Alpha. The names in the database are Zulu, Klub and Kombi. */

const db = databaseOf();
const app = createApp({ clock: "2025-07-15T10:00:00Z" });
const before = [...testEdition.classes];
const names = ["Zulu", "Mike", "Alpha"];
const ids: Record<string, string> = {};
let admin: { readonly id: string };
let day: { readonly id: string; readonly date: string };

beforeAll(async () => {
	await seedReference();
	const [club, kombi] = before;
	if (!club || !kombi) throw new Error("the edition has no two classes");
	const named = (one: EditionClass, name: string) => ({ ...one, name: { cs: name, en: name } });
	const zulu: EditionClass = { ...named(club, "Zulu"), type: "standard", kind: "standard" };
	testEdition.classes.splice(0, 2, zulu, named(club, "Mike"), named(kombi, "Alpha"));
	const rows = referenceRows(testEdition);
	await db.insert(competitionClasses).values(rows.competitionClasses).onConflictDoNothing();
	await db
		.insert(gliderTypes)
		.values(rows.gliderTypes.filter((one) => one.competitionClassType === "standard").slice(0, 3))
		.onConflictDoNothing();
	const found = rows.competitionDays.find(({ date }) => date === "2025-07-15");
	if (!found) throw new Error("no such day");
	day = found;
	admin = await createAdmin();
	await setTask(day.id);
	// The rows come in another order than those of the file.
	for (const { id, type } of rows.competitionClasses.toReversed()) {
		ids[type] = id;
		const where = { dayId: day.id, competitionClassId: id };
		const user = await createUser({ name: "Jana", surname: `Nová ${type}` });
		const entry = await createRegistration({
			userId: user.id,
			accepted: true,
			startNumber: `N${type.slice(0, 2)}`,
			competitionClassId: id,
		});
		await insertTask(scoredTask, { id: `task-${type}`, number: 1, ...where });
		await createSheet(where, [resultOf(entry.startNumber, { points: 500, registrationId: entry.id })]);
		const updatedAt = new Date("2025-07-15T08:00:00Z");
		const taskUrl = `https://example.com/${type}`;
		await db.insert(trackingEntries).values({ id: `tracking-${type}`, ...where, taskUrl, updatedAt });
	}
});

afterAll(() => {
	testEdition.classes.splice(0, 3, ...before);
});

/** The names of the classes by their first place in what a page shows. */
function orderIn(html: string): string[] {
	const [text = ""] = textsIn(html, "main");
	const found = names.flatMap((name) => {
		const at = text.indexOf(name);
		return at < 0 ? [] : [{ name, at }];
	});
	return found.toSorted((one, other) => one.at - other.at).map(({ name }) => name);
}

test.each([
	"/",
	"/results",
	"/results?view=total",
	"/results?view=daily",
	"/days",
	"/days/4",
	"/starting-list",
	"/pilots",
	"/tasks/2025-07-15",
	"/statuses",
	"/grid",
])("visitors see the classes of %s in the order of the edition's file", async (path) => {
	expect(orderIn(await sourceOf(await app.get(path, { language: "en" })))).toEqual(names);
});

test.each(["/admin/scoring", "/competition-days", "/starting-list", "/igc"])(
	"organisers see the classes of %s in the order of the edition's file",
	async (path) => {
		expect(orderIn(await sourceOf(await app.get(path, { as: admin, language: "en" })))).toEqual(names);
	},
);

test("the form of an entry offers the classes in that order, and the first one is the class that results begin with", async () => {
	const form = await sourceOf(await app.get("/registration", { as: await createUser(), language: "en" }));
	expect(
		textsIn(form, 'select[name="competitionClass"] option').filter((text) => names.includes(text)),
	).toEqual(names);
	for (const view of ["daily", "total"]) {
		const [title] = textsIn(await sourceOf(await app.get(`/results?view=${view}`, { language: "en" })), "h2");
		expect(title, view).toContain("Zulu");
	}
});

test("the menu of the tracking has the links in that order", async () => {
	const page = await sourceOf(await app.get("/news", { language: "en" }));
	const links = elementsIn(page, 'a[href*="taskOneUrl"]').map(({ textContent }) => textContent.trim());
	expect(links.map((text) => names.find((name) => text.includes(name)))).toEqual(names);
});

test("the API has it too, apart from the starting list, which the contract sorts by name", async () => {
	const typesOf = async (path: string) => {
		const body: unknown = await (await app.api("GET", path)).json();
		const list = (Array.isArray(body) ? body : (body as { readonly classes: unknown }).classes) as {
			readonly type: string;
		}[];
		return list.map(({ type }) => type);
	};
	const inFile = ["standard", "club", "18_meter"];
	expect(await typesOf("/api/results/top")).toEqual(inFile);
	expect(await typesOf("/api/results/daily/filters")).toEqual(inFile);
	expect(await typesOf("/api/starting-list")).toEqual(["club", "18_meter", "standard"]);
});

test("the import of glider types names these classes, in its hint and to who has written another", async () => {
	const page = await sourceOf(await app.get("/admin/glider-types", { as: admin, language: "en" }));
	expect(page).toContain("competitionClassType (standard, club, or 18_meter)");
	const list = "name,index,competitionClassType\nLS 4,105,open";
	const refused = await app.post("/admin/glider-types", multipart({ intent: "preview", list }), {
		as: admin,
		language: "en",
	});
	expect(await sourceOf(refused)).toContain(
		"Line 2: The competition class type must be standard, club, or 18_meter",
	);
});

test("the list of all entries as a file has them in that order", async () => {
	const file = await (await app.get("/starting-list/export", { as: admin })).text();
	const at = ["standard", "club", "18_meter"].map((type) => file.indexOf(`Nová ${type}`));
	expect(at).toEqual(at.toSorted((one, other) => one - other));
	expect(at[0]).toBeGreaterThan(0);
});

test("the overview names the classes of a day whose points may change in that order", async () => {
	// The overview reads no sheet.
	await db.update(results).set({ isOurs: true, proposed: 0 });
	for (const [type, id] of Object.entries(ids)) {
		const taskId = `task-${type}`;
		const made = { engine: "test", sheet: {} as DayScores, computedAt: new Date("2025-07-15T08:00:00Z") };
		await db
			.insert(dayScores)
			.values({ id: `score-${type}`, dayId: day.id, competitionClassId: id, taskId, ...made });
	}
	const html = await sourceOf(await app.get("/admin", { as: admin, language: "en" }));
	const ways = elementsIn(html, ".attention li a").map((link) => link.getAttribute("href"));
	expect(ways).toEqual(["standard", "club", "18_meter"].map((type) => `/admin/scoring/2025-07-15/${type}`));
});
