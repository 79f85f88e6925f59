import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { flightResults, igcFiles, scoreDecisions, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { flownFile, outAndReturn, place } from "~test/support/flown";
import { elementsIn, hiddenIn, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { pilotOf, runScheduleAt } from "~test/support/igc";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredTask } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored, read } = pair;

const desk = () => `/admin/scoring/${scored.day.date}/club`;

test("an intent that every object has is none of the page", async () => {
	const odd = await scored.app.post(desk(), { intent: "toString", reason: "Omyl" }, { as: pair.admin });
	expect(odd.headers.get("Set-Cookie")).toContain("server.not-found");
});

test("the form decides without scripts, keeps what was typed when it is refused, and overwrites nobody", async () => {
	const form = `${desk()}?decide=${pair.adam.id}`;
	const shown = await sourceOf(await scored.app.get(form, { as: pair.admin }));
	const fields = {
		...hiddenIn(elementsIn(shown, "#decision-form")[0] ?? ""),
		start: "12:45",
		penaltyPoints: "12,5",
		penaltyText: "Vzdušný prostor",
	};
	const refused = await scored.app.post(form, fields, { as: pair.admin });
	expect(refused.status).toBe(400);
	const html = await sourceOf(refused);
	expect(["start", "penaltyPoints", "penaltyText"].map((name) => valueIn(html, name))).toEqual([
		"12:45",
		"12,5",
		"Vzdušný prostor",
	]);
	expect(elementsIn(html, ".field-error")).toHaveLength(1);
	const impossible = { ...fields, time: "0:00:00", finish: "12:45", reason: "Podle záznamu" };
	const twice = await scored.app.post(form, impossible, { as: pair.admin });
	expect(twice.status).toBe(400);
	expect(textsIn(await sourceOf(twice), "[role=alert] li").map((line) => line.split(":")[0])).toEqual([
		"Přílet (místní čas)",
		"Čas",
	]);
	expect(textsIn(html, "[role=alert] li")).toEqual([expect.stringMatching(/^Důvod \(povinný\): /)]);
	const decided = { ...fields, start: "", reason: "Podle záznamu" };
	expect((await scored.app.post(form, decided, { as: pair.admin })).status).toBe(303);
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 12.5, points: 409.5 });
	// Somebody who opened the form before does not undo it unseen.
	const late = await scored.app.post(form, { ...decided, penaltyPoints: "40" }, { as: pair.admin });
	expect(late.status).toBe(409);
	expect(valueIn(await sourceOf(late), "penaltyPoints")).toBe("40");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 12.5 });
});

test("a proposed penalty is given by one press, once, and the last decision is undone", async () => {
	// The starts at 1,548 m are 60 m above the limit. N 1 fast of 2: 422 points without a penalty.
	await db.update(tasks).set({ rules: { ...scoredTask.rules, startAltitudeM: 1488 } });
	await db.delete(flightResults);
	await runScheduleAt("2025-07-15T18:01:00Z");
	const rowOf = async () => {
		const html = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));
		return elementsIn(html, "tbody tr").find((row) => row.id === pair.adam.id);
	};
	const press = async (words: string) => {
		const form = elementsIn((await rowOf()) ?? "", "form").find(({ textContent }) => textContent === words);
		const intent = form?.querySelector("button")?.getAttribute("value") ?? "";
		const fields = { ...hiddenIn(form ?? ""), intent };
		expect((await scored.app.post(desk(), fields, { as: pair.admin })).status).toBe(303);
		return fields;
	};
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0, points: 422 });
	const given = await press("Give a penalty of 60 points");
	const again = await scored.app.post(desk(), given, { as: pair.admin });
	expect(again.headers.get("Set-Cookie")).toContain("scoringAdmin.success");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 60, points: 362 });
	await press("Take the last decision back");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0, points: 422 });
	await press("Take the last decision back");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 60 });
	await press("Remove this penalty");
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0 });
});

