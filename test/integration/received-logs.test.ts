import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, dayScores, incomingLogs } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, databaseOf } from "~test/support/factories";
import { flownFile } from "~test/support/flown";
import { attributeIn, elementsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";

/* A stick of logs that an organiser has received in time, and loads in the evening. Logs are due an hour after the landing. */

const db = databaseOf();
const scored = scoredClass();
const path = "/igc?many";
let admin: { id: string };
let adam: { id: string };
const adamsLog = flownFile({ hops: home, recorder: "ALXV100" });

beforeEach(async () => {
	await db.delete(incomingLogs);
	admin = await createAdmin();
	adam = await scored.pilot("Adamová", "A1");
	await scored.publish({ ...scoredTask, rules: { ...scoredTask.rules, logDeadlineS: 3600 } });
});

const pageOf = async (at = path) => sourceOf(await scored.app.get(at, { as: admin, language: "en" }));

/** Loads a log, and chooses its pilot and day. @returns the fields of the form */
async function load(bytes = adamsLog, entry = adam) {
	await scored.app.post(path, multipart({ logs: [new File([bytes as BlobPart], "a.igc")] }), { as: admin });
	const id = (attributeIn(await pageOf(), 'select[name^="pilot-"]', "name") ?? "").slice("pilot-".length);
	return { [`pilot-${id}`]: entry.id, [`day-${id}`]: scored.day.id };
}

const store = async (fields: Readonly<Record<string, string>>, received = "") =>
	scored.app.post(path, { ...fields, received }, { as: admin, language: "en" });

/** The late logs of the class: minutes, by which they are late. */
async function lateness() {
	const [row] = await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id));
	return (row?.sheet.rows ?? []).flatMap(({ flight }) =>
		(flight?.findings ?? []).flatMap(({ kind, value }) => (kind === "logLate" ? [value] : [])),
	);
}

/** When the log of the tests has landed. */
async function landing(): Promise<Date> {
	const [row] = await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id));
	return new Date(row?.sheet.rows[0]?.flight?.landing ?? 0);
}

/** A local time as the field has it. */
const local = (instant: number) => new Date(instant + 2 * 3_600_000).toISOString().slice(0, 16);

test("lateness counts from the time of receipt, to the minute of the deadline; without one from now", async () => {
	await store(await load());
	expect(await lateness()).toHaveLength(1);
	const due = (await landing()).getTime() + 3_600_000;
	const [now] = await lateness();
	expect(now).toBe(Math.ceil((Date.parse("2025-07-15T18:00:00Z") - due) / 60_000));
	// The same bytes again, with the time of receipt: the last minute before the deadline, and the first after it.
	for (const [minutes, late] of [
		[0, []],
		[1, [1]],
	] as const) {
		await db.delete(incomingLogs);
		const response = await store(await load(), local(due + minutes * 60_000));
		expect(response.status).toBe(303);
		expect(await lateness(), `${minutes}`).toEqual(late);
	}
});

test("a log that the site had before the time of receipt counts from then", async () => {
	const early = createApp({ clock: "2025-07-15T13:00:00Z" });
	await scored.fly(adam, { hops: home, recorder: "ALXV100", change: (line) => line }, early);
	expect(await lateness()).toEqual([]);
	await store(await load(), "2025-07-15T19:30");
	expect(await lateness()).toEqual([]);
});

test("the time is typed once: the next logs of the stick have it already", async () => {
	const response = await store(await load(), "2025-07-15T15:00");
	expect(response.headers.get("Location")).toBe(`/igc?received=2025-07-15T15%3A00`);
	await load(flownFile({ hops: home, recorder: "ALXV101" }));
	expect(valueIn(await pageOf(response.headers.get("Location") ?? ""), "received")).toBe("2025-07-15T15:00");
	expect(valueIn(await pageOf(), "received")).toBe("");
});

test.each([
	["unreadable", "kdysi", "Type a date and a time that exist, such as 15 July 2025 18:30."],
	[
		"of a day that is none",
		"2025-02-30T12:00",
		"Type a date and a time that exist, such as 15 July 2025 18:30.",
	],
	["in the future", "2025-07-15T20:01", "This time is still to come."],
	["before the landing", "2025-07-15T13:00", "The log cannot have been received before the flight ended."],
])("a time of receipt %s stores nothing, and stays in the form", async (_, received, complaint) => {
	const response = await store(await load(), received);
	expect(response.status).toBe(400);
	const html = await sourceOf(response);
	expect(textsIn(html, '[role="alert"], .field-error').join()).toContain(complaint);
	expect(valueIn(html, "received")).toBe(received);
	expect(await db.select().from(dayScores)).toEqual([]);
});

test("this very minute is a time of receipt, and the minute of the landing too", async () => {
	expect((await store(await load(), "2025-07-15T20:00")).status).toBe(303);
	const end = await landing();
	await db.delete(incomingLogs);
	expect((await store(await load(), local(end.getTime() - 60_000))).status).toBe(400);
	await db.delete(incomingLogs);
	expect((await store(await load(), local(end.getTime() + 60_000))).status).toBe(303);
});

test("that nobody of these was late is one press, about the logs that are shown", async () => {
	const eva = await scored.pilot("Evová", "E2");
	await store(await load());
	const shown = elementsIn(await pageOf(), 'form:has([value="inTime"])')[0] ?? "";
	await store(await load(flownFile({ hops: home, recorder: "ALXV101" }), eva));
	expect(await lateness()).toHaveLength(2);
	const press = (form: Parameters<typeof elementsIn>[0]) => {
		const fields = elementsIn(form, 'input[name="log"]').map((one) => [
			"log",
			one.getAttribute("value") ?? "",
		]);
		return scored.app.post(path, new URLSearchParams([...fields, ["intent", "inTime"]]), { as: admin });
	};
	expect((await press(shown)).headers.get("Set-Cookie")).toContain("igc.many.done.inTime");
	expect(await lateness()).toHaveLength(1);
	await press(elementsIn(await pageOf(), 'form:has([value="inTime"])')[0] ?? "");
	expect(await lateness()).toEqual([]);
	const said = await db.select().from(auditLog).where(eq(auditLog.action, "igc.receive-in-time"));
	expect(said.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id]);
});

test("another organiser cannot say it", async () => {
	await store(await load());
	const [file] = await db.select().from(incomingLogs);
	const other = await createAdmin();
	await scored.app.post(path, { intent: "inTime", log: file?.id ?? "" }, { as: other });
	expect(await lateness()).toHaveLength(1);
});
