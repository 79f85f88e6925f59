import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dayScores, flightResults, incomingLogs, tasks } from "~db/schema";
import { createAdmin, databaseOf, recordStatus } from "~test/support/factories";
import { flownFile, outAndReturn, place } from "~test/support/flown";
import { elementsIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";

const db = databaseOf();
const scored = scoredClass();

/** The terms of each row of an explained score, by its symbol. */
function termsIn(html: string): Record<string, (string | null)[]> {
	return Object.fromEntries(
		elementsIn(html, ".score-table th").map((name) => [
			/\((\w+)\)/.exec(name.textContent)?.[1] ?? "",
			[...name.querySelectorAll(".score-term")].map(({ textContent }) => textContent),
		]),
	);
}

describe("from the upload to the table", () => {
	test("logs that an organiser stores together are scored as those that pilots upload", async () => {
		await scored.publish(scoredTask);
		const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		const admin = await createAdmin();
		const sent = new FormData();
		for (const [name, hops, recorder] of [
			["A1.igc", home, "ALXVA11"],
			["E2.igc", short, "ALXVE22"],
		] as const)
			sent.append("logs", new File([flownFile({ hops, recorder }) as BlobPart], name));
		await scored.app.post("/igc?many", sent, { as: admin });
		const rows = await db.select().from(incomingLogs).where(eq(incomingLogs.uploadedBy, admin.id));
		const choices = rows.flatMap(({ id, originalName }) => [
			[`pilot-${id}`, originalName === "A1.igc" ? adam.id : eva.id],
			[`day-${id}`, scored.day.id],
		]);
		await scored.app.post("/igc?many", Object.fromEntries(choices), { as: admin });
		expect(rowsIn(await scored.daily()).map((row) => [row[2], row[7], row[8]])).toEqual([
			["Jana Adamová", "14:19", "197.0"],
			["Jana Evová", "did not finish", "60.0"],
		]);
	});

	test("points, start, finish, distance and speed are there with the answer to the upload", async () => {
		await scored.publish(scoredTask);
		const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await scored.pilot("Bílá", "B3");
		await scored.fly(eva, { hops: short });
		await scored.fly(adam, { hops: home });
		const html = await scored.daily();
		// N 2, n1 1, n2 1: Do 197 km, To 7880 s. Pm = min(1000, 1250·197/250 − 250 = 735, 400·2.189 − 200 = 675.6) = 675.6.
		// F = 1.25/2 = 0.625, FCR = 1, Pvm = 2/3·1/2·675.6 = 225.2, Pdm = 450.4. A: 0.625·675.6 = 422; E: 0.625·450.4·60/197 = 86.
		expect(rowsIn(html).map((row) => [row[0], row[2], row[3], row[6], row[7], row[8], row[9]])).toEqual([
			["1", "Jana Adamová", "422", "12:07", "14:19", "197.0", "90.0"],
			["2", "Jana Evová", "86", "12:07", "did not finish", "60.0", ""],
			["", "Jana Bílá", "0", "", "did not fly", "", ""],
		]);
		expect(html).toContain("Preliminary");
		// Bílá has not flown, and owes none.
		expect(html).toContain("2 of 2 logs");
		const out = await scored.app.get(`/scores/${scored.day.id}/${eva.id}`, { language: "en" });
		const explained = (await sourceOf(out)).replaceAll("\u00a0", " ");
		expect(explained).toContain("86 points = 85.7 for distance, rounded; none for speed");
		expect(textsIn(explained, "dd").slice(2)).toEqual([
			expect.stringMatching(/^not reached; closest at \d\d:\d\d:\d\d, \d\d\.\d km away$/),
			"none",
			expect.stringMatching(/^60\.0\d km: progress towards Sever at \d\d:\d\d:\d\d$/),
		]);
		// Nothing of it is the scorer's to decide.
		expect(textsIn(explained, "#score-findings ~ ul li")).toEqual([]);
		expect(termsIn(explained)).toMatchObject({ Pv: ["the task was not finished"] });
		const flights = elementsIn(html, 'table a[href^="/igc/"]').map((a) => a.getAttribute("href") ?? "");
		const best = flights.map(async (flight) => {
			const page = await sourceOf(await scored.app.get(flight, { language: "en" }));
			return textsIn(page, ".headlines > p");
		});
		expect(await Promise.all(best)).toEqual([
			[],
			["Best of the class on this day: A1 Jana Adamová, 422 pts"],
		]);
	});

	test("the explained score holds the flight, the formula and what the scorer has to decide", async () => {
		await scored.publish(
			outAndReturn({ rules: { startAltitudeM: 1488, logDeadlineS: 2700 }, scoring: { handicaps: false } }),
		);
		const entry = await scored.pilot("Adamová", "A1");
		const receipt = await sourceOf(
			await scored.app.get(await scored.fly(entry, { hops: home }), { language: "en" }),
		);
		expect(receipt).toContain("Preliminary: 676 points, place\u00a01");
		const [link] = elementsIn(await scored.daily(), 'table a[href^="/scores/"]');
		const html = (
			await sourceOf(await scored.app.get(link?.getAttribute("href") ?? "", { language: "en" }))
		).replaceAll("\u00a0", " ");
		expect(elementsIn(html, "h1")[0]?.textContent).toBe("A1 Jana Adamová");
		expect(elementsIn(html, "dd").map(({ textContent }) => textContent)).toEqual([
			"12:01:04",
			// 1,000 m above the field of the edition, at 548 m.
			"12:07:40, 1,548 m above sea level, ground speed 89 km/h",
			"13:14:00",
			"14:19:00, 675 m above sea level",
			"197.00 km",
			"2:11:20",
			"90.0 km/h",
		]);
		expect(html).toContain(
			"676 points = 450.4 for speed + 225.2 for distance, rounded; 676 were possible on this day.",
		);
		expect(termsIn(html)).toMatchObject({
			Do: ["flown by A1"],
			To: ["2:11:20, flown by A1"],
			Pm: [
				"the smallest of 1,000; 1,250·Do/D1 − 250; 400·To − 200",
				"= the smallest of 1,000; 1,250·197.000/250 − 250; 400·2.1889 − 200",
				"= the smallest of 1,000; 735.00; 675.56",
			],
			F: ["1.25·n1/N, at most 1", "= 1.25·1/1 = 1.25, at most 1 → 1"],
			Pd: ["finished: all distance points"],
		});
		expect(html).toContain("start 60 m too high");
		expect(html).toContain("(proposed penalty: 60)");
		expect(html).toMatch(/log sent \d+\smin after its deadline/);
		const api = await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
		const { rows } = (await api.json()) as { rows: { findings: object[] }[] };
		// Metres only: a late log has minutes.
		expect(rows[0]?.findings).toMatchObject([
			{ kind: "startHigh", valueM: 60 },
			{ kind: "logLate", valueM: null },
		]);
		// N 1: Pm 675.6, F 1, FCR 1: the proposed penalty is not in the points.
		expect(rowsIn(html).at(-1)?.at(-1)).toBe("676");

		const [flight] = elementsIn(html, 'main a[href^="/igc/"]').map((a) => a.getAttribute("href"));
		const page = await sourceOf(await scored.app.get(flight ?? "", { language: "en" }));
		const said = elementsIn(page.replaceAll("\u00a0", " "), ".headlines dd, .headlines a");
		expect(said.map(({ textContent }) => textContent)).toEqual([
			"676 pts (place 1)",
			"90.0 km/h",
			"197.0 km",
			"How the flight was scored",
		]);
	});

	test("what was lost after the answer, the scheduler does; a task that changes with half the logs in scores all by the new one", async () => {
		const [entry, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await scored.fly(entry, { hops: home });
		expect(rowsIn(await scored.daily())).toEqual([]);
		await scored.publish(scoredTask);
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(rowsIn(await scored.daily())[0]?.[8]).toBe("197.0");
		await db.update(tasks).set({ state: "superseded" });
		const changed = { ...scoredTask, scoring: { ...scoredTask.scoring, subtractFinishRadius: false } };
		await scored.publish(changed, { id: "task-b", number: 2 });
		await runScheduleAt("2025-07-15T18:10:00Z");
		const distances = async () => rowsIn(await scored.daily()).map((row) => [row[2], row[8]]);
		expect(await distances()).toEqual([
			["Jana Adamová", "200.0"],
			["Jana Evová", ""],
		]);
		await scored.fly(eva, { hops: short });
		expect(await distances()).toEqual([
			["Jana Adamová", "200.0"],
			["Jana Evová", "60.0"],
		]);
		const ofTask = eq(flightResults.taskId, "task-b");
		expect([await db.$count(flightResults, ofTask), await db.$count(flightResults)]).toEqual([2, 3]);
		// Organisers who change the scoring in force need not wait for the scheduler.
		const body = { scoring: { subtractFinishRadius: true } };
		await scored.app.api("PATCH", "/api/tasks/task-b", body, { as: await createAdmin() });
		expect(rowsIn(await scored.daily())[0]?.[8]).toBe("197.0");
	});

	test("the receipt says by how many metres a credited point was missed", async () => {
		await scored.publish(scoredTask);
		const [, , , back, landed] = home;
		// The cylinder begins 99.5 km north of the field.
		const hops = [...short.slice(0, 2), { to: place(99_300) }, ...(back && landed ? [back, landed] : [])];
		const receipt = await scored.fly(await scored.pilot("Adamová", "A1"), { hops });
		const html = await sourceOf(await scored.app.get(receipt, { language: "en" }));
		expect(html.replaceAll("\u00a0", " ")).toMatch(/Sever missed by 20\d m and credited/);
	});

	test("another briefing takes no flight result away", async () => {
		await scored.publish(scoredTask);
		await scored.fly(await scored.pilot("Adamová", "A1"), { hops: home });
		const [before] = await db.select().from(flightResults);
		const briefing = { note: "Pozor na výcvik" };
		const as = await createAdmin();
		expect((await scored.app.api("PATCH", `/api/tasks/${scored.taskId}`, { briefing }, { as })).status).toBe(
			200,
		);
		expect(await db.select().from(flightResults)).toEqual([before]);
	});

	test("nothing is written when nothing has changed", async () => {
		await scored.publish(scoredTask);
		await scored.fly(await scored.pilot("Adamová", "A1"), { hops: home });
		const before = await db.select().from(dayScores);
		await runScheduleAt("2025-07-15T18:05:00Z");
		expect(await db.select().from(dayScores)).toEqual(before);
		expect(await db.select().from(flightResults)).toHaveLength(1);
	});

	test("who is in the air is presumed and has no points; after the day the log is missing", async () => {
		await scored.publish(scoredTask);
		const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await recordStatus(eva.id, scored.day.id, "FLYING");
		await scored.fly(adam, { hops: home });
		const html = await scored.daily();
		expect(rowsIn(html)[1]?.slice(0, 4)).toEqual(["", "E2", "Jana Evová", "flying"]);
		expect(html).toContain("1 log is missing, points will still change.");
		const answer = async () =>
			(await scored.app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`)).json();
		expect(await answer()).toMatchObject({
			presumed: 1,
			rows: [{ rank: 1 }, { status: "flying", rank: null }],
		});
		/** N, n1 and n2 with what they come from. */
		const counted = async () => {
			const page = await scored.app.get(`/scores/${scored.day.id}/${adam.id}`, { language: "en" });
			const explained = (await sourceOf(page)).replaceAll("\u00a0", " ");
			expect(explained).toContain("Task A, racing: Start – Sever – Cil");
			const { N, n1, n2 } = termsIn(explained);
			return [N, n1, n2];
		};
		const presumed = ["= 1 with a scored flight + 1 without a log so far"];
		const fast = "2/3·Vo = 60.000 km/h";
		expect(await counted()).toEqual([presumed, presumed, [fast, ...presumed]]);
		await runScheduleAt("2025-07-15T22:05:00Z");
		expect(rowsIn(await scored.daily())[1]?.slice(0, 4)).toEqual(["", "E2", "Jana Evová", "0"]);
		expect(await answer()).toMatchObject({ presumed: 0, rows: [{}, { status: "missing", rank: null }] });
		expect(await counted()).toEqual([["= 1 with a scored flight + 1 without a log in time"], [], [fast]]);
	});

	test("who is in a field and has sent no log yet is said to be there, not to have flown without finishing", async () => {
		await scored.publish(scoredTask);
		const [adam, eva] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Evová", "E2")];
		await recordStatus(eva.id, scored.day.id, "OUTLANDING");
		await scored.fly(adam, { hops: home });
		expect(rowsIn(await scored.daily())[1]?.slice(0, 4)).toEqual(["", "E2", "Jana Evová", "in a field"]);
	});
});
