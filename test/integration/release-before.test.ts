import { applyD1Migrations, env } from "cloudflare:test";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import { dayScores, gridPilotsBefore, grids, pilotDays, registrations, statusesBefore } from "~db/schema";
import { createRegistration, databaseOf, referenceOf, seedReference } from "~test/support/factories";
import { at, date, draw, noon, type Person, starter, statusId, tap } from "~test/support/grid-desk";
import { deleteLogs, runScheduleAt } from "~test/support/igc";
import { schemaOf, tablesOf } from "~test/support/schema";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { dayOn, ids, test } from "~test/support/world";

/* What the release before knows of the day of a pilot, and what becomes of it. */

const db = databaseOf();
const byPilot = <Row extends { readonly dayId: string; readonly registrationId: string }>(rows: Row[]) =>
	rows.toSorted((one, other) =>
		`${one.dayId} ${one.registrationId}` < `${other.dayId} ${other.registrationId}` ? -1 : 1,
	);

/** Statuses, rows of the grid and launch orders, as the release before reads them. */
async function before() {
	const onGrid = await db.select().from(gridPilotsBefore);
	return {
		statuses: byPilot(await db.select().from(statusesBefore)),
		onGrid: byPilot(onGrid.map(({ id: _, ...row }) => row)),
		orders: await db.select({ dayId: grids.dayId, order: grids.order }).from(grids).orderBy(asc(grids.dayId)),
	};
}

/** The same of the days of the pilots; the class of all is the club class. */
async function now(): ReturnType<typeof before> {
	const { dayId, registrationId, statusId: id, status, statusAt, statusBy } = pilotDays;
	const { launches, isScratched, scratchReason, isScratchedByDesk, remark } = pilotDays;
	const onGrid = { launches, isScratched, scratchReason, isScratchedByDesk, remark };
	const by = { updatedAt: pilotDays.gridChangedAt, updatedBy: pilotDays.gridChangedBy };
	const placed = await db
		.select({ dayId, registrationId })
		.from(pilotDays)
		.where(isNotNull(pilotDays.gridPlace))
		.orderBy(asc(dayId), asc(pilotDays.gridPlace));
	return {
		statuses: byPilot(
			await db
				.select({ id, registrationId, dayId, status, updatedAt: statusAt, updatedBy: statusBy })
				.from(pilotDays)
				.where(isNotNull(id)),
		),
		onGrid: byPilot(
			await db
				.select({ dayId, registrationId, ...onGrid, ...by })
				.from(pilotDays)
				.where(isNotNull(pilotDays.gridChangedAt)),
		),
		orders: [...new Set(placed.map((row) => row.dayId))].map((day) => ({
			dayId: day,
			order: placed.filter((row) => row.dayId === day).map((row) => row.registrationId),
		})),
	} as Awaited<ReturnType<typeof before>>;
}

const statusesAt = async (day: string) =>
	(await (await noon.api("GET", `/api/competitorstatuses/${day}`)).json()) as { readonly _id: string }[];

test("what the desk does stands in the tables of the release before, with the ids of the API", async ({
	admin,
}) => {
	const [one, two, three, four] = [await starter(), await starter(), await starter(), await starter()];
	const reserve = await createRegistration({ accepted: true, isReserve: true });
	const set = async (entry: Person, status: string) =>
		noon.post("/statuses", { id: await statusId(entry), status }, { as: admin });
	const change = (intent: string) =>
		noon.post("/statuses", { intent, day: dayOn(date), reserve: reserve.id }, { as: admin });
	const steps: readonly [string, () => Promise<unknown>][] = [
		["a draw", () => draw(admin, {})],
		["a status", () => set(one.entry, "HOME")],
		["a status cleared", () => set(one.entry, "")],
		["a scratch", () => tap(noon, two.entry, admin, { intent: "scratch", reason: "horečka" })],
		["no scratch", () => tap(noon, two.entry, admin, { intent: "unscratch" })],
		[
			"a withdrawal",
			() =>
				db
					.update(registrations)
					.set({ accepted: false, withdrawnFrom: date })
					.where(eq(registrations.id, four.entry.id)),
		],
		["another draw", () => draw(admin, { version: "1" })],
		["a launch", () => tap(noon, three.entry, admin, { launches: "1", seen: "0" })],
		["a relight", () => tap(at("10:30:00"), three.entry, admin, { launches: "2", seen: "1" })],
		["a reserve", () => change("add-reserve")],
		["no reserve", () => change("remove-reserve")],
	];
	for (const [step, act] of steps) {
		const was = await before();
		await act();
		const is = await before();
		expect(is, step).toEqual(await now());
		if (step !== "a withdrawal") expect(is, step).not.toEqual(was);
	}
	const { statuses, onGrid, orders } = await before();
	expect(statuses.map(({ registrationId, status }) => [registrationId, status])).toEqual(
		expect.arrayContaining([
			[one.entry.id, null],
			[three.entry.id, "FLYING"],
		]),
	);
	expect(statuses).toHaveLength(4);
	expect(onGrid).toHaveLength(2);
	expect(orders[0]?.order.toSorted()).toEqual([one, two, three].map(({ entry }) => entry.id).sort());
	const known = statuses.map(({ id }) => id);
	for (const { _id } of await statusesAt(dayOn(date))) expect(known).toContain(_id);
});