/** Everything that the form of a decision would send. */
const typedIn = (html: string) =>
	Object.fromEntries(
		elementsIn(html, "#decision-form input[name]").flatMap((field) =>
			field.getAttribute("type") === "checkbox"
				? []
				: [[field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]],
		),
	);

test("the form opens with the decision in force and replaces it; each part keeps its reason, and a finding is decided only when it was", async () => {
	await db.update(tasks).set({ rules: { ...scoredTask.rules, startAltitudeM: 1488 } });
	await db.delete(flightResults);
	await runScheduleAt("2025-07-15T18:01:00Z");
	const get = async (path: string) =>
		(await sourceOf(await scored.app.get(path, { as: pair.admin, language: "en" }))).replaceAll(
			"\u00a0",
			" ",
		);
	const form = `${desk()}?decide=${pair.adam.id}`;
	const save = async (fields: Readonly<Record<string, string>>) => {
		const answer = await scored.app.post(
			form,
			{ ...typedIn(await get(form)), ...fields },
			{ as: pair.admin },
		);
		expect(answer.status).toBe(303);
	};
	const doubtful = async () =>
		/not decided \(([^)]*)\)/.exec(textsIn(await get(desk()), "#hindrances").join())?.[1] ?? "";
	const decisions = async () =>
		textsIn(elementsIn(await get(desk()), '[aria-labelledby="scoring-decisions"]')[0] ?? "", "td").join(
			" | ",
		);

	expect(await doubtful()).toBe("A1");
	const finish =
		elementsIn(await get(form), '[name=take][value^="finish="]')[0]?.textContent.slice(0, 6) ?? "";
	await save({ finish: `${finish}59`, reason: "Podle videa" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0 });
	expect(await doubtful()).toBe("A1");
	await save({ points0: "38", reason: "Uznaný nález" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 38 });
	expect(await doubtful()).toBe("");
	expect(typedIn(await get(form))).toMatchObject({
		points0: "38",
		finish: `${finish}59`,
		reason: "Podle videa",
	});
	await save({ points0: "25" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 25 });

	const own = await get(`/scores/${scored.day.id}/${pair.adam.id}`);
	expect(own).toContain("(decided: penalty 25)");
	expect(own).not.toContain("(proposed penalty");
	expect(textsIn(own, "dd").join()).toContain(`${finish}59 (decided by the scorer; by the log ${finish}`);

	await save({ points0: "" });
	expect((await read(pair.admin)).rows[0]).toMatchObject({ penalty: 0 });
	// An emptied field gives the value of the log back.
	const flown = async () => textsIn(await get(`/scores/${scored.day.id}/${pair.adam.id}`), "dd").join();
	await save({ finish: "" });
	expect(await flown()).toContain(finish);
	expect(await flown()).not.toContain("decided by the scorer");
	await save({ finish: `${finish}59` });
	expect(await decisions()).toContain("(Podle videa)");
	expect(await doubtful()).toBe("A1");
	const waive = elementsIn(await get(desk()), "form").find((one) => one.querySelector('[value="waive"]'));
	await scored.app.post(desk(), { ...hiddenIn(waive ?? ""), intent: "waive" }, { as: pair.admin });
	expect(await decisions()).toContain("no penalty: ");
	expect(await get(`/scores/${scored.day.id}/${pair.adam.id}`)).toContain("(decided: no penalty)");
	expect(await doubtful()).toBe("");
});

test("the page says who differs from the official results, by how much and in which handicap", async () => {
	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
		resultOf("A1", {
			points: 422,
			handicap: null,
			registrationId: pair.adam.id,
			distanceM: 197_000,
			speedKmh: 90.1,
		}),
		resultOf("E2", { points: 90, handicap: 1.5, registrationId: pair.eva.id }),
	]);
	const html = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));
	expect(html).toContain("Agrees with the official results: 1\u00a0of\u00a02");
	const answer = await read(pair.admin);
	const official = { points: 422, distanceM: 197_000, speedKmh: 90.1 };
	expect(answer).toMatchObject({ status: "official", rows: [{ official }, {}] });
	expect(textsIn(html, ".notice-warning li")[0]).toBe("E2 differs by 4 points");
	expect(textsIn(html, ".notice-warning li")[1]).toMatch(/^E2 has the handicap .* and 1\.500 officially$/);
});

