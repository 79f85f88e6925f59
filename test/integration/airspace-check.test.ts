import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { auditLog, flightResults, scoreDecisions, tasks } from "~db/schema";
import { createAdmin, databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";

const db = databaseOf();
const scored = scoredClass();
const charts = "/admin/waypoints-and-airspace";
let admin: { id: string };

beforeEach(async () => {
	admin = await createAdmin();
});

/** A circle of 3 nautical miles, 25 km north of the field: the flight enters it 19.44 km after its start. */
function putInForce(name: string, longitude = "015:30:00", airspaceClass = "R") {
	const lines = [
		`AC ${airspaceClass}`,
		`AN ${name}`,
		"AL GND",
		"AH FL 95",
		`V X=49:43:29 N ${longitude} E`,
		"DC 3",
	];
	const form = multipart({ kind: "airspace", chart: new File([lines.join("\n")], "prostory.txt") });
	return scored.app.post(charts, form, { as: admin });
}

test("a flight through an airspace is shown to its pilot and to the scorer, who sets it out at the entry", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	const receipt = await scored.fly(adam, { hops: home });
	const page = async (path: string, as?: { id: string }) =>
		(await sourceOf(await scored.app.get(path, { language: "en", as }))).replaceAll("\u00a0", " ");
	const desk = `/admin/scoring/${scored.day.date}/club`;
	const score = `/scores/${scored.day.id}/${adam.id}`;
	expect(await page(score)).not.toContain("in the airspace");
	// A change of the airspace in force computes anew.
	await putInForce("Les");
	expect(await page(score)).toMatch(/in the airspace Les until 12:2\d:\d\d, at most 1,\d{3} m/);
	expect(await page(receipt)).toContain("in the airspace Les");
	const html = await page(desk, admin);
	const [form] = elementsIn(html, "form:has(button[value=out])");
	expect(form?.querySelector("button")?.textContent).toMatch(/^Out where it entered \(19\.[345] km\)$/);
	const fields = form ? hiddenIn(form.outerHTML) : {};
	// So deep it costs no points by a rate, and waits for a decision all the same.
	const waits = async () => textsIn(await page(desk, admin), "#hindrances").join();
	expect(await waits()).toContain("1 flight has a finding that is not decided (A1)");
	expect(textsIn(html, ".decisions button")).toEqual(["No penalty", expect.stringMatching(/^Out where/)]);
	await scored.app.post(desk, { ...fields, intent: "waive" }, { as: admin });
	expect(await waits()).not.toContain("not decided");
	expect(await page(score)).toContain("(decided: no penalty)");
	await scored.app.post(desk, { ...fields, intent: "out" }, { as: admin });
	const answer = await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	expect(await answer.json()).toMatchObject({
		rows: [{ status: "out", findings: [{ kind: "airspace" }] }],
	});
	expect(textsIn(await page(desk, admin), ".decisions button")).not.toContain("Out where it entered");
	// Seventy kilometres to the east nobody has been.
	await putInForce("Lom", "016:30:00");
	expect(await page(score)).not.toContain("in the airspace");
	const earlier = elementsIn(await page(charts, admin), 'input[name="id"]')[0]?.getAttribute("value") ?? "";
	await scored.app.post(charts, { id: earlier }, { as: admin });
	expect(await page(score)).toContain("in the airspace Les");
	// Another pressure of a day long past, whose answer computed nothing: the schedule finds the log.
	await db.update(tasks).set({ briefing: { ...scoredTask.briefing, qnhHpa: 990 } });
	await runScheduleAt("2025-07-25T18:00:00Z");
	expect(await db.select({ qnhHpa: flightResults.qnhHpa }).from(flightResults)).toEqual([{ qnhHpa: 990 }]);
});

