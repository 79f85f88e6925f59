import { describe, expect } from "vitest";
import { protests, resultTables, tasks } from "~db/schema";
import { createApp } from "~test/support/app";
import { type HiddenButton, type Send, testByHand } from "~test/support/by-hand";
import { databaseOf } from "~test/support/factories";
import { pilotOf } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { createSheet } from "~test/support/result-sheets";
import { nextEvening, scoredPair } from "~test/support/scored-pair";

/* The buttons that the pages of scoring, protests and results hide, by hand: see hidden-buttons.test.ts. */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;
const today = "2025-07-15";
const afterLock = createApp({ clock: "2025-07-23T10:00:00Z" });

const put = (state: string, app: typeof nextEvening) =>
	app.api("PATCH", pair.path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

async function makeOfficial() {
	expect((await put("unofficial", scored.app)).status).toBe(200);
	expect((await put("official", nextEvening)).status).toBe(200);
}

/** Makes the results official from elsewhere. */
const importOfficial = () =>
	createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [], { status: "official" });

describe("scoring", () => {
	const desk = `/admin/scoring/${today}/club`;
	const send =
		(app: typeof nextEvening, fields: Readonly<Record<string, string>>): Send =>
		() =>
			app.post(desk, { reason: "Zkontrolováno", ...fields }, { as: pair.admin });
	const closedBy = {
		"the results are official": { reach: makeOfficial, app: nextEvening, reason: "server.results-closed" },
		"the days are locked": { reach: async () => undefined, app: afterLock, reason: "server.days-locked" },
	};
	const decisions = (): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
		decide: { registrationId: pair.adam.id, guest: "on", decidedAt: "" },
		give: { registrationId: pair.adam.id, finding: "x" },
		waive: { registrationId: pair.adam.id, finding: "x" },
		out: { registrationId: pair.adam.id, finding: "x" },
		remove: { registrationId: pair.adam.id, points: "10", text: "x" },
		undo: { registrationId: pair.adam.id, decidedAt: "1" },
	});
	const filed = async () => {
		const id = crypto.randomUUID();
		await db.insert(protests).values({
			id,
			dayId: scored.day.id,
			competitionClassId: scored.club,
			registrationId: pair.eva.id,
			revision: 1,
			text: "Start",
			feePaid: false,
			createdAt: new Date("2025-07-15T18:30:00Z"),
		});
		return id;
	};

	testByHand([
		...Object.entries(closedBy).flatMap(([condition, { reach, app, reason }]) =>
			["decide", "give", "waive", "out", "remove", "undo"].map(
				(intent): HiddenButton => [
					intent,
					condition,
					async () => {
						await reach();
						return send(app, { intent, ...decisions()[intent] });
					},
					reason.replace("server.", intent === "decide" ? "" : "server."),
				],
			),
		),
		...["show", "hide", "cancel", "restore"].map(
			(intent): HiddenButton => [
				`${intent} the class`,
				"the results are official",
				async () => {
					await makeOfficial();
					return send(nextEvening, { intent });
				},
				"server.results-closed",
			],
		),
		...["unofficial", "official", "reopen"].map(
			(intent): HiddenButton => [
				intent,
				"the days are locked",
				async () => {
					await makeOfficial();
					return send(afterLock, { intent: intent === "official" ? "unofficial" : intent });
				},
				"server.days-locked",
			],
		),
		[
			"official",
			"the protest time runs",
			async () => {
				await put("unofficial", scored.app);
				return send(scored.app, { intent: "official" });
			},
			"server.protest-time-running",
		],
		[
			"unofficial",
			"the scorer has cancelled the day of the class",
			async () => {
				await scored.app.api("PATCH", pair.path(), { cancelled: true, reason: "Bouřka" }, { as: pair.admin });
				return send(scored.app, { intent: "unofficial" });
			},
			"server.not-found",
		],
		[
			"unofficial",
			"no task is in force",
			async () => {
				await db.update(tasks).set({ state: "cancelled" });
				return send(scored.app, { intent: "unofficial" });
			},
			"server.not-found",
		],
		[
			"decide the protest",
			"it is decided",
			async () => {
				const protest = await filed();
				await send(nextEvening, { intent: "protest", protest, outcome: "rejected" })();
				return send(nextEvening, { intent: "protest", protest, outcome: "upheld" });
			},
			"server.stale",
		],
		["evaluate again", "no log is set aside", () => send(scored.app, { intent: "evaluate" }), "server.stale"],
		[
			"try a log",
			"the class has no task",
			async () => {
				await db.update(tasks).set({ state: "cancelled" });
				return () =>
					scored.app.post(desk, multipart({ intent: "try", log: new File(["A"], "a.igc") }), {
						as: pair.admin,
					});
			},
			"404",
		],
	]);
});

describe("protests", () => {
	const send =
		(app: typeof nextEvening): Send =>
		async () =>
			app.post(`/protests/${today}/club`, { text: "Start" }, { as: await pilotOf(pair.eva.id) });

	testByHand([
		["protest", "the results are preliminary", () => send(scored.app), "protest-time-over"],
		[
			"protest",
			"the protest time is over",
			async () => {
				await put("unofficial", scored.app);
				return send(nextEvening);
			},
			"protest-time-over",
		],
		[
			"protest",
			"results from elsewhere count",
			async () => {
				await put("unofficial", scored.app);
				await importOfficial();
				return send(scored.app);
			},
			"protest-time-over",
		],
		[
			"protest",
			"one is open",
			async () => {
				await put("unofficial", scored.app);
				await send(scored.app)();
				return send(scored.app);
			},
			"protest-exists",
		],
	]);
});

describe("results from elsewhere", () => {
	const keys = { SOARING_SPOT_CLIENT_ID_2025: "id", SOARING_SPOT_SECRET_2025: "secret" };
	const withKeys = createApp({ clock: `${today}T18:00:00Z`, env: keys });
	const send =
		(intent: string, app = scored.app): Send =>
		() =>
			app.post("/admin/scoring", multipart({ intent, competitionClass: scored.club, day: scored.day.id }), {
				as: pair.admin,
			});

	testByHand([
		["follow SoaringSpot", "the table is no import", () => send("follow", withKeys), "server.stale"],
		[
			"follow SoaringSpot",
			"the edition has no keys",
			async () => {
				await importOfficial();
				await db.update(resultTables).set({ source: "csv" });
				return send("follow");
			},
			"server.results-source-missing",
		],
		["fetch now", "the edition has no keys", () => send("sync"), "server.results-source-missing"],
		[
			"remove the import",
			"the table is no import",
			async () => {
				await importOfficial();
				return send("remove");
			},
			"server.stale",
		],
	]);
});