test("one point is one point, and a finding says when it begins, a loud fix no duration of nothing", async () => {
	const change = (line: string, elapsed: number) => (elapsed === 4000 ? line.replace(/\d{3}$/, "900") : line);
	const receipt = await scored.fly(pair.adam, { hops: home, pressureAtField: 455, change });
	await pair.decide(pair.adam, { penalties: [{ points: 421, text: "Too low" }] });
	const shown = async (path: string) =>
		(await sourceOf(await scored.app.get(path, { as: pair.admin, language: "en" }))).replaceAll(
			"\u00a0",
			" ",
		);
	const html = await shown(receipt);
	expect(html).toContain("Preliminary: 1 point, place");
	const finding = "13:06:40: engine noise in a single fix";
	expect(html).toContain(finding);
	expect(textsIn(await shown(desk()), ".decisions li > span")).toContain(finding);
	expect(JSON.stringify(await read(pair.admin))).not.toContain("engine noise for 0 s");
	expect(await shown(`/scores/${scored.day.id}/${pair.adam.id}`)).toContain("421 points: Too low");
	await pair.decide(pair.eva, { penalties: [{ points: 1, text: "Late" }] });
	expect(await shown(`/scores/${scored.day.id}/${pair.eva.id}`)).toContain("1 point: Late");
	await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [
		resultOf("A1", { registrationId: pair.adam.id, points: 2 }),
	]);
	expect(await shown(desk())).toContain("A1 differs by 1 point");
});

test("a log is tried against the draft, and nothing of it is stored", async () => {
	const body = new FormData();
	body.set("intent", "try");
	body.set("log", new File([flownFile({ hops: home }) as BlobPart], "zkouska.igc"));
	await db.update(tasks).set({ state: "superseded" });
	const nearer = outAndReturn({ scoring: { subtractFinishRadius: false } });
	await scored.publish(nearer, { id: "task-b", number: 2, state: "draft" });
	const before = await Promise.all([db.select().from(igcFiles), db.select().from(flightResults)]);
	const tried = await scored.app.post(desk(), body, { as: pair.admin, language: "en" });
	const html = (await sourceOf(tried)).replaceAll("\u00a0", " ");
	expect(html).toContain("evaluated against draft B");
	expect(textsIn(html, "#try ~ div dd")).toContain("200.00 km");
	expect(await Promise.all([db.select().from(igcFiles), db.select().from(flightResults)])).toEqual(before);
	body.set("log", new File(["no log"], "zkouska.igc"));
	expect((await scored.app.post(desk(), body, { as: pair.admin })).status).toBe(400);
});

test("a cancelled task takes its scores along, and the next version has them again", async () => {
	const [{ id: otherDay } = scored.day] = scored.days;
	await setTask(otherDay);
	await createSheet({ competitionClassId: scored.club, dayId: otherDay }, [resultOf("A1")]);
	const afterSeason = createApp({ clock: "2025-07-21T08:00:00Z" });
	const figures = async () =>
		textsIn(await sourceOf(await afterSeason.get("/", { language: "en" })), '[aria-labelledby="now"] .count');
	expect(await figures()).toHaveLength(4);
	await scored.app.api("PATCH", `/api/tasks/${scored.taskId}`, { cancelled: true }, { as: pair.admin });
	const answer = await read();
	expect(answer).toMatchObject({ status: "cancelled", task: null, day: null, rows: [] });
	expect(rowsIn(await scored.daily())).toEqual([]);
	expect(await figures()).toHaveLength(1);
	await scored.publish(scoredTask, { id: "task-b", number: 2 });
	await runScheduleAt("2025-07-15T18:01:00Z");
	expect(await read()).toMatchObject({
		status: "preliminary",
		task: { _id: "task-b", version: "B" },
	});
});

