import { and, desc, eq, like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { idOfChecked } from "~/lib/tasks/charts/charts-queries.server";
import { auditLog, charts, flightResults } from "~db/schema";
import { createAdmin, databaseOf } from "~test/support/factories";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";

/* Which spaces a flight is checked against, and how an organiser decides about those whose file does not say it. */

const db = databaseOf();
const scored = scoredClass();
const path = "/admin/waypoints-and-airspace";
let admin: { id: string };

beforeEach(async () => {
	admin = await createAdmin();
	await db.update(charts).set({ inForce: false });
});

/** A circle of 3 nautical miles, 25 km north of the field, through which the flight goes twice. */
const space = (name: string, ...codes: string[]) =>
	[...codes, `AN ${name}`, "AL GND", "AH FL 95", "V X=49:43:29 N 015:30:00 E", "DC 3"].join("\n");

const upload = (...spaces: string[]) =>
	scored.app.post(
		path,
		multipart({ kind: "airspace", chart: new File([spaces.join("\n")], "prostory.txt") }),
		{
			as: admin,
		},
	);

const page = async (language: "cs" | "en" = "en") =>
	(await sourceOf(await scored.app.get(path, { as: admin, language }))).replaceAll("\u00a0", " ");

async function inForce() {
	const [chart] = await db.select().from(charts).where(eq(charts.inForce, true));
	if (!chart) throw new Error("no file is in force");
	return chart;
}

async function press(fields: { takeIn: string } | { leaveOut: string }) {
	const response = await scored.app.post(path, { id: (await inForce()).id, ...fields }, { as: admin });
	return decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
}

/** Names of the spaces in which the flight is said to have been. */
async function entered(entry: { readonly id: string }): Promise<string[]> {
	const html = await sourceOf(
		await scored.app.get(`/scores/${scored.day.id}/${entry.id}`, { language: "en" }),
	);
	return [...html.matchAll(/in the airspace ([A-Z]\w+)/g)].map(([, name = ""]) => name);
}

async function flyThrough(...spaces: string[]) {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	await upload(...spaces);
	await scored.fly(adam, { hops: home });
	return adam;
}

test.each([
	["a gliding sector", ["AC UNC", "AY GSEC"], false],
	["a TMZ of class E", ["AC E", "AY TMZ"], true],
	["a restricted area of class G", ["AC G", "AY R"], true],
	["a control zone", ["AC D", "AY CTR"], true],
	["an old wave window", ["AC W"], false],
	["an information sector without a class", ["AC UNC", "AY FIS"], false],
	["a region of class C", ["AC C", "AY FIR"], true],
	["a warning area", ["AC R", "AY WARNING"], false],
	["a space of no known type", ["AC D", "AY KDOVI"], false],
	["a restricted area that a NOTAM activates", ["AC UNC", "AY R", "AA NONE"], false],
])("a flight through %s is judged by its type", async (_, codes, isFound) => {
	const adam = await flyThrough(space("Les", ...codes));
	expect((await entered(adam)).includes("Les")).toBe(isFound);
});

test("an organiser takes a space in and leaves it out again, and every flight is checked anew each time", async () => {
	const adam = await flyThrough(
		space("Les", "AC G", "AY WARNING"),
		space("Lom", "AC UNC", "AY R", "AA NONE"),
		space("Luh", "AC UNC", "AY GSEC"),
	);
	expect(await entered(adam)).toEqual([]);
	expect(await press({ takeIn: "Les" })).toContain("chartFile.takeIn.success");
	expect(await entered(adam)).toEqual(["Les"]);
	const chart = await inForce();
	expect(chart.takenIn).toEqual(["les"]);
	expect(await db.select({ id: flightResults.airspaceId }).from(flightResults)).toEqual([{ id: chart.id }]);
	expect(await press({ takeIn: "Lom" })).toContain("chartFile.takeIn.success");
	expect((await entered(adam)).toSorted()).toEqual(["Les", "Lom"]);
	expect(await press({ leaveOut: "Les" })).toContain("chartFile.leaveOut.success");
	expect(await entered(adam)).toEqual(["Lom"]);
	const audited = await db
		.select({ action: auditLog.action, after: auditLog.after })
		.from(auditLog)
		.where(and(like(auditLog.action, "chart.%"), eq(auditLog.subjectId, chart.id)))
		.orderBy(desc(auditLog.at));
	expect(audited).toHaveLength(3);
	expect(audited).toContainEqual({ action: "chart.take-in", after: { name: "Lom" } });
	expect(audited).toContainEqual({ action: "chart.leave-out", after: { name: "Les" } });
});

test("the page names what waits, why, and what is missing, in both languages, and works without scripts", async () => {
	const posted = await upload(
		space("Les", "AC G", "AY WARNING"),
		space("Lom", "AC UNC", "AY R", "AA NONE"),
		space("Luh", "AC D", "AY CTR"),
		space("MCTR Čáslav", "AC D").replace("FL 95", "high"),
		["AC P", "AN Bez výšek", "DP 49:30N 15:30E", "DP 49:31N 15:30E", "DP 49:31N 15:31E"].join("\n"),
	);
	expect(posted.headers.get("Set-Cookie")).toContain("chart.add.partly");
	const html = await page();
	expect(textsIn(html, "details.notice li")).toEqual([
		"MCTR Čáslav (line 26): the height cannot be read; this space is not checked.",
		"Bez výšek (line 29): its floor or ceiling (AL, AH) is missing; this space is not checked.",
	]);
	expect(textsIn(await page("cs"), "details.notice li")[0]).toBe(
		"MCTR Čáslav (řádek 26): výšku nejde přečíst; tento prostor se nekontroluje.",
	);
	const rows = () => textsIn(html, "details[open] tbody tr").map((text) => text.replace(/\s+/g, " "));
	expect(rows()).toHaveLength(2);
	expect(rows()[0]).toContain("its type WARNING does not say whether gliders keep out");
	expect(rows()[1]).toContain("only a NOTAM activates it");
	expect(html).toContain("flights are checked against: 1");
	expect(textsIn(html, 'button[name="takeIn"]')).toEqual(["Take in Les", "Take in Lom"]);
	expect(elementsIn(html, ".map-view .airspace-waiting")).toHaveLength(2);
	await press({ takeIn: "Les" });
	const after = await page();
	expect(textsIn(after, 'button[name="leaveOut"]')).toEqual(["Leave out Les"]);
	expect(elementsIn(after, ".map-view .airspace-waiting")).toHaveLength(1);
	expect(after).toContain("flights are checked against: 2");
});

test("spaces of one name are taken in together, by whatever case it is written in", async () => {
	await upload(
		space("Les", "AC G", "AY WARNING"),
		space("LES", "AC G", "AY ALERT"),
		space("Lom", "AC G", "AY ALERT"),
	);
	expect(textsIn(await page(), 'button[name="takeIn"]')).toHaveLength(2);
	await press({ takeIn: "LES" });
	expect(textsIn(await page(), 'button[name="takeIn"]')).toEqual(["Take in Lom"]);
	expect(await page()).toContain("flights are checked against: 2");
});

test("a press about another file, another space, or one that has been pressed changes nothing", async () => {
	await upload(space("Les", "AC G", "AY WARNING"), space("Lom", "AC R"));
	const first = (await inForce()).id;
	expect(await press({ takeIn: "Lom" })).toContain("server.not-found");
	expect(await press({ takeIn: "Luh" })).toContain("server.not-found");
	expect(await press({ leaveOut: "Les" })).toContain("server.stale");
	await press({ takeIn: "Les" });
	expect(await press({ takeIn: "Les" })).toContain("server.stale");
	await upload(space("Les", "AC G", "AY ALERT"));
	const response = await scored.app.post(path, { id: first, leaveOut: "Les" }, { as: admin });
	expect(response.headers.get("Set-Cookie")).toContain("server.stale");
	expect((await inForce()).takenIn).toEqual(["les"]);
});

test("what was taken in stays so in the next file, in the same bytes, and in a file that is put in force again", async () => {
	const file = space("Les", "AC G", "AY WARNING");
	await upload(file);
	await press({ takeIn: "Les" });
	await upload(file);
	expect((await inForce()).takenIn).toEqual(["les"]);
	await upload(file, space("Lom", "AC G", "AY WARNING"));
	expect((await inForce()).takenIn).toEqual(["les"]);
	await press({ leaveOut: "Les" });
	const earlier = await db.select().from(charts).where(eq(charts.inForce, false));
	const { id = "" } = earlier.find(({ takenIn }) => takenIn.join() === "les") ?? {};
	await scored.app.post(path, { id }, { as: admin });
	expect((await inForce()).id).toBe(id);
	expect((await inForce()).takenIn).toEqual(["les"]);
});

test("a check that began before a press does not count", async () => {
	const adam = await flyThrough(space("Les", "AC G", "AY WARNING"));
	const { id } = await inForce();
	await press({ takeIn: "Les" });
	const finish = (takenIn: readonly string[]) =>
		db.update(flightResults).set({ airspaceId: idOfChecked({ chartId: id, takenIn }) });
	await finish([]);
	expect(await db.select({ id: flightResults.airspaceId }).from(flightResults)).toEqual([{ id: null }]);
	await finish(["les"]);
	expect(await db.select({ id: flightResults.airspaceId }).from(flightResults)).toEqual([{ id }]);
	expect(await entered(adam)).toEqual(["Les"]);
});

test("a file that was stored before types were read is checked as before", async () => {
	const adam = await flyThrough(space("Les", "AC R"));
	const outline = (await inForce()).content.flatMap((one) => ("outline" in one ? [one] : []));
	const stored = outline.map((one) => ({ ...one, airspaceClass: "NOTAM" }));
	await db.update(charts).set({ content: stored }).where(eq(charts.inForce, true));
	await db.update(flightResults).set({ airspaceId: null });
	// Whatever makes the class due.
	await scored.fly(await scored.pilot("Bílá", "B1"), { hops: home });
	expect(await entered(adam)).toEqual(["Les"]);
	expect(elementsIn(await page(), ".map-view .airspace-restricted")).toHaveLength(1);
	expect(textsIn(await page(), 'button[name="takeIn"]')).toEqual([]);
});
