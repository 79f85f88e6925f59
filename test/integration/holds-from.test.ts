import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { competitionClasses } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { askedBy, flownDays, morning, type ScoredDay } from "~test/support/flown-days";
import { plain, rowsIn } from "~test/support/html";
import { home } from "~test/support/scored-class";
import { previewSettings, setEdition, undoLastSave } from "~test/support/set-edition";
import { testEdition } from "~test/support/test-edition";
import { ids } from "~test/support/world";
import { textOf } from "../../scripts/database/sql-text";
import { referenceStatements } from "../../scripts/reference/reference-data";

/*
 * A day keeps what it was flown with. The matrix: each change of an entry, or of what handicaps are made of, by the state of the earlier
 * days; which points move, from which day, and whether the organiser was asked.
 */

const db = databaseOf();

/** The earlier days by their state; on the last one Adamová has not flown. */
const dates = {
	official: "2025-07-12",
	reopened: "2025-07-13",
	unofficial: "2025-07-14",
	preliminary: "2025-07-15",
	notFlown: "2025-07-16",
} as const;
type State = keyof typeof dates;
const states = Object.keys(dates) as readonly State[];

describe("the matrix", () => {
	const flown = flownDays(Object.values(dates), [dates.notFlown]);

	/** Leads the days to their states; the protest time of the first one is over. */
	async function reachStates() {
		const evening = createApp({ clock: "2025-07-12T20:00:00Z" });
		const early = createApp({ clock: "2025-07-17T05:00:00Z" });
		await flown.setState(dates.official, "unofficial", evening);
		await flown.setState(dates.reopened, "unofficial");
		await flown.setState(dates.reopened, "preliminary");
		await flown.setState(dates.unofficial, "unofficial", early);
		await flown.setState(dates.official, "official");
	}

	const amended =
		(changes: () => Promise<Record<string, string>> | Record<string, string>) =>
		async (fields: Record<string, string>) =>
			flown.amend({ ...(await changes()), ...fields });
	const indices = (fields: Record<string, string>) =>
		flown.sendList("name,index,competitionClassType\nLS 4,120,club", { intent: "import", ...fields });

	const changes = {
		glider: amended(async () => ({ gliderType: await flown.glider("ASK 21") })),
		number: amended(() => ({ startNumber: "Z9", registrationNumber: "OK-9999" })),
		class: amended(() => ({ competitionClass: ids.kombi, gliderType: ids.kombiGlider })),
		guest: amended(() => ({ isGuest: "on" })),
		"second pilot": amended(() => ({ secondPilot: "Jiří Druhý" })),
		"index list": indices,
	};
	/** The states in which points move. Others of the class fly what the list is about, also when Adamová does not. */
	const moving: Record<keyof typeof changes, readonly State[]> = {
		glider: ["reopened", "unofficial", "preliminary"],
		number: [],
		class: ["reopened", "unofficial", "preliminary"],
		guest: ["reopened", "unofficial", "preliminary"],
		"second pilot": [],
		"index list": ["reopened", "unofficial", "preliminary", "notFlown"],
	};

	const scores = async () =>
		Object.fromEntries(
			await Promise.all(states.map(async (state) => [state, await flown.read(dates[state])] as const)),
		) as Record<State, ScoredDay>;
	/** Of those who have flown: who stays at home changes nobody's. */
	const pointsIn = ({ rows }: ScoredDay) =>
		rows.filter(({ points }) => points !== 0).map(({ points, rank }) => [points, rank]);

	test.each(Object.entries(changes))(
		"%s: from the usual day no points move, and nobody is asked",
		async (_, change) => {
			await reachStates();
			const before = await flown.bytes();
			expect((await change({ from: "" })).status).toBe(303);
			expect(await flown.bytes()).toEqual(before);
		},
	);

	test.each(Object.entries(changes))(
		"%s: from the first day on all points but official ones follow, once the organiser has confirmed them",
		async (name, change) => {
			await reachStates();
			const [before, bytes] = [await scores(), await flown.bytes()];
			const moved = states.filter((state) => moving[name as keyof typeof changes].includes(state));
			const first = await change({ from: dates.official });
			if (moved.length > 0) {
				const asked = await askedBy(first);
				expect(asked.status).toBe(409);
				expect(await flown.bytes()).toEqual(bytes);
				const named = {
					official: "official results",
					reopened: "preliminary results · version 2",
					unofficial: "unofficial results",
					preliminary: "preliminary results",
					notFlown: "preliminary results",
				};
				expect(asked.days.map((day) => day.split(" · ").slice(2).join(" · "))).toEqual(
					["official", ...moved].map((state) => named[state as State]),
				);
				expect(asked.text.split("Nothing changes these results")).toHaveLength(2);
				expect(asked.text.split("The protest time begins anew")).toHaveLength(2);
				const confirmed = await change({ from: dates.official, confirmed: asked.confirmed ?? "" });
				expect(confirmed.status).toBe(303);
			} else expect(first.status).toBe(303);

			const after = await scores();
			expect(after.official).toEqual(before.official);
			for (const state of states)
				expect(
					JSON.stringify(pointsIn(after[state])) !== JSON.stringify(pointsIn(before[state])),
					state,
				).toBe(moved.includes(state));
			expect(after.unofficial.protestsUntil === before.unofficial.protestsUntil).toBe(moved.length === 0);
		},
	);

	test("a reference index in the settings: the preview has the points before and after, which then are those that hold", async () => {
		await reachStates();
		const [before, bytes] = [await scores(), await flown.bytes()];
		const typed = { "classes/0/referenceIndex": "90", from: dates.official };
		const { html } = await previewSettings(flown.app, flown.admin, "classes", typed);
		const shown = rowsIn(plain(html)).map(([pilot, points]) => [pilot, points]);
		expect(await flown.bytes()).toEqual(bytes);
		expect((await setEdition(flown.app, flown.admin, "classes", typed)).status).toBe(303);
		const after = await scores();
		expect(after.official).toEqual(before.official);
		const isMoved = (state: State) =>
			JSON.stringify(pointsIn(after[state])) !== JSON.stringify(pointsIn(before[state]));
		expect(states.filter(isMoved)).toEqual(["reopened", "unofficial", "preliminary", "notFlown"]);
		const first = (scored: ScoredDay) => scored.rows.find(({ startNumber }) => startNumber === "B1");
		expect(shown).toContainEqual([
			expect.stringContaining("B1"),
			`${first(before.unofficial)?.points} (1.) → ${first(after.unofficial)?.points} (1.)`,
		]);
		// Taken back by one press, the index holds from today: no day that is scored moves again.
		const held = await flown.bytes();
		expect((await undoLastSave(flown.app, flown.admin, "classes")).status).toBe(303);
		await flown.score();
		expect(await flown.bytes()).toEqual(held);
	});

	test("a reference index by the seed: days that are past or fixed keep theirs", async () => {
		await reachStates();
		const before = await flown.bytes();
		const classes = testEdition.classes.map((one) => ({ ...one, referenceIndex: 90 }));
		const statements = referenceStatements({ ...testEdition, classes }, "kept", new Date(morning));
		for (const statement of statements) await db.$client.prepare(textOf(statement)).run();
		await flown.score();
		expect(await flown.bytes()).toEqual(before);
		// A log of a past day that comes only now is scored like those of the others.
		flown.scored.day = { id: flown.dayId(dates.notFlown), date: dates.notFlown };
		await flown.scored.fly(flown.adam, { hops: home, date: dates.notFlown }, flown.app);
		const late = (await flown.read(dates.notFlown)).rows.find(({ startNumber }) => startNumber === "A1");
		expect(late?.handicap).toBe(1.052);
		const isClub = eq(competitionClasses.id, flown.scored.club);
		expect(await db.select().from(competitionClasses).where(isClub)).toMatchObject([{ referenceIndex: 90 }]);
		await db.update(competitionClasses).set({ referenceIndex: 100 }).where(isClub);
	});
});
