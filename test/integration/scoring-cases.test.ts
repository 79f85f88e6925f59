import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
	auditLog,
	competitionClasses,
	gliderTypes,
	pilotDays,
	registrations,
	scoreDecisions,
} from "~db/schema";
import { createAdmin, databaseOf, storeStatus } from "~test/support/factories";
import { type FlownOptions, outAndReturn, place } from "~test/support/flown";
import { elementsIn, hiddenIn, plain, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

/* What pilots, visitors and the scorer read of a day that goes another way than it should. */

const db = databaseOf();
const scored = scoredClass();
const read = async (path: string, as?: { id: string }) =>
	plain(await sourceOf(await scored.app.get(path, { as, language: "en" })));
const scoring = () => `/api/scoring/${scored.day.id}/${scored.club}`;
const desk = () => `/admin/scoring/${scored.day.date}/club`;
const setState = (entry: { id: string }, status: "FLYING" | "OUTLANDING" | "HOME" | "DNF") =>
	storeStatus({
		dayId: scored.day.id,
		registrationId: entry.id,
		status,
		statusAt: new Date("2025-07-15T10:00:00Z"),
	});
/** The receipt of an upload, as its sender reads it. */
const receiptOf = async (entry: { id: string }, options: FlownOptions) =>
	read(await scored.fly(entry, options));
/** What the receipt says of the flight: the terms of the list and their values. */
const factsIn = (html: string) =>
	Object.fromEntries(
		elementsIn(html, "dl.facts dt").map((term) => [term.textContent, term.nextElementSibling?.textContent]),
	);

test("the receipt names the start used and the other one, the points, the finish inside the ring, and what could still change", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	// Over the line and 6 km back: eight minutes.
	const again = [...home.slice(0, 2), { to: place(1000) }, { to: place(-5000) }, ...home.slice(2, -1)];
	const inside = [...again, { to: place(1500), height: 0, stay: 120 }];
	const html = await receiptOf(adam, { hops: inside });
	expect(html).toContain("Preliminary: 676 points, place 1");
	expect(factsIn(html)).toMatchObject({
		Start: expect.stringMatching(/^12:15:40, 1,548 m above sea level, ground speed (89|90) km\/h$/),
		"Other starts": "12:07:40",
		Sever: "13:22:00",
		Distance: "197.00 km",
		Time: "2:11:20",
		Speed: "90.0 km/h",
	});
	expect(factsIn(html).Finish).toMatch(/^14:27:00, /);
	expect(html).toContain(
		"Other logs, decisions of the scorer and the official results may still change them.",
	);
});

test("a start before the opening, half a flight and another task's flight have no points, and the receipt says why", async () => {
	await scored.publish(outAndReturn({ rules: { startOpens: "12:10:00" }, scoring: { handicaps: false } }));
	const [adam, eva, bara] = [
		await scored.pilot("Adamová", "A1"),
		await scored.pilot("Evová", "E2"),
		await scored.pilot("Bílá", "B3"),
	];
	const early = await receiptOf(adam, { hops: home });
	expect(textsIn(early, "#score-noted ~ ul li")).toEqual([
		expect.stringMatching(/^12:07:40: the line was crossed before the start opened$/),
	]);
	expect(early).toContain("Preliminary: 0 points");
	const half = await receiptOf(eva, {
		hops: home,
		change: (fix, elapsed) => (elapsed > 250 ? null : fix),
	});
	expect(textsIn(half, "#score-noted ~ ul li")).toEqual(["no valid start"]);
	const southwards = [place(2000), place(-80_000, 40_000), place(-10_000, 30_000)].map((to) => ({ to }));
	const elsewhere = [...home.slice(0, 2), ...southwards];
	const other = await receiptOf(bara, { begins: "10:10:00", hops: elsewhere });
	expect(textsIn(other, "#score-findings ~ ul li")).toEqual([]);
	expect(textsIn(other, "#score-noted ~ ul li")).toEqual([]);
	expect(textsIn(other, "dd")).toContainEqual(expect.stringMatching(/^not reached; .+, 97\.\d.km away$/));
	expect(rowsIn(await scored.daily()).map((row) => [row[0], row[3]])).toEqual([
		["", "0"],
		["", "0"],
		["", "0"],
	]);
});

test("the receipt of a second flight does not show the score of the first, which counts", async () => {
	await scored.publish(scoredTask);
	const adam = await scored.pilot("Adamová", "A1");
	expect(await receiptOf(adam, { hops: home })).toContain("Preliminary: ");
	const second = await receiptOf(adam, { begins: "16:00:00", hops: short });
	expect(second).toContain("Another flight of this pilot has already been uploaded for this day.");
	expect(second).not.toContain("Preliminary: ");
	expect(factsIn(second)).not.toHaveProperty("Finish");
});

