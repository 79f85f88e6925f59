import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { grids, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { type HiddenButton, type Send, testByHand } from "~test/support/by-hand";
import { createRegistration, databaseOf, recordStatus, storePilotDay } from "~test/support/factories";
import { pilotOf } from "~test/support/igc";
import { createSheet } from "~test/support/result-sheets";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/*
 * The rule of a button stands in its use case. A row is a condition by which a page hides or disables something; the same request by hand
 * is refused, and nothing changes but the counters of requests. Conditions that are not here, with the test that holds them:
 *
 * - another's account, entry, log and link, another edition, who is no organiser: permissions/matrix.test.ts
 * - signup closed; entries closed: form, changes and withdrawing one; uploads closed: closed-editions.test.ts
 * - many logs after uploads have closed: igc-many.test.ts; logs of a day that has not begun: igc-strangers.test.ts
 * - a form or version that somebody else has changed meanwhile: conflicts of each area, races.test.ts
 * - a draft, version or result kept by official and locked results: day-states-matrix.test.ts
 * - a state of the results out of its order, in doubt, below results from elsewhere: day-states.test.ts, covered-results.test.ts
 * - a landing that is reported, or on the airfield: missing-pilots.test.ts
 * - a session: this one, or an ended one: sessions.test.ts; an old code, or none: sessions.test.ts, second-factor.test.ts
 * - a deposit where the edition asks for none: protests.test.ts; a flight that is out already: airspace-check.test.ts
 *
 * Below is the grid; hidden-buttons-results.test.ts has scoring, protests and results, hidden-buttons-others.test.ts all else. A reopening
 * below results from elsewhere is hidden, and possible (covered-results.test.ts); so is discarding a flight of one log, by the button of
 * the log.
 */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;
const today = "2025-07-15";
const noon = createApp({ clock: `${today}T10:00:00Z` });
const nextMorning = createApp({ clock: "2025-07-16T08:00:00Z" });
const afterMidnight = createApp({ clock: "2025-07-15T22:30:00Z" });
const afterLock = createApp({ clock: "2025-07-23T10:00:00Z" });

async function makeOfficial() {
	for (const [state, app] of [
		["unofficial", scored.app],
		["official", nextEvening],
	] as const) {
		const answer = await app.api(
			"PATCH",
			pair.path(),
			{ state, reason: "Zkontrolováno" },
			{ as: pair.admin },
		);
		expect(answer.status).toBe(200);
	}
}

/** Makes the results official from elsewhere. */
const importOfficial = () =>
	createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [], { status: "official" });

const path = `/grid?day=${today}`;
const own = async () => (await pilotOf(pair.adam.id)) ?? { id: "" };
const onGrid = (values: Partial<typeof pilotDays.$inferInsert>) =>
	storePilotDay({
		dayId: scored.day.id,
		registrationId: pair.adam.id,
		gridChangedAt: new Date(`${today}T08:00:00Z`),
		gridChangedBy: pair.admin.id,
		...values,
	});
const launched = () => onGrid({ launches: [Date.parse(`${today}T09:00:00Z`)] });
const scratched = () => onGrid({ isScratched: true, scratchReason: "nemoc" });
const send =
	(app: typeof noon, as: { readonly id: string }, fields: Readonly<Record<string, string>>): Send =>
	() =>
		app.post(path, { day: scored.day.id, pilot: pair.adam.id, reason: "nemoc", ...fields }, { as });
const draw = { intent: "draw", class: "club", order: "lot", width: "2", version: "" };
const row = () => ({ intent: "launch-row", class: "club", pilots: pair.adam.id });

