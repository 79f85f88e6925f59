import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { flownUntil } from "~/lib/db/conditions.server";
import { competitionClasses, outbox, registrations, users } from "~db/schema";
import type { Admission } from "~editions/schema";
import { createApp, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { recordStatus, statusOf } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { applyList, beginEmpty, enters } from "~test/support/place-rounds";
import { scaled } from "~test/support/scale";
import { type Entrant, seatAgain } from "~test/support/second-places";
import { ids, nthDay, test } from "~test/support/world";
import { type Random, randomOf } from "../../scripts/demo/random";

/*
 * Seasons at random, played through pages and calls: people enter, get wild cards, pay and withdraw, files of the ranking come late, the
 * list is applied again and again. After each step the list is that of a second program, nobody who has flown has lost a place, and the
 * mails are those that were due, no more and no fewer.
 */

const { db } = beginEmpty();
const people = 60;
const places = 35;
const finalSince = "2025-04-15";
const days = [
	...["2025-03-20", "2025-04-01", "2025-04-14", "2025-04-15", "2025-04-20"],
	// They fly on the first two, and somebody withdraws afterwards.
	...["2025-07-13", "2025-07-14", "2025-07-15"],
];

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
	readonly admission: Admission;
	readonly admin: { readonly id: string };
}

type App = ReturnType<typeof createApp>;

/** A call of a client, of those that change flags. */
const act = (app: App, { admin }: Season, id: string, flags: object) =>
	app.api("PUT", `/api/registration/${id}/quick-actions`, flags, { as: admin });

/** What happens on a day before the list is applied, to some of the entries. */
async function live(season: Season, date: string): Promise<void> {
	const { random, admission, admin } = season;
	const app = createApp({ clock: `${date}T10:00:00Z` });
	const rows = random.shuffle(await rowsNow());
	const some = (most: number) => rows.splice(0, random.integer(0, most)).map(({ entry }) => entry.id);
	for (const id of some(14)) await act(app, season, id, { paid: true });
	for (const id of some(1)) await act(app, season, id, { paid: false });
	if (admission.policy === "by-hand") {
		for (const id of some(20)) await act(app, season, id, { accepted: true, isReserve: random.chance(0.2) });
		for (const id of some(3)) await act(app, season, id, { isReserve: random.chance(0.5) });
	} else {
		for (const id of some(3)) {
			const place = random.pick(["wildcard", "no-wildcard", "out", "place", "waits", "policy"]);
			await app.post("/admin/places", { entry: id, place, reason: "Pořadatelé" }, { as: admin });
		}
	}
	for (const id of some(1)) await act(app, season, id, { accepted: random.chance(0.5) });
	if (admission.policy === "by-ranking" && random.chance(0.6)) await rank(app, season);
	if (date < "2025-07-13") return;
	for (const row of (await rowsNow()).filter(sits).slice(0, 8))
		if (!(await statusOf(row.entry, nthDay(0)))?.status) await recordStatus(row.entry.id, nthDay(0), "HOME");
	if (date < "2025-07-14") return;
	const [flown] = (await rowsNow()).filter((row) => sits(row) && row.flownUntil !== null);
	if (flown) await act(app, season, flown.entry.id, { accepted: false });
}

/** The rows of a ranking, as its makers write them: some without a year, some of a namesake, some are missing. */
function rowsOfRanking(random: Random, entries: readonly Row[], surnames: ReadonlyMap<string, string>) {
	return random.shuffle(entries).flatMap(({ entry }, index) => {
		const name = `${surnames.get(entry.id)?.toUpperCase()} Jan`;
		const year = Number(entry.birthDate?.slice(0, 4));
		const kind = random.pick(["found", "found", "found", "missing", "no year", "namesake"] as const);
		if (kind === "missing") return [];
		const position = 2 * index + 1;
		const said = { id: entry.id, kind, position };
		const row = `${position}\t${name}\t${kind === "no year" ? "" : year}`;
		if (kind !== "namesake") return [{ ...said, rows: [row] }];
		return [{ ...said, rows: [row, `${position + 1}\t${name}\t`] }];
	});
}

