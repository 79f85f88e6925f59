import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import {
	auditLog,
	cancellations,
	competitionDays,
	dayScores,
	outbox,
	passwordResets,
	pilotDays,
	registrations,
	results,
	tasks,
	users,
} from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	recordStatus,
	seedReference,
} from "~test/support/factories";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { deleteLogs, evening, upload } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { scoredTask } from "~test/support/scored-class";

/* What competitors have not delivered, and the mail that reminds them of it. */

const db = databaseOf();
const app = createApp({ clock: evening });
let admin: { id: string };
let today: string;
let yesterday: string;

beforeEach(async () => {
	await db.delete(pilotDays);
	await deleteLogs();
	await db.batch([db.delete(results), db.delete(dayScores)]);
	await db.delete(cancellations);
	await db.delete(tasks);
	await db.delete(registrations);
	await db.delete(outbox);
	await db.delete(auditLog);
	await db.delete(users);
	const days = (await seedReference()).competitionDays;
	const dayOf = (date: string) => days.find((day) => day.date === date)?.id ?? "";
	today = dayOf("2025-07-15");
	yesterday = dayOf("2025-07-14");
	await db.update(competitionDays).set({ task: "NO_TASK" });
	admin = await createAdmin();
});

async function competitor(
	surname: string,
	values: Partial<typeof registrations.$inferInsert>,
	language: "cs" | "en" = "en",
) {
	const user = await createUser({ surname, language, email: `${surname.toLowerCase()}@example.com` });
	const entry = { accepted: true, paid: true, startNumber: surname.slice(0, 3).toUpperCase() };
	return createRegistration({ ...entry, ...values, userId: user.id });
}

const page = async (path: string, on = app) => sourceOf(await on.get(path, { as: admin, language: "en" }));

async function remind(on = app) {
	const response = await on.post("/starting-list?view=owing", { intent: "remind" }, { as: admin });
	expect(response.status).toBe(303);
	return decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
}

const setTask = (day: string) => app.api("PUT", `/api/days/${day}`, { task: "TASK" }, { as: admin });

async function letterTo(email: string) {
	const [mail, ...others] = await mailsTo(email);
	expect(others).toEqual([]);
	return mail?.text.replaceAll("\u00a0", " ") ?? "";
}

test("the list names what each accepted competitor has not delivered", async () => {
	await competitor("Fine", {});
	await competitor("Waiting", { accepted: false, paid: false, birthDate: null });
	await competitor("Unpaid", { paid: false });
	await competitor("Reserve", { paid: false, isReserve: true });
	await competitor("Ageless", { birthDate: null });
	const html = await page("/starting-list?view=owing");
	// A date of birth is optional: nobody owes it.
	expect(rowsIn(html).map(([, name, missing]) => [name, missing])).toEqual([
		["Jana Unpaid", "Entry fee: CZK\u00a02,500"],
	]);
	expect(textsIn(await page("/admin"), 'a[href="/starting-list?view=owing"]')).toContain(
		"1 competitor has not delivered everything",
	);
});

test("a log is missing of every day on which somebody has launched and landed", async () => {
	const entry = await competitor("Home", {});
	const delivered = await competitor("Delivered", {});
	const flying = await competitor("Flying", {});
	for (const day of [yesterday, today]) await setTask(day);
	for (const day of [yesterday, today]) {
		await upload(app, delivered.id, day, { date: day === today ? "2025-07-15" : "2025-07-14" });
	}
	await upload(app, flying.id, yesterday, { date: "2025-07-14", pilot: "2" });
	const missing = async () =>
		rowsIn(await page("/starting-list?view=owing")).map((cells) => cells.slice(1, 3));
	expect(await missing()).toEqual([]);
	await recordStatus(entry.id, yesterday, "HOME");
	expect(await missing()).toEqual([["Jana Home", "Flight log: 14\u00a0July"]]);
	await recordStatus(entry.id, today, "OUTLANDING");
	await recordStatus(flying.id, today, "FLYING");
	expect(await missing()).toEqual([["Jana Home", "Flight log: 14\u00a0July, 15\u00a0July"]]);
});

