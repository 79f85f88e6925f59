import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, competitionDays, outbox } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { outAndReturn } from "~test/support/flown";
import { elementsIn, hiddenIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;

beforeEach(() => db.delete(outbox));

const appAt = (time: string) => createApp({ clock: `2025-07-15T${time}:00Z` });
const desk = "/admin/tasks/2025-07-15/club";
const days = "/competition-days";
const english = () => ({ as: pair.admin, language: "en" as const });
const read = async (path: string, app = scored.app) =>
	(await sourceOf(await app.get(path, english()))).replaceAll("\u00a0", " ");
const mails = () => db.select({ kind: outbox.kind, state: outbox.state }).from(outbox);
const statesOf = async (kind: string) =>
	(await mails()).flatMap((mail) => (mail.kind === kind ? [mail.state] : []));

async function dayTask() {
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.id, scored.day.id));
	return day?.task;
}

/** The form that takes a cancellation back, as a page shows it; undefined without one. */
async function takeBackForm(path: string, app = scored.app) {
	const forms = elementsIn(await read(path, app), "form.notice-warning");
	return forms.find((form) => form.querySelector('[value="take-back"]'));
}

async function takeBack(path: string) {
	const form = await takeBackForm(path);
	return scored.app.post(path, { ...hiddenIn(form ?? ""), intent: "take-back" }, { as: pair.admin });
}

const cancelTask = (body: object = { cancelled: true }) =>
	scored.app.api("PATCH", `/api/tasks/${scored.taskId}`, body, { as: pair.admin });

test("a task is cancelled after a page has said how many mails go", async () => {
	const inForce = elementsIn(await read(desk), 'section[aria-labelledby="in-force"] a.button-danger')[0];
	expect(inForce?.getAttribute("href")).toBe(`${desk}?cancel`);
	const page = await read(`${desk}?cancel`);
	expect(textsIn(page, "h1")).toEqual(["Cancel version A?"]);
	expect(textsIn(page, ".notice")[0]).toContain(
		"In ten minutes 2 emails are sent to the competitors of the class.",
	);
	const { confirmed: _, ...unasked } = hiddenIn(page);
	const refused = await scored.app.post(desk, unasked, { as: pair.admin });
	expect(refused.headers.get("Location")).toBe(`${desk}?cancel`);
	expect(await pair.read()).toMatchObject({ status: "preliminary" });
	await scored.app.post(desk, hiddenIn(page), { as: pair.admin });
	expect(await pair.read()).toMatchObject({ status: "cancelled", rows: [] });
	expect(await statesOf("task-cancelled")).toEqual(["queued", "queued"]);
	const waiting = (await takeBackForm(desk))?.textContent;
	expect(waiting).toContain(
		"Version A is cancelled. The cancellation can be taken back until 20:10. Then 2 emails are sent.",
	);
});

test("a cancelled task is in force again with its scores after one tap, and nobody gets a mail", async () => {
	const before = await pair.read();
	const tracking = await (await scored.app.api("GET", `/api/tracking/${scored.day.id}`)).json();
	expect((await cancelTask()).status).toBe(200);
	expect(rowsIn(await scored.daily())).toEqual([]);
	await runScheduleAt("2025-07-15T18:09:00Z");
	const taken = await takeBack(desk);
	expect([taken.status, taken.headers.get("Set-Cookie")]).toEqual([
		303,
		expect.stringContaining("takenBack"),
	]);
	expect(await pair.read()).toMatchObject({ status: "preliminary", rows: before.rows });
	expect(rowsIn(await scored.daily())).toHaveLength(2);
	expect(await (await scored.app.api("GET", `/api/tracking/${scored.day.id}`)).json()).toEqual(tracking);
	expect(await db.select().from(auditLog).where(eq(auditLog.action, "task.take-back"))).toMatchObject([
		{ subjectId: scored.taskId, actorId: pair.admin.id, after: { state: "published", version: "A" } },
	]);
	await runScheduleAt("2025-07-15T18:30:00Z");
	expect(await statesOf("task-cancelled")).toEqual([]);
	expect((await takeBack(desk)).headers.get("Set-Cookie")).toContain("server.");
});

test("ten minutes after a cancellation its mails go, and it can no longer be taken back", async () => {
	await cancelTask();
	const form = hiddenIn((await takeBackForm(desk)) ?? "");
	const later = appAt("18:10");
	expect(await takeBackForm(desk, later)).toBeUndefined();
	await runScheduleAt("2025-07-15T18:10:00Z");
	expect(await statesOf("task-cancelled")).toEqual(["sent", "sent"]);
	const refused = await later.post(desk, { ...form, intent: "take-back" }, { as: pair.admin });
	expect(refused.headers.get("Set-Cookie")).toContain("server.stale");
	expect(await pair.read()).toMatchObject({ status: "cancelled" });
});

test("a version published within the ten minutes replaces the cancelled one, of which nobody hears", async () => {
	await cancelTask();
	await scored.publish(outAndReturn({ scoring: { d1Km: 200 } }), { id: "task-b", number: 2, state: "draft" });
	await scored.app.api("PATCH", "/api/tasks/task-b", { published: true }, { as: pair.admin });
	const rows = await db.select().from(outbox);
	expect(rows.filter(({ kind }) => kind === "task-cancelled")).toEqual([]);
	expect(rows.find(({ kind }) => kind === "task-published")?.payload).toMatchObject({
		version: "B",
		replaces: "A",
	});
	expect(await takeBackForm(desk)).toBeUndefined();
});

