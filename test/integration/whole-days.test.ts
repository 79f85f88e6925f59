import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { igcFiles, igcFileVersions, outbox, registrations, scoreDecisions } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, recordStatus } from "~test/support/factories";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { uploadBody } from "~test/support/igc";
import { setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { dayOn, test } from "~test/support/world";

/*
 * Three days as a scorer would write them down. Day 4 is flown: F1 to F24 come home at 90 km/h, O1 to O3 land after 60 km, L lands out
 * and sends no log, G stays on the ground. On the morning of day 5 F24 withdraws and P, a reserve, is promoted; P flies and sends no log.
 * Day 6 is cancelled with F1 in the air. R stays a reserve. On day 4 X sends the log of the day before, and Y the bytes of F1's log
 * under his own number: both came home, owe no log any more, and have no points until the scorer has looked. Until then they count
 * neither in N nor in n1 and n2, so they change nobody's points.
 *
 * Day 4 by hand, without handicaps: N = 28 launched, n1 = 24 or more, n2 = 24, so F = FCR = 1. Do = 197 km, To = 7,880 s.
 * Pm = min(1250 · 197/250 − 250, 400 · 2.1889 − 200) = 675.6. Pvm = 2/3 · 24/28 · Pm = 386.0, Pdm = 289.5. A pilot who is home has
 * 386.0 + 289.5 = 676, one who is out 289.5 · 60/197 = 88.
 */
const db = databaseOf();
const scored = scoredClass();
const at = (clock: string) => createApp({ clock });
const [fourth, fifth, sixth] = ["2025-07-15", "2025-07-16", "2025-07-17"] as const;

test("27 logs, a withdrawal, a promotion and a cancelled day give what a scorer writes down by hand", async ({
	admin,
}) => {
	const flags = async (id: string, body: object) =>
		(await at(`${fifth}T06:00:00Z`).api("PUT", `/api/registration/${id}/quick-actions`, body, { as: admin }))
			.status;
	const statusesMade = (date: string) =>
		at(`${date}T06:00:00Z`).api("POST", "/api/competitorstatuses", { day: dayOn(date) }, { as: admin });
	await scored.publish(scoredTask);
	const numbered = (letter: string, count: number) =>
		Array.from({ length: count }, (_, index) =>
			scored.pilot(`${letter}${index + 1}`, `${letter}${index + 1}`),
		);
	const [finishers, out] = [await Promise.all(numbered("F", 24)), await Promise.all(numbered("O", 3))];
	const [landed] = [await scored.pilot("L", "L"), await scored.pilot("G", "G")];
	const [dayBefore, copier] = [await scored.pilot("X", "X"), await scored.pilot("Y", "Y")];
	const [promoted, reserve] = [await scored.pilot("P", "P"), await scored.pilot("R", "R")];
	for (const { id } of [promoted, reserve])
		await db.update(registrations).set({ isReserve: true }).where(eq(registrations.id, id));

	// Day 4. Each begins two minutes after the one before, so that no log is another one's.
	await statusesMade(fourth);
	for (const { id } of [...finishers, dayBefore, copier]) await recordStatus(id, dayOn(fourth), "HOME");
	for (const { id } of [...out, landed]) await recordStatus(id, dayOn(fourth), "OUTLANDING");
	for (const [index, entry] of [...finishers, ...out].entries()) {
		const begins = `${10 + Math.floor(index / 30)}:${String((index * 2) % 60).padStart(2, "0")}:00`;
		await scored.fly(entry, { hops: index < 24 ? home : short, begins });
	}
	await scored.fly(dayBefore, { hops: home, date: "2025-07-14" });
	const [ofFirst] = await db
		.select({ key: igcFileVersions.key })
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.where(eq(igcFiles.registrationId, finishers[0]?.id ?? ""));
	const bytes = await (await env.FILES.get(ofFirst?.key ?? ""))?.bytes();
	const copied = uploadBody(copier.id, dayOn(fourth), bytes ?? "");
	expect((await scored.app.post("/igc", copied, { as: { id: copier.userId } })).status).toBe(303);
	// Their retrieves are back; L is still in his field.
	for (const { id } of out) await recordStatus(id, dayOn(fourth), "HOME");
	// Day 5.
	await setTask(dayOn(fifth));
	await statusesMade(fifth);
	expect(await flags(finishers[23]?.id ?? "", { accepted: false })).toBe(200);
	expect(await flags(promoted.id, { isReserve: false })).toBe(200);
	await recordStatus(promoted.id, dayOn(fifth), "HOME");
	// Day 6.
	await statusesMade(sixth);
	await recordStatus(finishers[0]?.id ?? "", dayOn(sixth), "FLYING");
	await at(`${sixth}T10:00:00Z`).api(
		"PUT",
		`/api/days/${dayOn(sixth)}`,
		{ task: "TASK_CANCELLED" },
		{ as: admin },
	);

	const night = at(`${sixth}T19:00:00Z`);
	const page = async (path: string) =>
		(await sourceOf(await night.get(path, { as: admin, language: "en" }))).replaceAll("\u00a0", " ");
	const startNumbersOn = async (date: string) =>
		(
			(await (await night.api("GET", `/api/competitorstatuses/${dayOn(date)}`)).json()) as {
				glider: { startNumber: string };
			}[]
		).map(({ glider }) => glider.startNumber);

	// The table: who has withdrawn is in it, who was promoted later and the reserve are not.
	const scoring = await night.api("GET", `/api/scoring/${dayOn(fourth)}/${scored.club}`);
	const sheet = (await scoring.json()) as {
		logs: number;
		expected: number;
		rows: {
			pilot: { startNumber: string };
			status: string;
			points: number | null;
			rank: number | null;
			findings: { kind: string }[];
		}[];
	};
	// G has not launched.
	expect([sheet.logs, sheet.expected]).toEqual([27, 30]);
	const expected = [
		...finishers.map(({ startNumber }) => [startNumber, "finished", 676, 1]),
		...out.map(({ startNumber }) => [startNumber, "out", 88, 25]),
	];
	const table = sheet.rows.map(({ pilot, status, points, rank }) => [
		pilot.startNumber,
		status,
		points,
		rank,
	]);
	expect(table.filter(([, , points]) => points)).toHaveLength(27);
	expect(table).toEqual(expect.arrayContaining(expected));
	expect(table.map(([startNumber]) => startNumber)).not.toEqual(expect.arrayContaining(["P"]));
	// Another day's log and the copied one wait; F1, whose log was copied, has 676 as all who came home.
	const waiting = sheet.rows.filter(({ pilot }) => ["X", "Y"].includes(pilot.startNumber));
	expect(
		waiting.map(({ pilot, points, rank, findings }) => [
			pilot.startNumber,
			points,
			rank,
			findings.map(({ kind }) => kind).filter((kind) => kind === "otherDay" || kind === "sameLog"),
		]),
	).toEqual(
		expect.arrayContaining([
			["X", null, null, ["otherDay"]],
			["Y", null, null, ["sameLog"]],
		]),
	);
	// The totals: the day counts once, for the same 27.
	const total = rowsIn(await page(`/results?view=total&class=${scored.club}`)).map((row) => row[3]);
	expect(total.filter((points) => points === "676")).toHaveLength(24);
	expect(total.filter((points) => points === "88")).toHaveLength(3);
	// Who starts.
	expect(await startNumbersOn(fourth)).toHaveLength(31);
	expect(await startNumbersOn(fifth)).toEqual(expect.arrayContaining(["P", "F1", "L", "G"]));
	for (const absent of ["F24", "R"]) expect(await startNumbersOn(fifth)).not.toContain(absent);
	// The missing list and the reminders: the log of L of day 4, that of P of day 5, none of the cancelled day.
	const missing = rowsIn(await page("/starting-list?view=owing")).map((cells) => cells.slice(1, 3));
	expect(missing.filter(([, what]) => what?.includes("Flight log"))).toEqual([
		["Jana L", expect.stringContaining("Flight log: 15 July")],
		["Jana P", expect.stringContaining("Flight log: 16 July")],
	]);
	await night.post("/starting-list?view=owing", { intent: "remind" }, { as: admin });
	const mails = await db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.kind, "reminder"));
	const reminded = mails.flatMap(({ payload }) => (payload as { logs: { date: string }[] }).logs);
	expect(reminded.map(({ date }) => date).sort()).toEqual([fourth, fifth]);
	// The red line: L is in a field since day 4. F1 is still in the air on the cancelled day, which is today.
	// It is after sunset.
	const isMissing = expect.stringMatching(/^Missing: 1.*F1/);
	for (const path of ["/admin", "/statuses"])
		expect(textsIn(await page(path), ".notice-danger")).toEqual([
			isMissing,
			"Tuesday 15 July: 1 pilot is not home. L Jana L",
		]);
	expect(textsIn(await sourceOf(await night.get("/statuses")), ".notice-danger")).toEqual([]);
	await recordStatus(landed.id, dayOn(fourth), "HOME");
	expect(textsIn(await page("/admin"), ".notice-danger")).toEqual([isMissing]);
	// In the night after, the red line does not name whom the red list names.
	const afterwards = at("2025-07-18T01:00:00Z");
	for (const path of ["/admin", "/statuses"]) {
		const html = await sourceOf(await afterwards.get(path, { as: admin, language: "en" }));
		expect(textsIn(html, ".notice-danger"), path).toEqual([isMissing]);
	}
	expect(await db.$count(scoreDecisions)).toBe(0);
});