test("below each override stands what was evaluated, with the other starts; a press writes it into its field without scripts, and decides nothing", async () => {
	const twice = home.toSpliced(2, 0, { to: place(3000) }, { to: place(-3000) });
	await scored.fly(pair.adam, { hops: twice });
	const form = `${desk()}?decide=${pair.adam.id}`;
	const shown = await sourceOf(await scored.app.get(form, { as: pair.admin, language: "en" }));
	const offered = elementsIn(shown, "#decision-form [name=take]").map(
		(one) => one.getAttribute("value") ?? "",
	);
	const starts = offered.filter((value) => value.startsWith("start="));
	expect(starts).toHaveLength(2);
	expect(offered).toContain("distanceKm=197");
	expect(textsIn(shown, '[aria-labelledby="decision"] a')).toContain("The flight on a map");
	expect(elementsIn(shown, '[aria-labelledby="decision"] svg[role="img"] path').length).toBeGreaterThan(2);
	const fields = {
		...hiddenIn(elementsIn(shown, "#decision-form")[0] ?? ""),
		penaltyText: "Vzdušný prostor",
		take: starts[1] ?? "",
	};
	const taken = await scored.app.post(form, fields, { as: pair.admin });
	expect(taken.status).toBe(200);
	const html = await sourceOf(taken);
	expect([valueIn(html, "start"), valueIn(html, "penaltyText")]).toEqual([
		starts[1]?.slice("start=".length),
		"Vzdušný prostor",
	]);
	expect(elementsIn(html, ".field-error")).toEqual([]);
	expect(await db.select().from(scoreDecisions)).toEqual([]);
	const { take: _, ...decided } = {
		...fields,
		penaltyText: "",
		start: valueIn(html, "start") ?? "",
		reason: "První odlet",
	};
	expect((await scored.app.post(form, decided, { as: pair.admin })).status).toBe(303);
	const list = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));
	const [row] = rowsIn(elementsIn(list, '[aria-labelledby="scoring-decisions"]')[0]?.outerHTML ?? "");
	expect(row?.join(" ")).toContain(`Start (local time): ${valueIn(html, "start")}`);
	expect(row?.join(" ")).toContain("První odlet");
});

test("who waits for somebody to look at the log stands first, before places count", async () => {
	const body = new FormData();
	body.set("registrationId", pair.eva.id);
	const order = async () =>
		elementsIn(await sourceOf(await scored.app.get(desk(), { as: pair.admin })), "tbody tr").flatMap(
			({ id }) => (id ? [id] : []),
		);
	expect(await order()).toEqual([pair.adam.id, pair.eva.id]);
	await db.update(igcFiles).set({ standing: "unconfirmed" }).where(eq(igcFiles.registrationId, pair.eva.id));
	expect(await order()).toEqual([pair.eva.id, pair.adam.id]);
});

test("organisers get to the desk from dashboard, results and day; nobody else sees a way there", async () => {
	const results = `/results?view=daily&class=${scored.club}&day=${scored.day.id}`;
	const linksOf = async (path: string, as?: { readonly id: string }) =>
		elementsIn(await sourceOf(await scored.app.get(path, { as })), "a").filter(
			(link) => link.getAttribute("href") === desk(),
		).length;
	for (const path of ["/admin", "/admin/scoring", results, "/days/4"])
		expect(await linksOf(path, pair.admin)).toBe(1);
	const listed = await sourceOf(await scored.app.get("/results", { as: pair.admin }));
	// In the menu of every page, and on the results of no single day.
	expect(elementsIn(listed, 'a[href="/admin/scoring"]')).toHaveLength(2);
	for (const path of [results, "/days/4"]) {
		expect(await linksOf(path)).toBe(0);
		expect(await linksOf(path, await pilotOf(pair.adam.id))).toBe(0);
	}
});