/** A file of the ranking that comes late: who is certain gets the position, and of the others the organiser takes the first row or none. */
async function rank(app: App, { admin, random }: Season): Promise<void> {
	const entries = (await rowsNow()).filter(({ entry }) => entry.withdrawnFrom === null);
	const people = await db.select({ id: users.id, surname: users.surname }).from(users);
	const surnames = new Map(
		entries.map(({ entry }) => [entry.id, people.find(({ id }) => id === entry.userId)?.surname ?? ""]),
	);
	const ranked = rowsOfRanking(random, entries, surnames);
	const list = new File([ranked.flatMap(({ rows }) => rows).join("\n")], "ranking.tsv");
	const answer = await app.post("/admin/ranking", multipart({ list }), { as: admin });
	// Read once, as it is long.
	const [page = ""] = elementsIn(await sourceOf(answer), "main");
	const takesRow = random.chance(0.7);
	const positions = entries.map(({ entry }): [string, string] => {
		const name = `position-${entry.id}`;
		const asks = elementsIn(page, `select[name="${name}"]`).length > 0;
		expect(asks, name).toBe(ranked.some(({ id, kind }) => id === entry.id && kind !== "found"));
		const [first] = elementsIn(page, `select[name="${name}"] option[value]:not([value=""])`);
		const typed = elementsIn(page, `input[name="${name}"]`)[0]?.getAttribute("value") ?? "";
		return [name, asks ? (takesRow && first?.getAttribute("value")) || "none" : typed];
	});
	const seen = elementsIn(page, "[name=seen]")[0]?.getAttribute("value") ?? "";
	await app.post("/admin/ranking", { seen, ...Object.fromEntries(positions) }, { as: admin });
	const expected = (id: string) => {
		const row = ranked.find((one) => one.id === id);
		return row && (row.kind === "found" || takesRow) ? row.position : null;
	};
	for (const { entry } of await rowsNow())
		if (entry.withdrawnFrom === null)
			expect([entry.id, entry.rankingPosition]).toEqual([entry.id, expected(entry.id)]);
}

/** What the list has to be by the second program. */
async function listAgain({ admission }: Season, date: string) {
	const { policy, places: chairs } = admission;
	if (policy === "by-hand" || !chairs) throw new Error("there is no list");
	const rules = {
		policy,
		chairs: "total" in chairs ? chairs.total : chairs.byClass,
		final: date >= finalSince,
	};
	return seatAgain((await rowsNow()).map(entrantOf), rules);
}

/** The list as visitors' clients get it. */
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

interface Flags {
	readonly id: string;
	readonly userId: string;
	readonly accepted: boolean;
	readonly isReserve: boolean;
}

const flagsNow = async (): Promise<Flags[]> => (await rowsNow()).map(({ entry }) => entry);

/** The mails that are due when flags become others: of an acceptance, of the way to the reserves, and of the way up. */
function dueMails(before: readonly Flags[], after: readonly Flags[]): string[] {
	return after
		.flatMap(({ id, userId, accepted, isReserve }) => {
			const was = before.find((one) => one.id === id);
			if (!was || !accepted) return [];
			if (!was.accepted) return [`${userId} entry-accepted`];
			if (was.isReserve === isReserve) return [];
			return [`${userId} ${isReserve ? "entry-reserve" : "entry-promoted"}`];
		})
		.sort();
}

async function mailsNow(): Promise<string[]> {
	const mails = await db.select().from(outbox).where(sql`${outbox.userId} IS NOT NULL`);
	return mails.map(({ userId, kind }) => `${userId} ${kind}`).sort();
}

/** Lets a day pass: each act sends at once what is due by it, and by an act that only decides nobody moves. */
async function liveAndCheck(season: Season, date: string): Promise<void> {
	await db.delete(outbox);
	const kept = (await rowsNow()).filter((row) => sits(row) && row.flownUntil !== null);
	const before = await flagsNow();
	await live(season, date);
	const after = await flagsNow();
	// One entry is touched by at most one act of a day, but for the last, which withdraws somebody who has a place.
	expect(await mailsNow()).toEqual(dueMails(before, after));
	if (season.admission.policy !== "by-hand") await keepTheirPlaces(kept);
}

/** Whoever has flown has a place until a withdrawal of the own. */
async function keepTheirPlaces(flown: readonly Row[]): Promise<void> {
	const now = await rowsNow();
	for (const { entry } of flown) {
		const row = now.find((one) => one.entry.id === entry.id);
		expect(row && (sits(row) || row.entry.withdrawnFrom !== null), "who has flown").toBe(true);
	}
}