test("a day is cancelled once its form has asked, with all that was typed, and taken back by a tap", async () => {
	const [shown] = elementsIn(await read(days), '[id="2025-07-15"] form');
	const typed = {
		...hiddenIn(shown ?? ""),
		task: "TASK_CANCELLED",
		email: "on",
		"tracking-club": "https://tasks.example.com/klub.cup",
	};
	const asked = await scored.app.post(days, typed, english());
	expect(asked.status).toBe(400);
	const page = (await asked.text()).replaceAll("\u00a0", " ");
	const [form = ""] = elementsIn(page, '[id="2025-07-15"] form');
	expect(textsIn(form, ".notice-title")).toEqual(["Cancel the day?"]);
	expect(textsIn(form, ".notice-warning")[0]).toContain(
		"In ten minutes 2 emails are sent to the accepted competitors.",
	);
	expect(textsIn(form, "button")).toEqual(["Cancel the day"]);
	expect(page).toContain('value="https://tasks.example.com/klub.cup"');
	expect(await dayTask()).toBe("TASK");
	const confirmed = await scored.app.post(days, { ...typed, ...hiddenIn(form) }, { as: pair.admin });
	expect(confirmed.status).toBe(303);
	expect([await dayTask(), await statesOf("task-day")]).toEqual(["TASK_CANCELLED", ["queued", "queued"]]);
	expect((await takeBack(days)).headers.get("Set-Cookie")).toContain("takenBack");
	expect([await dayTask(), await statesOf("task-day")]).toEqual(["TASK", []]);
	expect(await pair.read()).toMatchObject({ status: "preliminary" });
	expect(rowsIn(await scored.daily())).toHaveLength(2);
});

test("a client's cancellation of a day waits with its mails too, and ends when the day is on again", async () => {
	const set = (task: string, app = scored.app) =>
		app.api("PUT", `/api/days/${scored.day.id}`, { task, email: true }, { as: pair.admin });
	expect((await set("TASK_CANCELLED")).status).toBe(200);
	// Saved twice, it sends one mail each.
	expect((await set("TASK_CANCELLED")).status).toBe(200);
	expect(await statesOf("task-day")).toEqual(["queued", "queued"]);
	expect((await takeBackForm(days))?.textContent).toContain("until 20:10. Then 2 emails are sent.");
	await set("TASK");
	expect(await statesOf("task-day")).toEqual(["sent", "sent"]);
	expect(await db.select().from(outbox)).toMatchObject([{}, {}].map(() => ({ payload: { task: "TASK" } })));
	await set("TASK_CANCELLED", appAt("18:01"));
	await runScheduleAt("2025-07-15T18:12:00Z");
	expect(await statesOf("task-day")).toEqual(["sent", "sent", "sent", "sent"]);
	expect(await takeBackForm(days, appAt("18:12"))).toBeUndefined();
});

const setDay = (task: string, app = scored.app) =>
	app.api("PUT", `/api/days/${scored.day.id}`, { task, email: false }, { as: pair.admin });
const putState = (state: string, app = scored.app, reason = "Zkontrolováno") =>
	app.api("PATCH", pair.path(), { state, reason }, { as: pair.admin });
const protestTime = { state: "unofficial", protestsUntil: "2025-07-16T18:00:00.000Z" };

test.each([
	["task", () => cancelTask(), () => takeBack(desk)],
	["day", () => setDay("TASK_CANCELLED"), () => takeBack(days)],
	["day", () => setDay("TASK_CANCELLED"), () => setDay("TASK")],
])(
	"unofficial results of a cancelled %s are unofficial again with it, for as long, and nobody gets a second mail",
	async (_, cancel, restore) => {
		await putState("unofficial");
		expect(await statesOf("results-published")).toEqual(["sent", "sent"]);
		const { stateSince } = await pair.read();
		expect((await cancel()).status).toBe(200);
		expect(await pair.read()).toMatchObject({ state: "preliminary", protestsUntil: null });
		await restore();
		expect(await pair.read()).toMatchObject({ status: "preliminary", stateSince, ...protestTime });
		expect(await statesOf("results-published")).toEqual(["sent", "sent"]);
	},
);

test.each([
	[
		"another version takes the place of the cancelled one",
		async () => {
			await cancelTask();
			await scored.publish(outAndReturn({}), { id: "task-b", number: 2, state: "draft" });
			await scored.app.api("PATCH", "/api/tasks/task-b", { published: true }, { as: pair.admin });
		},
	],
	[
		"points change meanwhile",
		async () => {
			await setDay("TASK_CANCELLED");
			await pair.penalise(appAt("18:01"));
			await takeBack(days);
		},
	],
	[
		"the task is cancelled beside its day",
		async () => {
			await setDay("TASK_CANCELLED");
			await cancelTask();
			await setDay("TASK");
		},
	],
])("unofficial results stay preliminary after a cancellation when %s", async (_, happen) => {
	await putState("unofficial");
	await happen();
	expect(await pair.read()).toMatchObject({ state: "preliminary", protestsUntil: null });
});