testByHand([
	[
		"I am not flying today",
		"after the day, for the pilot from midnight on",
		async () => send(afterMidnight, await own(), { intent: "scratch" }),
		"server.day-over",
	],
	[
		"I will fly after all",
		"after the day",
		async () => {
			await scratched();
			return send(nextMorning, await own(), { intent: "unscratch" });
		},
		"server.day-over",
	],
	[
		"I am not flying today",
		"the results are official",
		async () => {
			await importOfficial();
			return send(noon, await own(), { intent: "scratch" });
		},
		"server.results-closed",
	],
	[
		"I will fly after all",
		"the results are official",
		async () => {
			await scratched();
			await importOfficial();
			return send(noon, await own(), { intent: "unscratch" });
		},
		"server.results-closed",
	],
	[
		"I am not flying today",
		"the competition is over",
		async () => send(afterLock, await own(), { intent: "scratch" }),
		"server.day-over",
	],
	[
		"I am not flying today",
		"the glider has launched",
		async () => {
			await launched();
			return send(noon, await own(), { intent: "scratch" });
		},
		"server.grid-launched",
	],
	[
		"I will fly after all",
		"the desk has scratched",
		async () => {
			await onGrid({ isScratched: true, isScratchedByDesk: true });
			return send(noon, await own(), { intent: "unscratch" });
		},
		"server.scratched-by-desk",
	],
	[
		"I am not flying today",
		"the desk has scratched, with a reason of its own",
		async () => {
			await onGrid({ isScratched: true, isScratchedByDesk: true });
			return send(noon, await own(), { intent: "scratch" });
		},
		"server.scratched-by-desk",
	],
	[
		"I am not flying today",
		"of somebody else",
		async () => send(noon, (await pilotOf(pair.eva.id)) ?? { id: "" }, { intent: "scratch" }),
		"server.not-found",
	],
	...(["scratch", "remark", "unscratch"] as const).flatMap((intent): HiddenButton[] => [
		[
			`the desk: ${intent}`,
			"after the day",
			() => send(nextMorning, pair.admin, { intent }),
			"server.day-over",
		],
		[
			`the desk: ${intent}`,
			"the results are official here",
			async () => {
				await makeOfficial();
				return send(noon, pair.admin, { intent });
			},
			"server.results-closed",
		],
	]),
	["make the order", "after the day", () => send(nextMorning, pair.admin, draw), "server.day-over"],
	[
		"make the order",
		"the results are official",
		async () => {
			await importOfficial();
			return send(noon, pair.admin, draw);
		},
		"server.results-closed",
	],
	[
		"make the order",
		"somebody of the class has launched",
		async () => {
			await launched();
			return send(noon, pair.admin, draw);
		},
		"server.grid-launched",
	],
	[
		"launch",
		"the day has not begun",
		() => send(createApp({ clock: "2025-07-14T10:00:00Z" }), pair.admin, { launches: "1" }),
		"server.day-ahead",
	],
	[
		"take the launch back",
		"after the day",
		async () => {
			await launched();
			return send(nextMorning, pair.admin, { launches: "0", seen: "1" });
		},
		"server.day-over",
	],
	[
		"take the launch back",
		"the results are official",
		async () => {
			await launched();
			await importOfficial();
			return send(noon, pair.admin, { launches: "0", seen: "1" });
		},
		"server.results-closed",
	],
	[
		"the row has launched",
		"after the day, from midnight on: its time is not known",
		() => send(afterMidnight, pair.admin, row()),
		"server.day-over",
	],
	[
		"the row has launched",
		"the day has not begun",
		() => send(createApp({ clock: "2025-07-14T10:00:00Z" }), pair.admin, row()),
		"server.day-ahead",
	],
	[
		"take the launch of the row back",
		"after the day",
		async () => {
			const entry = await createRegistration({ accepted: true, competitionClassId: scored.club });
			await recordStatus(entry.id, scored.day.id, "DNF");
			await noon.post(path, { ...row(), day: scored.day.id, pilots: entry.id }, { as: pair.admin });
			const undo = String(Date.parse(`${today}T10:00:00Z`));
			return send(nextMorning, pair.admin, { intent: "undo-launch", class: "club", undo });
		},
		"server.day-over",
	],
]);

test("what a pilot or the desk tapped in time is kept, also the night of the desk and what has waited since the day", async () => {
	const ofAdam = eq(pilotDays.registrationId, pair.adam.id);
	const rowOf = async () => (await db.select().from(pilotDays).where(ofAdam))[0];
	await send(noon, await own(), { intent: "scratch" })();
	expect(await rowOf()).toMatchObject({ isScratched: true, isScratchedByDesk: false });
	await send(afterMidnight, pair.admin, { intent: "unscratch" })();
	expect(await rowOf()).toMatchObject({ isScratched: false });
	const waited = String(22 * 3_600_000);
	await send(nextMorning, pair.admin, { ...row(), waited })();
	expect(await rowOf()).toMatchObject({ launches: [Date.parse(`${today}T10:00:00Z`)] });
	await send(nextMorning, pair.admin, { launches: "0", seen: "1", waited })();
	expect(await rowOf()).toMatchObject({ launches: [] });
	await send(createApp({ clock: "2025-07-14T10:00:00Z" }), await own(), { intent: "scratch" })();
	expect(await rowOf()).toMatchObject({ isScratched: true });
	expect(await db.$count(grids)).toBe(0);
});
