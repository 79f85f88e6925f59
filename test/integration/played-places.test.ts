import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { flownUntil } from "~/lib/db/conditions.server";
import { competitionClasses, outbox, payments, pilotDays, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { applyList, enters } from "~test/support/place-rounds";
import { scaled } from "~test/support/scale";
import { type Entrant, seatAgain } from "~test/support/second-places";
import { ids, nthDay, test } from "~test/support/world";
import { type Random, randomOf } from "../../scripts/demo/random";

/*
 * Seasons at random, played through pages and calls: people enter, get wild cards, pay and withdraw, rankings come late, the list is
 * applied again and again. After each step the list is that of a second program, nobody who has flown has lost a place, and every mail
 * was due.
 */

const db = databaseOf();
const people = 60;
const places = 35;
const finalSince = "2025-04-15";
const days = ["2025-03-20", "2025-04-01", "2025-04-14", "2025-04-15", "2025-04-20", "2025-07-13"];

beforeEach(async () => {
	await db.delete(pilotDays);
	await db.delete(payments);
	await db.delete(registrations);
	await db.delete(outbox);
});

type Row = Awaited<ReturnType<typeof rowsNow>>[number];

function rowsNow() {
	return db
		.select({ entry: registrations, type: competitionClasses.type, flownUntil })
		.from(registrations)
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.orderBy(registrations.number);
}

const sits = ({ entry }: Row) => entry.accepted && !entry.isReserve;

function entrantOf(row: Row): Entrant {
	const { entry, type } = row;
	return {
		id: entry.id,
		klass: type,
		came: entry.createdAt.getTime() * 1000 + entry.number,
		ranked: entry.rankingPosition,
		wild: entry.isWildcard,
		hand: entry.placeByHand,
		paid: entry.paid,
		sat: sits(row),
		flew: row.flownUntil !== null,
		left: entry.withdrawnFrom !== null,
	};
}

interface Season {
	readonly random: Random;
	readonly policy: "by-entry" | "by-ranking";
	readonly admin: { readonly id: string };
}

/** What happens on a day before the list is applied, to some of the entries. */
async function live({ random, admin }: Season, date: string): Promise<void> {
	const app = createApp({ clock: `${date}T10:00:00Z` });
	const rows = random.shuffle(await rowsNow());
	const some = (most: number) => rows.splice(0, random.integer(0, most)).map(({ entry }) => entry.id);
	for (const id of some(14))
		await app.api("PUT", `/api/registration/${id}/quick-actions`, { paid: true }, { as: admin });
	for (const id of some(3)) {
		const place = random.pick(["wildcard", "out", "place", "waits", "policy"]);
		await app.post("/admin/places", { entry: id, place, reason: "Pořadatelé" }, { as: admin });
	}
	for (const id of some(1))
		await app.api(
			"PUT",
			`/api/registration/${id}/quick-actions`,
			{ accepted: random.chance(0.5) },
			{ as: admin },
		);
	if (random.chance(0.6)) await rank(app, admin, random);
	if (date < "2025-07-12") return;
	for (const row of (await rowsNow()).filter(sits).slice(0, 8))
		if (!(await statusOf(row.entry, nthDay(0)))?.status) await recordStatus(row.entry.id, nthDay(0), "HOME");
}

/** A ranking file that comes late: most are in it. */
async function rank(app: ReturnType<typeof createApp>, admin: { readonly id: string }, random: Random) {
	const html = await sourceOf(await app.get("/admin/ranking", { as: admin }));
	const seen = /name="seen" value="(\w+)"/.exec(html)?.[1] ?? "";
	const rows = await db.select().from(registrations).where(isNull(registrations.withdrawnFrom));
	const positions = rows.map(({ id }) => [
		`position-${id}`,
		random.chance(0.8) ? String(random.integer(1, 300)) : "",
	]);
	await app.post("/admin/ranking", { seen, ...Object.fromEntries(positions) }, { as: admin });
}

/** What the list has to be by the second program. */
async function listAgain({ policy }: Season, date: string) {
	const rules = { policy, chairs: places, final: date >= finalSince };
	return { rows: await rowsNow(), ...seatAgain((await rowsNow()).map(entrantOf), rules) };
}

/** The list as visitors' clients get it, by ranking; of another policy it is the one that is applied. */
async function shownList(date: string): Promise<{ readonly placed: string[]; readonly waiting: string[] }> {
	const app = createApp({ clock: `${date}T11:00:00Z` });
	const groups: { _id: string; registrations: { _id: string }[] }[] = await json(
		await app.api("GET", "/api/starting-list"),
	);
	const idsIn = (some: typeof groups) => some.flatMap((group) => group.registrations.map(({ _id }) => _id));
	return {
		placed: idsIn(groups.filter(({ _id }) => _id !== "not-accepted")).sort(),
		waiting: idsIn(groups.filter(({ _id }) => _id === "not-accepted")),
	};
}

/** Applies the list of a day, and holds what has become of everybody, and their mails, to the second program. */
async function applyAndCheck(season: Season, date: string): Promise<void> {
	const { rows, placed, waiting } = await listAgain(season, date);
	if (season.policy === "by-ranking")
		expect(await shownList(date)).toEqual({ placed: placed.toSorted(), waiting });
	await db.delete(outbox);
	await applyList(createApp({ clock: `${date}T12:00:00Z` }), season.admin);
	const after = await rowsNow();
	expect(
		after
			.filter(sits)
			.map(({ entry }) => entry.id)
			.sort(),
	).toEqual(placed.toSorted());
	for (const row of rows.filter((one) => sits(one) && one.flownUntil !== null && !one.entry.withdrawnFrom))
		expect(
			after.filter(sits).some(({ entry }) => entry.id === row.entry.id),
			"who has flown",
		).toBe(true);
	const due = rows.flatMap((row) => {
		const { id, userId, accepted } = row.entry;
		const [gets, stands] = [placed.includes(id), waiting.includes(id)];
		if (gets && !sits(row)) return [`${userId} ${accepted ? "entry-promoted" : "entry-accepted"}`];
		if (stands && sits(row)) return [`${userId} entry-reserve`];
		return stands && !accepted ? [`${userId} entry-accepted`] : [];
	});
	expect(await mailsNow()).toEqual(due.sort());
}

async function mailsNow(): Promise<string[]> {
	const mails = await db.select().from(outbox).where(sql`${outbox.userId} IS NOT NULL`);
	return mails.map(({ userId, kind }) => `${userId} ${kind}`).sort();
}

/** The schedule of the day before the final one writes to who has a place and is unpaid, and to nobody else. */
async function checkWarnings(): Promise<void> {
	await db.delete(outbox);
	await runScheduleAt("2025-04-14T18:00:00Z");
	const owing = await db
		.select()
		.from(registrations)
		.where(
			and(
				eq(registrations.accepted, true),
				eq(registrations.isReserve, false),
				eq(registrations.paid, false),
			),
		);
	const due = owing.filter(({ placeByHand }) => placeByHand !== "place");
	expect(await mailsNow()).toEqual(due.map(({ userId }) => `${userId} entry-final-warning`).sort());
}

const seasons = Array.from({ length: scaled(10) }, (_, index) => index);

test.for(seasons)(
	"season %i is as the second program plays it",
	{ timeout: 300_000 },
	async (index, { admin }) => {
		const random = randomOf(`season ${index}`);
		const policy = index % 3 === 2 ? "by-entry" : "by-ranking";
		changeEdition({ admission: { policy, places: { total: places }, finalSince } });
		for (let n = 0; n < people; n++) {
			const competitionClassId = random.pick([ids.club, ids.kombi]);
			await enters(`Pilot${n}`, { competitionClassId, startNumber: `${n}` });
		}
		const season: Season = { random, policy, admin };
		for (const date of days) {
			await live(season, date);
			await applyAndCheck(season, date);
			if (date === "2025-04-14") await checkWarnings();
		}
	},
);