test("a flight that is out at an entry is not set out again, and its intrusion gets no penalty beside", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	await putInForce("Les");
	await scored.fly(adam, { hops: home });
	const desk = `/admin/scoring/${scored.day.date}/club`;
	const html = await sourceOf(await scored.app.get(desk, { as: admin }));
	const [form] = elementsIn(html, "form:has(button[value=out])");
	const fields = form ? hiddenIn(form.outerHTML) : {};
	const press = (intent: string) => scored.app.post(desk, { ...fields, intent }, { as: admin });
	await press("out");
	const decisions = () => db.select().from(scoreDecisions);
	const before = await decisions();
	expect(before).toMatchObject([{ override: { out: true }, penalties: [] }]);
	expect((await press("out")).headers.get("Set-Cookie")).toContain("stale");
	for (const intent of ["give", "waive"]) await press(intent);
	expect(await decisions()).toEqual(before);
});

test("a space that the briefing of the class makes inactive is none", async () => {
	const { briefing, ...task } = scoredTask;
	await scored.publish({ ...task, briefing: { ...briefing, inactiveAirspace: ["les"] } });
	const adam = await scored.pilot("Adamová", "A1");
	await putInForce("Les");
	await scored.fly(adam, { hops: home });
	const score = await scored.app.get(`/scores/${scored.day.id}/${adam.id}`, { language: "en" });
	expect(score.status).toBe(200);
	expect(await sourceOf(score)).not.toContain("in the airspace");

	// Active again, it can set the flight out.
	const path = `/api/tasks/${scored.taskId}`;
	const changed = { briefing: { inactiveAirspace: [] } };
	expect((await scored.app.api("PATCH", path, changed, { as: admin })).status).toBe(200);
	const desk = await scored.app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
	expect(textsIn(await sourceOf(desk), ".decisions button")).toContainEqual(
		expect.stringMatching(/^Out where it entered/),
	);
});

test("a space is one finding of a flight however often it was entered, and the scorer switches it off for the class and day", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	await putInForce("Les");
	await scored.fly(adam, { hops: home });
	// Out and back: two entries into the circle on the way.
	const [stored] = await db.select({ spaces: flightResults.spaces }).from(flightResults);
	expect(stored?.spaces).toHaveLength(2);
	const answer = async () =>
		(
			await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`, undefined, { as: admin })
		).json();
	const findings = async () =>
		((await answer()) as { rows: { findings: { kind: string }[] }[] }).rows.flatMap((row) =>
			row.findings.map(({ kind }) => kind),
		);
	expect((await findings()).filter((kind) => kind === "airspace")).toHaveLength(1);
	const desk = `/admin/scoring/${scored.day.date}/club`;
	const spaces = async () => {
		const html = await sourceOf(await scored.app.get(desk, { as: admin }));
		return elementsIn(html, 'input[name="inactive"]').map((box) => [
			box.getAttribute("value"),
			box.hasAttribute("checked"),
		]);
	};
	expect(await spaces()).toEqual([["Les", false]]);
	await scored.app.post(desk, { intent: "airspaces", inactive: "Les" }, { as: admin });
	expect(await findings()).not.toContain("airspace");
	expect(await spaces()).toEqual([["Les", true]]);
	const [audited] = await db
		.select()
		.from(auditLog)
		.where(eq(auditLog.action, "task.change"))
		.orderBy(desc(auditLog.at))
		.limit(1);
	expect(audited).toMatchObject({ before: { inactiveAirspace: [] }, after: { inactiveAirspace: ["Les"] } });
	await scored.app.post(desk, { intent: "airspaces" }, { as: admin });
	expect(await findings()).toContain("airspace");
});

test("a kind of airspace that the edition does not check is none", async () => {
	testEdition.uncheckedAirspace.push("RMZ");
	onTestFinished(() => {
		testEdition.uncheckedAirspace.pop();
	});
	await scored.publish(scoredTask);
	await putInForce("Les", undefined, "RMZ");
	const adam = await scored.pilot("Adamová", "A1");
	await scored.fly(adam, { hops: home });
	const score = `/scores/${scored.day.id}/${adam.id}`;
	expect(await sourceOf(await scored.app.get(score, { language: "en" }))).not.toContain("in the airspace");
	await putInForce("Les", undefined, "CTR");
	expect(await sourceOf(await scored.app.get(score, { language: "en" }))).toContain("in the airspace");
});