test("who only has a place on the grid has no status: it is made like a missing one", async ({ admin }) => {
	const { entry } = await starter();
	const day = "2025-07-18";
	await draw(admin, {}, day);
	const ofDay = and(eq(pilotDays.dayId, dayOn(day)), eq(pilotDays.registrationId, entry.id));
	const [drawn] = await db.select().from(pilotDays).where(ofDay);
	expect(drawn).toMatchObject({ gridPlace: expect.any(Number), statusId: null });
	expect(await statusesAt(dayOn(day))).toEqual([]);
	expect(await db.$count(statusesBefore, eq(statusesBefore.dayId, dayOn(day)))).toBe(0);
	await noon.api("POST", "/api/competitorstatuses", { day: dayOn(day) }, { as: admin });
	const [made] = await db.select().from(pilotDays).where(ofDay);
	expect(made).toMatchObject({ gridPlace: drawn?.gridPlace, status: "DNF" });
	expect((await statusesAt(dayOn(day))).map(({ _id }) => _id)).toContain(made?.statusId);
});

test("what the release before writes meanwhile is taken over by the schedule, once", async ({ admin }) => {
	const [set, launched] = [await starter(), await starter()];
	const of = (entry: Person) => ({ dayId: dayOn(date), registrationId: entry.id });
	const updated = { updatedAt: new Date(`${date}T11:00:00Z`), updatedBy: admin.id };
	await db
		.update(statusesBefore)
		.set({ status: "HOME", ...updated })
		.where(eq(statusesBefore.registrationId, set.entry.id));
	const launches = [Date.parse(`${date}T10:45:00Z`)];
	await db.insert(gridPilotsBefore).values({ id: "launched", ...of(launched.entry), launches, ...updated });
	await runScheduleAt(`${date}T11:05:00Z`);
	const taken = await now();
	expect(taken.statuses).toContainEqual(
		expect.objectContaining({ ...of(set.entry), status: "HOME", ...updated }),
	);
	expect(taken.onGrid).toContainEqual(
		expect.objectContaining({ ...of(launched.entry), launches, ...updated }),
	);
	expect(taken).toEqual(await before());
});

