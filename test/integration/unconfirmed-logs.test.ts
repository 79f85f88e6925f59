import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { registrations, users } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createAdmin, databaseOf, storeStatus } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { runScheduleAt, storedIgc, uploadBody } from "~test/support/igc";
import { createSheet, resultOf } from "~test/support/result-sheets";
import { flight, idOf, sentLogs } from "~test/support/sent-logs";

/* A log of somebody else that has a second sign stands in the table without points until somebody confirms it (docs/security.md, rule 42). */

const db = databaseOf();
const sent = sentLogs();
const { scored, counting, numbers, row, send, standing } = sent;
const { app } = scored;

describe("a log of somebody else with a second sign", () => {
	const marks = ["HFGIDGLIDERID:ok 4321", "HFCIDCOMPETITIONID:7K"];

	beforeEach(async () => {
		await db
			.update(registrations)
			.set({ registrationNumber: "OK-4321", logger: "LX" })
			.where(eq(registrations.id, sent.entry.id));
	});

	test("stands in the table as unconfirmed, outside ranks and day factors", async () => {
		const before = await scored.daily();
		await send(flight(marks));
		expect(await standing()).toBe("unconfirmed");
		expect(await row()).toContain("unconfirmed");
		const { day, logs, rows } = await numbers();
		expect([day.n, logs]).toEqual([1, 1]);
		const own = rows.find(({ startNumber }) => startNumber === "7K");
		expect([own?.status, own?.points, own?.distanceM, own?.start]).toEqual(["dnf", 0, null, null]);
		expect(before).toContain("Malá");
		const page = await app.get(`/scores/${scored.day.id}/${sent.entry.id}`, { language: "en" });
		expect(textsIn(await page.text(), ".score-verdict").join()).toContain("unconfirmed");
	});

	test.each(["FLYING", "OUTLANDING", "HOME", "DNF", null] as const)(
		"moves no number of the class, whatever is known of its competitor: %s",
		async (status) => {
			const statusAt = new Date("2025-07-15T14:00:00Z");
			const of = { dayId: scored.day.id, registrationId: sent.entry.id };
			if (status) await storeStatus({ statusId: "7K", ...of, status, statusAt });
			await runScheduleAt("2025-07-15T17:59:00Z");
			const before = await numbers();
			await send(flight(marks));
			expect(await standing()).toBe("unconfirmed");
			expect(await numbers()).toEqual(before);
			expect(await row()).toContain("unconfirmed");
			const page = await app.get(`/days/${scored.day.date}`, { language: "en" });
			expect(await page.text()).not.toContain("day.note");
		},
	);

	test("takes no points from a log that its pilot has confirmed", async () => {
		const recorder = "ALXVQQQ";
		await send(flight(marks, { recorder }));
		const crewed = await scored.pilot("Malíková", "CD");
		const answer = await app.post(
			"/igc",
			uploadBody(crewed.id, scored.day.id, flight([], { recorder, pressureAtField: 460 })),
		);
		const receipt = answer.headers.get("Location")?.split("?")[0] ?? "";
		const { userId } = crewed;
		expect((await app.post(receipt.replace("/receipt/", "/mine/"), {}, { as: { id: userId } })).status).toBe(
			303,
		);
		const own = (await numbers()).rows.find(({ startNumber }) => startNumber === "CD");
		expect(own?.points).toBeGreaterThan(0);
		expect(own?.findings).toEqual([]);
	});

	test("is confirmed by nobody once its competitor's account is erased", async () => {
		const receipt = await send(flight(marks));
		const link = receipt.replace("/receipt/", "/mine/");
		await db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, sent.pilot.id));
		const [mail] = await mailsTo(sent.pilot.email);
		const signed = /\/igc\/mine\/\S+/.exec(mail?.text ?? "")?.[0] ?? link;
		expect(signed).toContain("?");
		expect((await app.post(signed, {})).status).toBe(403);
		expect(await standing()).toBe("unconfirmed");
	});

	test("is not the log that home thanks its competitor for", async () => {
		const statusAt = new Date("2025-07-15T14:00:00Z");
		const of = { dayId: scored.day.id, registrationId: sent.entry.id };
		await storeStatus({ statusId: "7K", ...of, status: "HOME", statusAt });
		const home = async () => (await app.get("/", { as: sent.pilot, language: "en" })).text();
		await send(flight(marks));
		expect(await home()).not.toContain("Log received");
		await send(flight(marks, { pressureAtField: 460 }), { as: sent.pilot });
		expect(await home()).toContain("Log received");
	});

	test("leaves its competitor among those whose log is missing", async () => {
		const statusAt = new Date("2025-07-15T14:00:00Z");
		const of = { dayId: scored.day.id, registrationId: sent.entry.id };
		await storeStatus({ statusId: "7K", ...of, status: "OUTLANDING", statusAt });
		const as = await createAdmin();
		const listed = async () => {
			const [missing, logs] = await Promise.all(
				["/starting-list?view=owing", `/igc?day=${scored.day.id}`].map((path) =>
					app.get(path, { as, language: "en" }),
				),
			);
			return [
				(await missing?.text())?.includes("Žižková"),
				// The last count is of the logs that wait for an organiser.
				...textsIn((await logs?.text()) ?? "", ".counts .count").slice(0, 3),
			];
		};
		const before = await listed();
		await send(flight(marks));
		expect(await listed()).toEqual(before);
		expect(before[0]).toBe(true);
	});

	test("shows nothing of its flight in official results", async () => {
		const where = { dayId: scored.day.id, competitionClassId: scored.club };
		await createSheet(where, [
			resultOf("7K", { registrationId: sent.entry.id, name: "Eva Žižková", points: 0 }),
		]);
		const before = await row();
		await send(flight(marks));
		expect(await row()).toBe(before);
	});

	test("scores when an organiser confirms it, and no more when that is taken back", async () => {
		await send(flight(marks));
		const admin = await createAdmin();
		const { flights, versions } = await storedIgc();
		const own = flights.find((one) => one.registrationId === sent.entry.id);
		const versionId = own?.currentVersionId ?? "";
		expect(versions.find(({ id }) => id === versionId)?.confirmation).toBeNull();
		const decide = (intent: string) => app.post(`/igc/${own?.id}`, { intent, versionId }, { as: admin });
		const desk = await app.get(`/admin/scoring/${scored.day.date}/club`, { as: admin, language: "en" });
		expect(await desk.text()).toContain("Sent by somebody else");
		expect((await decide("confirm")).status).toBe(303);
		expect([await standing(), (await row())?.includes("unconfirmed")]).toEqual(["scores", false]);
		await decide("unconfirm");
		expect([await standing(), (await row())?.includes("unconfirmed")]).toEqual(["unconfirmed", true]);
	});

	test("has it by a recorder that the entry names", async () => {
		await db.update(registrations).set({ logger: "LXNAV 6MS" }).where(eq(registrations.id, sent.entry.id));
		await send(flight());
		expect(await standing()).toBe("unconfirmed");
	});

	test.each([
		["begins elsewhere", flight(marks, { change: (line) => line })],
		["is of another day", flight(marks, { date: "2025-07-14" })],
		["has one mark only", flight(marks.slice(0, 1))],
	])("has none when it %s", async (_, log) => {
		await send(log);
		expect(await standing()).toBe("kept");
	});

	test("brings the pilot its mail, however many without one came before", async () => {
		for (let number = 0; number < 5; number++) await send(flight([], { pressureAtField: 460 + number }));
		expect(await mailsTo(sent.pilot.email)).toHaveLength(3);
		const sign = await send(flight(marks));
		const mails = await mailsTo(sent.pilot.email);
		expect(mails.filter(({ text }) => text.includes(`/igc/mine/${idOf(sign)}?`))).toHaveLength(1);
	});

	test("is not replaced by one without, and takes the place of one without", async () => {
		const without = await send(flight());
		const sign = await send(flight(marks));
		expect([await counting(), await standing()]).toEqual([idOf(sign), "unconfirmed"]);
		await send(flight([], { pressureAtField: 460 }));
		expect(await counting()).toBe(idOf(sign));
		const page = await app.get(without, { language: "en" });
		expect(textsIn(await page.text(), ".verdict-warning h1")).toEqual([
			"Another log of this flight waits to be confirmed, too.",
		]);
	});
});