test("nobody is reminded of a log of a cancelled day or task, and everybody again once it is taken back", async () => {
	const entry = await competitor("Home", {});
	await insertTask(scoredTask, {
		id: "a",
		dayId: today,
		competitionClassId: entry.competitionClassId,
		number: 1,
	});
	for (const day of [yesterday, today]) await setTask(day);
	for (const day of [yesterday, today]) await recordStatus(entry.id, day, "HOME");
	const missing = async () => rowsIn(await page("/starting-list?view=owing")).map((cells) => cells[2]);
	const bothDays = ["Flight log: 14\u00a0July, 15\u00a0July"];
	expect(await missing()).toEqual(bothDays);

	await app.api("PUT", `/api/days/${yesterday}`, { task: "TASK_CANCELLED" }, { as: admin });
	expect(await missing()).toEqual(["Flight log: 15\u00a0July"]);
	expect((await app.api("PATCH", "/api/tasks/a", { cancelled: true }, { as: admin })).status).toBe(200);
	expect(await missing()).toEqual([]);
	expect(await remind()).toContain("missing.remind.again");
	expect(await db.$count(outbox, eq(outbox.kind, "reminder"))).toBe(0);

	await db.update(tasks).set({ state: "published" });
	await setTask(yesterday);
	expect(await missing()).toEqual(bothDays);
});

test("a day whose task is kept elsewhere has starters, who owe a log once they have launched", async () => {
	const entry = await competitor("Home", {});
	await app.api("POST", "/api/competitorstatuses", { day: today }, { as: admin });
	expect(await page("/admin")).not.toContain("missing today");
	await recordStatus(entry.id, today, "HOME");
	expect(await page("/admin")).toContain("1 flight log is missing today (1 competitor expected)");
	expect(await page("/starting-list?view=owing")).toContain("Flight log: 15\u00a0July");
});

test("one button sends each of them a mail that names what is missing, in their language", async () => {
	await setTask(yesterday);
	const english = await competitor("Penniless", { paid: false, startNumber: "7K" });
	const czech = await competitor("Bezdata", {}, "cs");
	await app.api("POST", "/api/competitorstatuses", { day: yesterday }, { as: admin });
	for (const entry of [english, czech]) await recordStatus(entry.id, yesterday, "HOME");
	expect(await page("/starting-list?view=owing")).toContain("Remind 2 competitors");
	expect(await remind()).toContain('"count":2');

	const text = await letterTo("penniless@example.com");
	expect(text).toContain("The entry fee has not been paid yet");
	expect(text).toContain(`2025${String(english.number).padStart(4, "0")}`);
	expect(text).toContain("Day 3: Monday 14 July");
	const letter = await letterTo("bezdata@example.com");
	expect(letter).toContain("Chybí záznamy vašich letů");
	expect(letter).not.toContain("Startovné");
	const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "reminder.send"));
	expect(row).toMatchObject({
		actorId: admin.id,
		after: { mails: 2, payments: 1, logs: 2 },
	});
});

test("nobody is reminded twice within a day, however often the button is pressed", async () => {
	await competitor("Unpaid", { paid: false });
	await Promise.all([remind(), remind(), remind()]);
	expect(await db.$count(outbox)).toBe(1);
	const html = await page("/starting-list?view=owing");
	expect(html).toMatch(/Last sent: Tuesday 15\sJuly[^<]* 20:00, 1 email\./);
	expect(textsIn(html, "main button")).toEqual([]);
	expect(await remind()).toContain("missing.remind.again");

	await competitor("Another", { paid: false });
	expect(await page("/starting-list?view=owing")).toContain("Remind 1 competitor");
	await remind();
	expect((await db.select().from(outbox)).map(({ recipient }) => recipient).sort()).toEqual([
		"another@example.com",
		"unpaid@example.com",
	]);

	const nextDay = createApp({ clock: "2025-07-16T18:00:01Z" });
	expect(await remind(nextDay)).toContain('"count":2');
	expect(await db.$count(outbox)).toBe(4);
});