describe("the migration", () => {
	const scored = scoredClass();
	/** An edition whose database no test of this file uses otherwise. */
	const old = 2020;

	/** Makes the database as it was before a migration, with what is in ours. */
	async function copyToBefore(number: string): Promise<D1Database> {
		const [from, to] = [env.DB_2025, env[`DB_${old}`]];
		if (!from || !to) throw new Error("no database is bound");
		const run = (statements: readonly D1PreparedStatement[]) =>
			to.batch([to.prepare("PRAGMA defer_foreign_keys = on"), ...statements]);
		await run(tablesOf(await schemaOf(to)).map((name) => to.prepare(`DROP TABLE ${name}`)));
		await applyD1Migrations(
			to,
			env.TEST_MIGRATIONS.filter(({ name }) => name < number),
		);
		const inserts: D1PreparedStatement[] = [];
		for (const table of tablesOf(await schemaOf(to))) {
			if (["d1_migrations", "edition_state"].includes(table)) continue;
			const columns = await to
				.prepare(`SELECT name FROM pragma_table_info('${table}')`)
				.all<{ name: string }>();
			const names = columns.results.map(({ name }) => `"${name}"`).join();
			const rows = await from.prepare(`SELECT ${names} FROM ${table}`).all();
			for (const row of rows.results) {
				const values = Object.values(row);
				const holes = values.map(() => "?").join();
				inserts.push(to.prepare(`INSERT INTO ${table} (${names}) VALUES (${holes})`).bind(...values));
			}
		}
		await run(inserts);
		return to;
	}

	test("makes the days of the pilots of statuses, grids, logs and scores, with the factor of the scores", async ({
		admin,
	}) => {
		await deleteLogs();
		await seedReference();
		const names = [
			"FLYING",
			"DNF",
			"null",
			"launched",
			"placed",
			"log",
			"equal",
			"other",
			"override",
			"missing",
		];
		const entries = new Map<string, { readonly id: string }>();
		for (const [place, name] of names.entries()) entries.set(name, await scored.pilot(name, `M${place}`));
		const idOf = (name: string) => entries.get(name)?.id ?? "";
		const { id: dayId } = scored.day;
		await scored.publish(scoredTask);
		await scored.fly({ id: idOf("log") }, { hops: home });
		await db.batch([db.delete(dayScores), db.delete(pilotDays), db.delete(grids)]);

		const updated = { updatedAt: new Date(`${date}T11:00:00Z`), updatedBy: admin.id };
		await db.insert(statusesBefore).values(
			(["FLYING", "DNF", null] as const).map((status) => ({
				id: `status-${status}`,
				dayId,
				registrationId: idOf(String(status)),
				status,
				...updated,
			})),
		);
		const launches = [Date.parse(`${date}T10:45:00Z`)];
		await db.insert(gridPilotsBefore).values([
			{ id: "1", dayId, registrationId: idOf("launched"), launches, remark: "kolečko", ...updated },
			{ id: "2", dayId, registrationId: idOf("DNF"), launches: [], isScratched: true, ...updated },
		]);
		await db.insert(grids).values({
			...{ id: "grid", dayId, competitionClassId: ids.club, width: 2, ...updated },
			order: ["placed", "launched", "DNF"].map(idOf),
		});
		const reference = referenceOf();
		const referenceIndex =
			reference.competitionClasses.find(({ id }) => id === ids.club)?.referenceIndex ?? 0;
		const [entry] = await db
			.select()
			.from(registrations)
			.where(eq(registrations.id, idOf("equal")));
		const gliderIndex = reference.gliderTypes.find(({ id }) => id === entry?.gliderTypeId)?.index ?? 0;
		const factor = Number((gliderIndex / referenceIndex).toFixed(4));
		const rows = [
			{ registrationId: idOf("equal"), status: "out", handicap: factor },
			{ registrationId: idOf("other"), status: "finished", handicap: factor + 0.1 },
			{ registrationId: idOf("override"), status: "finished", handicap: 2, override: { handicap: 2 } },
			{ registrationId: idOf("missing"), status: "finished", handicap: 1, isHandicapMissing: true },
			{ registrationId: idOf("DNF"), status: "dnf", handicap: 3 },
		];
		await env.DB_2025?.prepare(
			`INSERT INTO score_sheets (id, competition_class_id, day_id, task_id, engine, sheet, computed_at) VALUES ('sheet', ?, ?, 'task-a', '', ?, 0)`,
		)
			.bind(ids.club, dayId, JSON.stringify({ rows }))
			.run();

		await applyD1Migrations(await copyToBefore("0047"), env.TEST_MIGRATIONS);
		const made = await databaseOf(old).select().from(pilotDays);
		expect(made).toHaveLength(names.length);
		const of = (name: string) => made.find(({ registrationId }) => registrationId === idOf(name));
		const said = { statusAt: updated.updatedAt, statusBy: admin.id };
		const changed = { gridChangedAt: updated.updatedAt, gridChangedBy: admin.id };
		const open = { fixedAt: null, competitionClassId: null, startNumber: null, gliderIndex: null };
		const fixed = {
			fixedAt: expect.any(Date),
			competitionClassId: ids.club,
			startNumber: expect.stringMatching(/^M\d$/),
			gliderTypeId: entry?.gliderTypeId,
			registrationNumber: expect.stringMatching(/^OK-/),
			isGuest: false,
			secondPilot: null,
		};
		const ofEntry = { ...fixed, gliderIndex, referenceIndex };
		const nothing = { gridPlace: null, launches: [], statusId: null, gridChangedAt: null };
		expect(of("FLYING")).toMatchObject({
			...{ ...nothing, ...ofEntry, ...said, statusId: "status-FLYING", status: "FLYING" },
		});
		expect(of("DNF")).toMatchObject({
			...{ ...open, ...said, ...changed, statusId: "status-DNF", status: "DNF" },
			...{ gridPlace: 2, isScratched: true, isScratchedByDesk: false },
		});
		expect(of("null")).toMatchObject({ ...nothing, ...open, ...said, statusId: "status-null", status: null });
		expect(of("launched")).toMatchObject({
			...{ ...ofEntry, ...changed, statusId: null, gridPlace: 1, launches, remark: "kolečko" },
		});
		expect(of("placed")).toMatchObject({ ...nothing, ...open, gridPlace: 0 });
		expect(of("log")).toMatchObject({ ...nothing, ...ofEntry });
		expect(of("equal")).toMatchObject({ ...nothing, ...ofEntry });
		expect(of("other")).toMatchObject({ ...nothing, ...fixed, gliderIndex: factor + 0.1, referenceIndex: 1 });
		// A factor that the scorer has chosen stays with the scorer.
		expect(of("override")).toMatchObject({ ...nothing, ...ofEntry });
		expect(of("missing")).toMatchObject({ ...nothing, ...fixed, gliderIndex: null, referenceIndex: null });
	});
});
