import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff } from "~/lib/access";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import type { StaffCtx } from "~/lib/context";
import { updateDay } from "~/lib/days/change-days.server";
import type { Result } from "~/lib/result";
import { cancelTask } from "~/lib/tasks/cancel-task.server";
import { changeTask } from "~/lib/tasks/change-task.server";
import { publishTask } from "~/lib/tasks/publish-task.server";
import { dayScores, erasures, gliderTypes, results, tasks, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	recordStatus,
	statusOf,
} from "~test/support/factories";
import { place } from "~test/support/flown";
import { askedBy } from "~test/support/flown-days";
import { pilotOf, runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { scoredTask, short } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/*
 * What a change does to the results of a day, by their state: one row for each kind of change. The results are unofficial since the
 * evening of 15 July; the changes come in the next morning, and to official results after the protest time.
 */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const deskPath = "/admin/scoring/2025-07-15/club";

const states = ["preliminary", "unofficial", "official"] as const;
type State = (typeof states)[number];

const morning = { app: createApp({ clock: "2025-07-16T08:00:00Z" }), now: "2025-07-16T08:00:00.000Z" };
const nextEvening = { app: createApp({ clock: "2025-07-16T18:00:01Z" }), now: "2025-07-16T18:00:01.000Z" };
const changedAt: Record<State, typeof morning> = {
	preliminary: morning,
	unofficial: morning,
	official: nextEvening,
};

interface Answer {
	readonly state: string;
	readonly protestsUntil: string | null;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly pilot: { readonly name: string; readonly surname: string };
		readonly status: string;
		readonly points: number | null;
		readonly handicap: number;
	}[];
}

/** Accepted, and has not flown. */
let third: { readonly id: string };
let gliderName = "";

beforeEach(async () => {
	const user = await createUser({ name: "Petr", surname: "Novotný" });
	const entry = await createRegistration({
		userId: user.id,
		accepted: true,
		startNumber: "N1",
		competitionClassId: scored.club,
	});
	third = entry;
	const [glider] = await db
		.select({ name: gliderTypes.name, id: gliderTypes.id })
		.from(gliderTypes)
		.where(eq(gliderTypes.id, entry.gliderTypeId));
	gliderName = glider?.name ?? "";
	await db.update(gliderTypes).set({ index: 104 }).where(eq(gliderTypes.name, gliderName));
	const [task] = await db.select().from(tasks);
	if (task) await db.update(tasks).set({ scoring: { ...task.scoring, handicaps: true } });
	await runScheduleAt("2025-07-15T18:01:00Z");
});

const put = (state: string, app = scored.app) =>
	app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

async function reach(state: State): Promise<void> {
	if (state === "preliminary") return;
	expect((await put("unofficial")).status).toBe(200);
	if (state === "official") expect((await put("official", nextEvening.app)).status).toBe(200);
}

const read = async (app: typeof morning.app): Promise<Answer> =>
	(await app.api("GET", path(), undefined, { as: pair.admin })).json();

async function officialTable() {
	const answer = await nextEvening.app.api("GET", `/api/results/daily/${scored.club}/${scored.day.id}`);
	return answer.json<{ readonly name: string; readonly points: number }[]>();
}

/** @returns the status of its answer */
type Change = (app: typeof morning.app) => Promise<number>;

const asAdmin = async (answer: Promise<Response>) => (await answer).status;

const changes = {
	"a log": async (app) => {
		const hops = short.toSpliced(-1, 1, { to: place(70_000), height: 0, stay: 120 });
		await scored.fly(third, { hops }, app);
		return 303;
	},
	"another version of the task": (app) =>
		asAdmin(app.api("PATCH", `/api/tasks/${scored.taskId}`, { scoring: { dmKm: 50 } }, { as: pair.admin })),
	"a cancelled task": (app) =>
		asAdmin(app.api("PATCH", `/api/tasks/${scored.taskId}`, { cancelled: true }, { as: pair.admin })),
	"a decision": (app) => asAdmin(pair.penalise(app)),
	"a status": async (app) => {
		await recordStatus(third.id, scored.day.id, null);
		const status = await statusOf(third);
		const body = { status: "OUTLANDING" };
		return asAdmin(app.api("PUT", `/api/competitorstatuses/${status?.statusId}`, body, { as: pair.admin }));
	},
	"a handicap": async (app) => {
		const list = `name,index,competitionClassType\n${gliderName},150,club`;
		const send = (confirmed: string) => {
			const form = multipart({ intent: "import", list, from: scored.day.date, confirmed });
			return app.post("/admin/glider-types", form, { as: pair.admin });
		};
		const { confirmed } = await askedBy(await send(""));
		return (await send(confirmed ?? "")).status;
	},
	"a withdrawal": (app) =>
		asAdmin(
			app.api("PUT", `/api/registration/${third.id}/quick-actions`, { accepted: false }, { as: pair.admin }),
		),
	"a late entry": async (app) => {
		const late = await createRegistration({ competitionClassId: scored.club, startNumber: "N2" });
		const accepted = { accepted: true };
		return asAdmin(
			app.api("PUT", `/api/registration/${late.id}/quick-actions`, accepted, { as: pair.admin }),
		);
	},
	"an import": (app) => asAdmin(pair.sendImport(app, { reason: "Bodováno jinde" })),
	"an erasure": async () => {
		const userId = (await pilotOf(pair.eva.id))?.id ?? "";
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		const erasure = { id: crypto.randomUUID(), userId, tokenVersion: user?.tokenVersion ?? 0 };
		const now = new Date(morning.now);
		await db.insert(erasures).values({ ...erasure, createdAt: now });
		return (await eraseAccount(contextOf({ now }), { ...erasure, by: null })) ? 200 : 409;
	},
} satisfies Record<string, Change>;