test("whose mails of the day are used up is not counted as reminded", async () => {
	const full = await competitor("Full", { paid: false });
	await competitor("Unpaid", { paid: false });
	await db.update(users).set({ verifiedAt: null }).where(eq(users.id, full.userId));
	await db.insert(outbox).values(
		Array.from({ length: 10 }, () => ({
			id: crypto.randomUUID(),
			userId: full.userId,
			recipient: "full@example.com",
			language: "en" as const,
			kind: "message" as const,
			payload: {},
			state: "sent" as const,
			nextAttemptAt: new Date(evening),
			createdAt: new Date(evening),
		})),
	);
	expect(await remind()).toContain('"count":1');
	const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "reminder.send"));
	expect(row?.after).toMatchObject({ mails: 1, payments: 1 });
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, full.id));
	expect(entry?.remindedAt).toBeNull();
});

test("when nothing is missing nothing is sent", async () => {
	await competitor("Fine", {});
	expect(await page("/starting-list?view=owing")).toContain("Everybody has delivered everything.");
	await remind();
	expect(await db.$count(outbox)).toBe(0);
});

test("the outbox shows subject and text of a mail", async () => {
	await competitor("Unpaid", { paid: false });
	await remind();
	const [mail] = await db.select().from(outbox);
	expect(await page("/admin/operations?view=mail")).toContain(`href="/admin/mail/${mail?.id}"`);
	const html = await page(`/admin/mail/${mail?.id}`);
	expect(textsIn(html, "#mail-subject")).toEqual(["What is still missing – Glider Cup 2025"]);
	expect(html).toContain("The entry fee has not been paid yet");
	expect(html).not.toContain("Three dots stand in its place");
	await db.update(outbox).set({ payload: {}, recipient: "" });
	expect(await page(`/admin/mail/${mail?.id}`)).toContain("The text of this email is no longer kept.");
});

test("the outbox shows what an address that nobody has verified got, and says of a link to confirm that it is none", async () => {
	const user = await createUser({ verifiedAt: null });
	const log = { day: "Den 1", date: "2025-07-12", versionId: crypto.randomUUID(), counts: true };
	await commit(contextOf(), {
		statements: [],
		audit: [],
		outbox: [
			mailTo(user, "entry-submitted", {}),
			mailTo(user, "flight-log-sent", { ...log, toConfirm: true }),
		],
		visible: false,
	});
	const shown = async (kind: string) => {
		const [mail] = await db.select().from(outbox).where(eq(outbox.kind, kind));
		return page(`/admin/mail/${mail?.id}`);
	};
	expect(textsIn(await shown("entry-submitted"), "#mail-subject")).toHaveLength(1);
	expect(await shown("flight-log-sent")).toContain("Three dots stand in its place");
});

test("the outbox shows a mail for a new password without its token, and makes none", async () => {
	const { id, email } = await createUser();
	await app.post("/password-reset", { email });
	const [sent] = await mailsTo(email);
	const token = /token=([\w-]+)/.exec(sent?.text ?? "")?.[1] ?? "";
	expect(token).not.toBe("");
	const [mail] = await db.select().from(outbox).where(eq(outbox.userId, id));
	const html = await page(`/admin/mail/${mail?.id}`);
	expect(html).toContain("/password-reset?token=…");
	expect(html).not.toContain(token);
	const stillValid = await app.api("POST", "/api/auth/reset-password/valid", { token });
	expect(stillValid.status).toBe(200);
	expect(await db.$count(passwordResets)).toBe(1);
});