test("a log of another class counts there, and not in this one", async () => {
	await scored.publish(scoredTask);
	const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
	const classes = await db.select().from(competitionClasses);
	const elsewhere = classes.find(({ id }) => id !== scored.club)?.id ?? "";
	await db.update(registrations).set({ competitionClassId: elsewhere }).where(eq(registrations.id, eva.id));
	await scored.fly(adam, { hops: home });
	const receipt = await receiptOf(eva, { hops: home });
	// Its class has no task that day.
	expect(receipt).not.toContain("Preliminary");
	const answer = (await (await scored.app.api("GET", scoring())).json()) as { logs: number; rows: object[] };
	expect(answer).toMatchObject({ logs: 1, expected: 1, rows: [{ startNumber: "A1" }] });
});

describe("before all are evaluated", () => {
	const podium = (html: string) => elementsIn(html, ".results-table tr[class*=podium-]").length;

	test("places have no medals as long as somebody who launched is not evaluated; then they have", async () => {
		await scored.publish(scoredTask);
		const [adam, eva, admin] = [
			await scored.pilot("Adamová", "A1"),
			await scored.pilot("Evová", "E2"),
			await createAdmin(),
		];
		await scored.fly(adam, { hops: home });
		await setState(eva, "HOME");
		await runScheduleAt("2025-07-15T18:01:00Z");
		const open = await scored.daily();
		expect(rowsIn(open)[0]?.slice(0, 3)).toEqual(["1", "A1", "Jana Adamová"]);
		expect(await read(desk(), admin)).toContain("Launched and without an evaluated log: E2");
		expect(podium(open)).toBe(0);
		const total = `/results?view=total&class=${scored.club}`;
		const [day, first] = [`/days/${scored.days.indexOf(scored.day) + 1}`, "/"];
		expect(podium(await read(total))).toBe(0);
		expect(elementsIn(await read(day), ".day-table .medal")).toHaveLength(0);
		expect(elementsIn(await read(first), ".podium .medal")).toHaveLength(1);
		expect(elementsIn(await read(first), ".podium .podium-1")).toHaveLength(0);
		await scored.fly(eva, { hops: short });
		expect(podium(await scored.daily())).toBe(2);
		expect(podium(await read(total))).toBe(2);
		expect(elementsIn(await read(day), ".day-table .medal")).toHaveLength(2);
		expect(elementsIn(await read(first), ".podium .podium-1")).toHaveLength(1);
	});

	test("places have no medals from the launch of the class on, and have them again when it is undone", async () => {
		await scored.publish(scoredTask);
		const [adam, eva, admin] = [
			await scored.pilot("Adamová", "A1"),
			await scored.pilot("Evová", "E2"),
			await createAdmin(),
		];
		await setState(eva, "DNF");
		await scored.fly(adam, { hops: home });
		expect(podium(await scored.daily())).toBe(1);
		const send = (fields: Record<string, string>) =>
			scored.app.post("/statuses?duty=on", { day: scored.day.id, class: "club", ...fields }, { as: admin });
		await send({ intent: "launch" });
		expect(podium(await scored.daily())).toBe(0);
		// The speed of who is disqualified still counts for the others.
		const decision = { reason: "Porada", disqualified: true };
		await scored.app.api("PATCH", `${scoring()}/${eva.id}`, decision, { as: admin });
		expect(podium(await scored.daily())).toBe(0);
		expect(podium(await read(`/results?view=total&class=${scored.club}`))).toBe(0);
		const [launched] = await db.select().from(pilotDays).where(isNotNull(pilotDays.statusId));
		await send({ intent: "undo-launch", undo: String(launched?.statusAt?.getTime()) });
		expect(podium(await scored.daily())).toBe(1);
	});

	test("preliminary places have no medals while somebody is in a field, whose log has come; announced ones have", async () => {
		await scored.publish(scoredTask);
		const [adam, eva, admin] = [
			await scored.pilot("Adamová", "A1"),
			await scored.pilot("Evová", "E2"),
			await createAdmin(),
		];
		await scored.fly(adam, { hops: home });
		await scored.fly(eva, { hops: short });
		const day = `/days/${scored.days.indexOf(scored.day) + 1}`;
		const seen = async () => [
			podium(await scored.daily()),
			podium(await read(`/results?view=total&class=${scored.club}`)),
			elementsIn(await read(day), ".day-table .medal").length,
			elementsIn(await read("/"), ".podium [class*=podium-]:not(.podium-name, .podium-points)").length,
		];
		await setState(eva, "OUTLANDING");
		expect(await seen()).toEqual([0, 0, 0, 0]);
		await setState(eva, "HOME");
		expect(await seen()).toEqual([2, 2, 2, 2]);
		await setState(eva, "OUTLANDING");
		const announced = { state: "unofficial", reason: "Protestní lhůta běží" };
		expect((await scored.app.api("PATCH", scoring(), announced, { as: admin })).status).toBe(200);
		expect(await seen()).toEqual([2, 2, 2, 2]);
	});

	test("when nobody has launched there is nothing to see, and the scorer reads so", async () => {
		await scored.publish(scoredTask);
		const [adam, admin] = [await scored.pilot("Adamová", "A1"), await createAdmin()];
		await setState(adam, "DNF");
		await runScheduleAt("2025-07-15T18:01:00Z");
		expect(rowsIn(await scored.daily())).toEqual([]);
		expect(rowsIn(await read(desk(), admin)).map((row) => row.slice(1, 3))).toEqual([["did not fly", "0"]]);
		expect(await (await scored.app.api("GET", scoring(), undefined, { as: admin })).json()).toMatchObject({
			logs: 0,
			day: { n: 0, pm: 0, f: 0 },
			rows: [{ status: "dnf", rank: null, points: 0 }],
		});
	});
});