/** Applies the list of a day, and holds what has become of everybody, and their mails, to the second program. */
async function applyAndCheck(season: Season, date: string): Promise<void> {
	const { placed, waiting } = await listAgain(season, date);
	// Clients of an edition without a ranking get the list that is applied.
	if (season.admission.policy === "by-ranking")
		expect(await shownList(date)).toEqual({ placed: placed.toSorted(), waiting });
	await db.delete(outbox);
	const rows = await rowsNow();
	const flown = rows.filter((row) => sits(row) && row.flownUntil !== null && !row.entry.withdrawnFrom);
	await applyList(createApp({ clock: `${date}T12:00:00Z` }), season.admin);
	const due = rows.map(({ entry, flownUntil: until }): Flags => {
		const { id, userId, accepted, isReserve } = entry;
		if (placed.includes(id)) return { id, userId, accepted: true, isReserve: false };
		if (waiting.includes(id)) return { id, userId, accepted: true, isReserve: true };
		const stays = entry.withdrawnFrom !== null || until !== null;
		return { id, userId, accepted: stays && accepted, isReserve: stays && isReserve };
	});
	const after = await flagsNow();
	expect(after.map(({ id, accepted, isReserve }) => ({ id, accepted, isReserve }))).toEqual(
		due.map(({ id, accepted, isReserve }) => ({ id, accepted, isReserve })),
	);
	for (const { entry } of flown) expect(placed, "who has flown").toContain(entry.id);
	expect(await mailsNow()).toEqual(
		dueMails(
			rows.map(({ entry }) => entry),
			due,
		),
	);
}

/** Without a policy there is nothing to apply, and clients get who is accepted. */
async function checkByHand({ admin }: Season, date: string): Promise<void> {
	const app = createApp({ clock: `${date}T12:00:00Z` });
	const before = await rowsNow();
	const press = await app.post("/admin/places", { intent: "apply", seen: "" }, { as: admin });
	expect(press.headers.get("X-Refusal")).toBe("not-found");
	expect(await rowsNow()).toEqual(before);
	const accepted = before.filter(({ entry }) => entry.accepted).map(({ entry }) => entry.id);
	expect(await shownList(date)).toEqual({ placed: accepted.sort(), waiting: [] });
}

/** The schedule of the day before the final one writes to who has a place and is unpaid, and to nobody else. */
async function checkWarnings({ admission }: Season): Promise<void> {
	await db.delete(outbox);
	await runScheduleAt("2025-04-14T18:00:00Z");
	const owing = (await rowsNow()).filter((row) => sits(row) && !row.entry.paid && row.flownUntil === null);
	const due = owing.filter(({ entry }) => entry.placeByHand !== "place" && admission.policy !== "by-hand");
	expect(await mailsNow()).toEqual(due.map(({ entry }) => `${entry.userId} entry-final-warning`).sort());
}

/** The policies, with places in all and in each class. The first season is that of `npm test`. */
const policies = ["by-ranking", "by-entry", "by-hand", "by-ranking", "by-entry"] as const;

function admissionOf(index: number): Admission {
	const policy = policies[index % policies.length] ?? "by-hand";
	if (policy === "by-hand") return { policy };
	const isByClass = index % policies.length > 2;
	return {
		...{ policy, finalSince },
		places: isByClass ? { byClass: { club: 20, "18_meter": places - 20 } } : { total: places },
	};
}

const seasons = Array.from({ length: scaled(10) }, (_, index) => index);

test.for(seasons)(
	"season %i is as the second program plays it",
	{ timeout: 300_000 },
	async (index, { admin }) => {
		const random = randomOf(`season ${index}`);
		const season: Season = { random, admission: admissionOf(index), admin };
		changeEdition({ admission: season.admission });
		for (let n = 0; n < people; n++) {
			const competitionClassId = random.pick([ids.club, ids.kombi]);
			await enters(`Pilot${n}`, { competitionClassId, startNumber: `${n}` });
		}
		for (const date of days) {
			await liveAndCheck(season, date);
			await (season.admission.policy === "by-hand" ? checkByHand : applyAndCheck)(season, date);
			if (date === "2025-04-14") await checkWarnings(season);
		}
	},
);
