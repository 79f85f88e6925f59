import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { place } from "~test/support/flown";
import { elementsIn, hiddenIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf } from "~test/support/igc";
import { setTask } from "~test/support/result-sheets";
import { home, scoredTask, short } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/* A competition of one class, two days and three pilots, by the forms of its pages without scripts: from scores to medals. */

const pair = scoredPair();
const { scored } = pair;
const at = (clock: string) => createApp({ clock });
const middle = short.toSpliced(-1, 1, { to: place(80_000), height: 0, stay: 120 });

test("days become unofficial, a protest is upheld, the points change, the days and the total are official, and there are medals", async () => {
	const third = await scored.pilot("Novotná", "N3");
	await scored.fly(third, { hops: middle });
	const second = scored.days.find(({ date }) => date === "2025-07-16");
	const first = scored.day;
	if (!second) throw new Error("no such day");
	const press = async (date: string, clock: string, fields: Readonly<Record<string, string>>) => {
		const answer = await at(clock).post(`/admin/scoring/${date}/club`, { ...fields }, { as: pair.admin });
		expect(answer.status).toBe(303);
		return answer.headers.get("Set-Cookie") ?? "";
	};
	const sheetOf = async (path: string, clock: string) =>
		sourceOf(await at(clock).get(`/results/sheet/${path}`, { language: "en" }));

	// The first day: unofficial, a protest, which keeps it from being official, a penalty, and another protest time.
	await press(first.date, "2025-07-15T18:00:00Z", { intent: "unofficial" });
	const protest = { text: "Evová letěla přes uzavřený prostor", feePaid: "on" };
	const filed = at("2025-07-15T19:00:00Z").post("/protests/2025-07-15/club", protest, {
		as: await pilotOf(third.id),
	});
	expect((await filed).status).toBe(303);
	expect(await sheetOf("2025-07-15/club", "2025-07-15T19:01:00Z")).toContain("Protest pending");
	const desk = "/admin/scoring/2025-07-15/club";
	const shown = await sourceOf(await at("2025-07-16T07:00:00Z").get(desk, { as: pair.admin }));
	const decision = hiddenIn(elementsIn(shown, 'form:has([name="outcome"])')[0] ?? "");
	await press(first.date, "2025-07-16T07:00:00Z", {
		...decision,
		outcome: "upheld",
		reason: "Podle záznamu vletěla do prostoru",
	});
	const form = elementsIn(
		await sourceOf(await at("2025-07-16T07:05:00Z").get(`${desk}?decide=${pair.eva.id}`, { as: pair.admin })),
		"#decision-form",
	)[0];
	await press(first.date, "2025-07-16T07:05:00Z", {
		...hiddenIn(form ?? ""),
		penaltyPoints: "30",
		penaltyText: "Uzavřený prostor",
		reason: "Uznaný protest",
	});
	const early = { intent: "official", reason: "Zkontrolováno" };
	expect(await press(first.date, "2025-07-16T18:00:01Z", early)).toContain("protest-time-running");
	await press(first.date, "2025-07-17T07:05:01Z", early);
	const signed = await sheetOf("2025-07-15/club", "2025-07-17T07:06:00Z");
	expect(signed).toContain("Uzavřený prostor");
	expect(textsIn(signed, "header strong")).toEqual(["Official"]);

	// The second day, on which the last of the first one wins.
	scored.day = second;
	await setTask(second.id);
	await scored.publish({ ...scoredTask }, { id: "task-b" });
	const evening = at("2025-07-16T18:00:00Z");
	const flown = { date: "2025-07-16" };
	await scored.fly(pair.eva, { hops: home, ...flown }, evening);
	await scored.fly(pair.adam, { hops: short, ...flown }, evening);
	await scored.fly(third, { hops: middle, ...flown }, evening);
	await press(second.date, "2025-07-16T19:00:00Z", { intent: "unofficial" });
	expect(textsIn(await sheetOf("total/club", "2025-07-17T08:00:00Z"), "header strong")).toEqual([
		"Unofficial",
	]);
	await press(second.date, "2025-07-17T19:00:01Z", early);

	const total = await sheetOf("total/club", "2025-07-17T20:00:00Z");
	expect(textsIn(total, "header strong")).toEqual(["Official"]);
	const order = rowsIn(total).map((row) => row[2]);
	expect(order[0]).toBe("Jana Adamová");
	const table = await sourceOf(
		await at("2025-07-17T20:00:00Z").get(`/results?view=total&class=${scored.club}`, { language: "en" }),
	);
	expect(elementsIn(table, 'tr[class^="podium-"]').map((row) => row.getAttribute("class"))).toEqual([
		"podium-1",
		"podium-2",
		"podium-3",
	]);

	// The season is over: home has the medals and its numbers, and nothing changes any more.
	const over = at("2025-07-25T08:00:00Z");
	const html = await sourceOf(await over.get("/", { language: "en" }));
	expect(textsIn(html, ".podium-name a")).toEqual(order);
	const reopened = over.api(
		"PATCH",
		pair.path(),
		{ state: "preliminary", reason: "Pozdě" },
		{ as: pair.admin },
	);
	expect((await reopened).status).toBe(409);
	const top = await (await over.api("GET", "/api/results/top")).text();
	expect([...top.matchAll(/"name":"(Jana \w+[^"]*)"/g)].map(([, name]) => name)).toEqual(order);
});

test("who ties on the podium of a season of our own points shares its place, unless day wins decide", async () => {
	const third = await scored.pilot("Novotná", "N3");
	const fourth = await scored.pilot("Malá", "M4");
	const second = scored.days.find(({ date }) => date === "2025-07-16") ?? scored.day;
	/** The third wins no day, and each of her days is worth half of what the others get on both. */
	const halve = async (app: ReturnType<typeof at>, best: string) => {
		const scores = await app.api("GET", pair.path(), undefined, { as: pair.admin });
		const { rows } = await scores.json<{ rows: { startNumber: string; points: number }[] }>();
		const pointsOf = (number: string) => rows.find(({ startNumber }) => startNumber === number)?.points ?? 0;
		const points = (pointsOf(best) - pointsOf("M4")) / 2;
		const decision = { reason: "Pozdě", penalties: [{ points, text: "Pozdní přihláška" }] };
		await app.api("PATCH", `${pair.path()}/${third.id}`, decision, { as: pair.admin });
	};
	const put = (clock: string, state: string) =>
		at(clock).api("PATCH", pair.path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

	await scored.fly(third, { hops: home, begins: "10:20:00" });
	await scored.fly(fourth, { hops: short, begins: "10:30:00" });
	await halve(scored.app, "A1");
	expect((await put("2025-07-15T19:00:00Z", "unofficial")).status).toBe(200);
	expect((await put("2025-07-16T19:00:01Z", "official")).status).toBe(200);

	scored.day = second;
	await setTask(second.id);
	await scored.publish({ ...scoredTask }, { id: "task-b" });
	const evening = at("2025-07-16T18:00:00Z");
	for (const [pilot, hops, begins] of [
		[pair.eva, home, "10:00:00"],
		[pair.adam, short, "10:10:00"],
		[third, home, "10:20:00"],
		[fourth, short, "10:30:00"],
	] as const)
		await scored.fly(pilot, { hops, begins, date: "2025-07-16" }, evening);
	await halve(evening, "E2");
	const places = async (app: ReturnType<typeof at>) =>
		rowsIn(await sourceOf(await app.get(`/results?view=total&class=${scored.club}`, { language: "en" }))).map(
			(row) => [row[0], row[1]],
		);
	const shared = [
		["1", "A1"],
		["1", "E2"],
		["3", "N3"],
		["4", "M4"],
	];
	expect(await places(evening)).toEqual(shared);
	expect((await put("2025-07-16T20:00:00Z", "unofficial")).status).toBe(200);
	expect((await put("2025-07-17T20:00:01Z", "official")).status).toBe(200);

	const over = at("2025-07-25T08:00:00Z");
	expect(await places(over)).toEqual(shared);
	for (const path of ["/", "/archive"]) {
		const html = await sourceOf(await over.get(path, { language: "en" }));
		expect(textsIn(html, ".podium .medal > [aria-hidden]"), path).toEqual(["1", "1", "3"]);
		expect(textsIn(html, ".podium-name a"), path).toEqual(["Jana Adamová", "Jana Evová", "Jana Novotná"]);
	}
	const top = await (await over.api("GET", "/api/results/top")).text();
	expect([...top.matchAll(/"position":(\d)/g)].map(([, position]) => position)).toEqual(["1", "1", "3"]);
});