describe("the scorer", () => {
	let admin: { id: string };
	let adam: { id: string };
	const decide = (entry: { id: string }, body: Record<string, unknown>) =>
		scored.app.api("PATCH", `${scoring()}/${entry.id}`, { reason: "Rozhodnuto", ...body }, { as: admin });

	beforeEach(async () => {
		admin = await createAdmin();
		adam = await scored.pilot("Adamová", "A1");
	});

	test("of guests alone there is no day: points are 0, nobody has a place, and the page says why", async () => {
		await scored.publish(scoredTask);
		const receipt = await scored.fly(adam, { hops: home });
		expect((await decide(adam, { guest: true })).status).toBe(200);
		const html = await scored.daily();
		expect(rowsIn(html)[0]?.slice(0, 4)).toEqual(["HC", "A1", "Jana Adamová", "0"]);
		expect(html).toContain("The day does not count. Launched: 0, with the least distance: 0.");
		expect(await read(receipt)).toContain("Preliminary: 0 points");
	});

	test("a handicap that is not known counts as 1, and the page names whose it is", async () => {
		await scored.publish(outAndReturn());
		const [entry] = await db.select().from(registrations).where(eq(registrations.id, adam.id));
		const glider = eq(gliderTypes.id, entry?.gliderTypeId ?? "");
		const [{ index = 0 } = {}] = await db
			.select({ index: gliderTypes.index })
			.from(gliderTypes)
			.where(glider);
		await db.update(gliderTypes).set({ index: 0 }).where(glider);
		await scored.fly(adam, { hops: home });
		expect(await read(desk(), admin)).toContain("No handicap is known: A1.");
		expect(await (await scored.app.api("GET", scoring())).json()).toMatchObject({ rows: [{ handicap: 1 }] });
		await decide(adam, { override: { handicap: 1.1 } });
		expect(await read(desk(), admin)).not.toContain("No handicap is known");
		await db.update(gliderTypes).set({ index }).where(glider);
	});

	test("of two who send the same form one decides, and the other reads what has changed", async () => {
		await scored.publish(scoredTask);
		await scored.fly(adam, { hops: home });
		const form = `${desk()}?decide=${adam.id}`;
		const fields = hiddenIn(elementsIn(await read(form, admin), "#decision-form")[0] ?? "");
		const send = (distanceKm: string) =>
			scored.app.post(form, { ...fields, distanceKm, out: "on", reason: "Podle záznamu" }, { as: admin });
		const answers = await Promise.all([send("100"), send("120")]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
		const [decided] = await db.select().from(scoreDecisions);
		const won = answers[0]?.status === 303 ? 100_000 : 120_000;
		expect(decided?.override).toMatchObject({ distanceM: won, out: true });
	});

	test("two who give the same penalty give it once; two who hide and cancel do both", async () => {
		await scored.publish(outAndReturn({ rules: { startAltitudeM: 1488 }, scoring: { handicaps: false } }));
		await scored.fly(adam, { hops: home });
		const form = elementsIn(await read(desk(), admin), "form").find(({ textContent }) =>
			textContent.includes("Give a penalty of 60 points"),
		);
		const intent = form?.querySelector("button")?.getAttribute("value") ?? "";
		const press = () => scored.app.post(desk(), { ...hiddenIn(form ?? ""), intent }, { as: admin });
		const pressed = await Promise.all([press(), press()]);
		expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
		const [decided] = await db.select().from(scoreDecisions);
		expect(decided?.penalties).toMatchObject([{ points: 60 }]);
		const forClass = (body: object) =>
			scored.app.api("PATCH", scoring(), { ...body, reason: "Porada" }, { as: admin });
		await Promise.all([forClass({ published: false }), forClass({ cancelled: true })]);
		expect(await (await scored.app.api("GET", scoring(), undefined, { as: admin })).json()).toMatchObject({
			status: "cancelled",
			published: false,
		});
		const audited = await db.select().from(auditLog).where(eq(auditLog.action, "score.decide-class"));
		expect(audited.length).toBeGreaterThanOrEqual(2);
	});
});