/**
 * `scored`: the rows follow. `anew`: they follow, and the protest time begins anew. `ended`: the results are preliminary again, without
 * protest time. `same`: the change is taken, and the results stay. `refused`: 409, until they are reopened. `replaced`: the results are
 * those from elsewhere, and the desk compares ours. `nameless`: all stays but the name.
 */
type Outcome = "scored" | "anew" | "ended" | "same" | "refused" | "replaced" | "nameless";

const outcomes: readonly (readonly [keyof typeof changes, Record<State, Outcome>])[] = [
	["a log", { preliminary: "scored", unofficial: "same", official: "same" }],
	["another version of the task", { preliminary: "scored", unofficial: "anew", official: "refused" }],
	["a cancelled task", { preliminary: "ended", unofficial: "ended", official: "refused" }],
	["a decision", { preliminary: "scored", unofficial: "anew", official: "refused" }],
	["a status", { preliminary: "scored", unofficial: "anew", official: "same" }],
	["a handicap", { preliminary: "scored", unofficial: "anew", official: "same" }],
	["a withdrawal", { preliminary: "scored", unofficial: "scored", official: "same" }],
	["a late entry", { preliminary: "scored", unofficial: "scored", official: "same" }],
	["an import", { preliminary: "replaced", unofficial: "replaced", official: "replaced" }],
	["an erasure", { preliminary: "nameless", unofficial: "nameless", official: "nameless" }],
];

const namesIn = (rows: Answer["rows"]) => rows.map(({ pilot }) => `${pilot.name} ${pilot.surname}`);
const withoutNames = (rows: Answer["rows"]) =>
	rows.map(({ startNumber, points, handicap, status }) => ({ startNumber, points, handicap, status }));

describe.each(states)("to %s results", (state) => {
	test.each(outcomes)("%s", async (name, { [state]: outcome }) => {
		await reach(state);
		const { app, now } = changedAt[state];
		const [before, tableBefore] = [await read(app), await officialTable()];
		const answered = await changes[name](app);
		const [after, table] = [await read(app), await officialTable()];

		expect(answered === 409).toBe(outcome === "refused");
		const ofImport = outcome === "replaced" ? "official" : state;
		expect(after.state).toBe(outcome === "ended" ? "preliminary" : ofImport);
		const nextMorning = new Date(Date.parse(now) + 24 * 60 * 60 * 1000).toISOString();
		const until = { anew: nextMorning, ended: null, replaced: null }[outcome as string];
		expect(after.protestsUntil).toBe(until === undefined ? before.protestsUntil : until);

		const changed = outcome === "scored" || outcome === "anew" || outcome === "ended";
		if (changed) expect(withoutNames(after.rows)).not.toEqual(withoutNames(before.rows));
		else expect(withoutNames(after.rows)).toEqual(withoutNames(before.rows));
		expect(namesIn(after.rows).includes("– Anonym")).toBe(outcome === "nameless");

		if (outcome === "replaced") {
			expect(table).toMatchObject([{ points: 1000 }, { points: 900 }]);
			const desk = await (await app.get(deskPath, { as: pair.admin, language: "en" })).text();
			expect(desk.replaceAll("\u00a0", " ")).toContain("Agrees with the official results: 0 of 2");
			expect((await put("official", nextEvening.app)).status).toBe(state === "official" ? 200 : 409);
		} else if (outcome === "nameless") {
			expect(table.map(({ points }) => points)).toEqual(tableBefore.map(({ points }) => points));
			expect(table.some((row) => row.name === "– Anonym")).toBe(state === "official");
		} else expect(table).toEqual(tableBefore);
	});
});

/** Changes of a task or a day whose results must not be final. */
const closing: readonly (readonly [
	string,
	(ctx: StaffCtx<"scoring" | "tasks" | "days">) => Promise<Result<unknown>>,
])[] = [
	["another scoring", (ctx) => changeTask(ctx, scored.taskId, { scoring: { dmKm: 50 } }, null)],
	["a cancelled task", (ctx) => cancelTask(ctx, scored.taskId, null)],
	["another version", (ctx) => publishTask(ctx, "task-b", null)],
	[
		"a cancelled day",
		(ctx) => updateDay(ctx, { id: scored.day.id, task: "TASK_CANCELLED", email: false, version: null }),
	],
];

describe.each(closing)("%s", (_, change) => {
	const adminAt = async (day: string) => {
		const now = new Date(`2025-07-${day}T10:00:00Z`);
		const actor = { ...(await createAdmin()), verified: true, role: "organiser" as const };
		return asStaff(contextOf({ now, actor }), "scoring", "tasks", "days");
	};

	beforeEach(() => scored.publish(scoredTask, { id: "task-b", number: 2, state: "draft" }));

	test("is refused after the lock where there are results, and possible where there are none", async () => {
		const locked = await adminAt("23");
		expect(await change(locked)).toMatchObject({ ok: false, reason: "days-locked" });
		await db.batch([db.delete(results), db.delete(dayScores)]);
		expect(await change(locked)).toMatchObject({ ok: true });
	});

	test("is undone when the results become official at the same moment", async () => {
		const ctx = await adminAt("16");
		const before = await db.select().from(tasks);
		let isWriting = false;
		const racing = new Proxy(ctx.db, {
			get(target, name) {
				isWriting ||= name === "update";
				if (name === "batch" && isWriting)
					return async (statements: Parameters<typeof target.batch>[0]) => {
						await db.update(dayScores).set({ state: "official" });
						return target.batch(statements);
					};
				const value = Reflect.get(target, name);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		expect(await change({ ...ctx, db: racing })).toMatchObject({ ok: false, reason: "stale" });
		expect(await db.select().from(tasks)).toEqual(before);
	});
});
