import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { competitionClasses, gliderTypes } from "~db/schema";
import type { EditionClass } from "~editions/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
import { statedTask } from "~test/support/stated-task";
import { testEdition } from "~test/support/test-edition";
import { referenceRows } from "../../scripts/reference/reference-rows";

/* An edition may have one to eight classes, each with a name in both languages; the two of the contract keep their ids. */

const db = databaseOf();
const app = createApp({ clock: "2025-07-15T10:00:00Z" });

const [club] = testEdition.classes;
if (!club) throw new Error("the edition has no class");

function classOf(type: string, kind: EditionClass["kind"], cs: string, en: string): EditionClass {
	if (!club) throw new Error("the edition has no class");
	return { ...club, type, kind, name: { cs, en }, referenceIndex: 108 };
}

const more = [
	classOf("standard", "standard", "Standardní", "Standard"),
	classOf("15m", "15_meter", "Patnáctimetrová", "15 metre"),
	classOf("open", "open", "Volná", "Open"),
	classOf("club-b", "club", "Club B", "Club B"),
	classOf("20m", "20_meter", "Dvacetimetrová", "20 metre"),
	classOf("13-5m", "13.5_meter", "Třináctimetrová", "13.5 metre"),
];

test("an edition with one class offers that one, and its pages name no other", async () => {
	const removed = testEdition.classes.splice(1);
	await seedReference();
	await db.batch([
		db.delete(gliderTypes).where(ne(gliderTypes.competitionClassType, "club")),
		db.delete(competitionClasses).where(ne(competitionClasses.type, "club")),
	]);
	for (const path of [
		"/",
		"/results",
		"/results?view=total",
		"/days",
		"/days/4",
		"/starting-list",
		"/registration",
	]) {
		const page = await app.get(path, { as: await createUser(), language: "en" });
		expect(page.status, path).toBe(200);
		expect(await page.text(), path).not.toContain("Kombi");
	}
	testEdition.classes.push(...removed);
});

describe.each([
	["three classes", more.slice(0, 1)],
	["six classes", more.slice(0, 4)],
	["eight classes", more],
])("an edition with %s", (_, added) => {
	const types = added.map(({ type }) => type);
	const ids = { standard: "", day: "" };
	let admin: { readonly id: string };

	beforeAll(async () => {
		await seedReference();
		testEdition.classes.push(...added);
		const rows = referenceRows(testEdition);
		const isAdded = (type: string) => types.includes(type);
		const classes = rows.competitionClasses.filter(({ type }) => isAdded(type));
		await db.insert(competitionClasses).values(classes).onConflictDoNothing();
		const gliders = rows.gliderTypes.filter((row) => isAdded(row.competitionClassType)).slice(0, 20);
		await db.insert(gliderTypes).values(gliders).onConflictDoNothing();
		ids.standard = classes.find(({ type }) => type === "standard")?.id ?? "";
		ids.day = rows.competitionDays.find(({ date }) => date === "2025-07-15")?.id ?? "";
		admin = await createAdmin();
	});

	afterAll(() => {
		testEdition.classes.splice(2);
	});

	test("offers all of them in the entry form, with gliders of their own, on the page and in the API", async () => {
		const user = await createUser();
		const form = await (await app.get("/registration", { as: user, language: "en" })).text();
		expect(form).toContain(">Standard</option>");
		const lists = await (await app.api("GET", "/api/registration/form", undefined, { as: user })).json<{
			competitionClasses: { type: string }[];
			gliderTypes: { competitionClassType: string }[];
		}>();
		expect(lists.competitionClasses.map(({ type }) => type)).toEqual(
			expect.arrayContaining(["club", ...types]),
		);
		expect(lists.gliderTypes.some((one) => one.competitionClassType === "standard")).toBe(true);
	});

	test("lists an entry under the name of its class in the language of the reader, and exports it for SeeYou", async () => {
		const [glider] = await db
			.select()
			.from(gliderTypes)
			.where(eq(gliderTypes.competitionClassType, "standard"));
		await createRegistration({
			accepted: true,
			startNumber: `S${added.length}`,
			competitionClassId: ids.standard,
			gliderTypeId: glider?.id ?? "",
		});
		for (const [language, name] of [
			["cs", "Standardní"],
			["en", "Standard"],
		] as const) {
			const page = await (await app.get("/starting-list", { language })).text();
			expect(textsIn(page, "h2")).toContain(name);
		}
		const filtered = await (await app.get("/starting-list?class=standard", { language: "en" })).text();
		expect(textsIn(filtered, ".start-number")).toContain(`S${added.length}`);
		const seeYou = `/api/starting-list/export/seeyou/${ids.standard}`;
		expect((await app.api("GET", seeYou, undefined, { as: admin })).status).toBe(200);
	});

	test("gives each class its task, with the rules of its file, its tracking address and its scores", async () => {
		const put = await app.api("PUT", `/api/tasks/${ids.day}/${ids.standard}`, statedTask(), { as: admin });
		expect(put.status).toBe(201);
		const { _id } = await put.json<{ readonly _id: string }>();
		const published = await app.api("PATCH", `/api/tasks/${_id}`, { published: true }, { as: admin });
		expect(published.status).toBe(200);
		const page = await (await app.get("/tasks/2025-07-15", { language: "en" })).text();
		expect(elementsIn(page, "section#standard").map(({ textContent }) => textContent)[0]).toContain(
			"Standard",
		);
		const days = await (await app.get("/competition-days", { as: admin, language: "en" })).text();
		const fields = elementsIn(days, 'input[name="tracking-standard"]');
		expect(fields.length).toBeGreaterThan(0);
		const scores = await app.api("GET", `/api/scoring/${ids.day}/${ids.standard}`);
		expect(scores.status).toBe(200);
		expect((await app.get("/admin/scoring/2025-07-15/standard", { as: admin })).status).toBe(200);
	});

	test("offers a launch and results of each class", async () => {
		const results = await (
			await app.get(`/results?view=total&class=${ids.standard}`, { language: "en" })
		).text();
		expect(results).toContain("Standard");
		const duty = await (
			await app.get("/statuses?duty=on&day=2025-07-15", { as: admin, language: "en" })
		).text();
		expect(elementsIn(duty, 'input[name="class"][value="standard"]').length).toBeGreaterThan(0);
	});
});

test("the file of an edition has one to eight classes, no two of one key", async () => {
	const { editionSchema } = await import("~editions/schema");
	const refused = (classes: readonly EditionClass[]) =>
		editionSchema.safeParse({ ...testEdition, classes }).success === false;
	const nine = Array.from({ length: 9 }, (_, index) => classOf(`class-${index}`, "mixed", "Třída", "Class"));
	expect(refused([])).toBe(true);
	expect(refused(nine)).toBe(true);
	expect(refused(nine.slice(1))).toBe(false);
	expect(refused([club, club])).toBe(true);
	expect(refused([{ ...club, type: "Club B" }])).toBe(true);
	expect(refused([club])).toBe(false);
});
