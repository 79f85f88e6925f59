import { eq } from "drizzle-orm";
import { describe } from "vitest";
import {
	charts,
	competitionDays,
	dutyLinks,
	igcFiles,
	igcFileVersions,
	outbox,
	registrations,
	tasks,
} from "~db/schema";
import { createApp } from "~test/support/app";
import { type HiddenButton, type Send, testByHand } from "~test/support/by-hand";
import { createRegistration, databaseOf, recordStatus } from "~test/support/factories";
import { pilotOf } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { scoredPair } from "~test/support/scored-pair";

/* The buttons that pages about logs, entries and accounts and those of organisers hide, by hand: see hidden-buttons.test.ts. */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;
const today = "2025-07-15";
const noon = createApp({ clock: `${today}T10:00:00Z` });

describe("logs", () => {
	const flight = async () => {
		const [found] = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, pair.adam.id));
		if (!found?.currentVersionId) throw new Error("no flight");
		return { id: found.id, versionId: found.currentVersionId };
	};
	const send = (id: string, fields: Readonly<Record<string, string>>): Send => {
		return () => scored.app.post(`/igc/${id}`, { reason: "omyl", ...fields }, { as: pair.admin });
	};
	/** A second version of the flight, which does not count. */
	const otherVersion = async () => {
		const { id, versionId } = await flight();
		const [current] = await db.select().from(igcFileVersions).where(eq(igcFileVersions.id, versionId));
		if (!current) throw new Error("no version");
		const other = crypto.randomUUID();
		await db.insert(igcFileVersions).values({ ...current, id: other, key: `${current.key}.${other}` });
		return { id, versionId: other };
	};
	const discard = async (one: { readonly id: string; readonly versionId: string }) => {
		await send(one.id, { intent: "discard", versionId: one.versionId })();
		return one;
	};
	const removed = async () => {
		const one = await otherVersion();
		await db.update(igcFileVersions).set({ state: "removed" }).where(eq(igcFileVersions.id, one.versionId));
		return one;
	};
	const rows: readonly (readonly [string, string, string, typeof flight, string])[] = [
		["count this log", "it counts already", "restore", flight, "server.stale"],
		["count this log", "its file is gone", "restore", removed, "server.log-removed"],
		["this log is right", "another one counts", "confirm", otherVersion, "server.stale"],
		["this log is right", "it is discarded", "confirm", async () => discard(await flight()), "server.stale"],
		["this log is right", "its file is gone", "confirm", removed, "server.log-removed"],
		["take the confirmation back", "nobody has confirmed it", "unconfirm", flight, "server.stale"],
		["discard", "it is discarded", "discard", async () => discard(await flight()), "server.stale"],
		["discard", "its file is gone", "discard", removed, "server.log-removed"],
		["take the discarding back", "it is not discarded", "take-back", flight, "server.stale"],
		[
			"discard the flight",
			"all is discarded",
			"discard-flight",
			async () => discard(await flight()),
			"server.stale",
		],
		["take the discarded flight back", "it is not discarded", "take-back-flight", flight, "server.stale"],
	];

	testByHand(
		rows.map(
			([button, condition, intent, which, reason]): HiddenButton => [
				button,
				condition,
				async () => {
					const { id, versionId } = await which();
					const seenVersionId = (await flight()).versionId;
					return send(id, { intent, versionId, seenVersionId });
				},
				reason,
			],
		),
	);

	testByHand([
		[
			"move the flight to the day of its log",
			"the log is of the chosen day",
			async () => {
				const { versionId } = await flight();
				const as = await pilotOf(pair.adam.id);
				return () => scored.app.post(`/igc/receipt/${versionId}`, {}, { as });
			},
			"400",
		],
		[
			"move the flight to the day of its log",
			"somebody else has sent it",
			async () => {
				const { versionId } = await flight();
				const as = await pilotOf(pair.eva.id);
				return () => scored.app.post(`/igc/receipt/${versionId}`, {}, { as });
			},
			"403",
		],
		[
			"this log is mine",
			"it is discarded",
			async () => {
				const { versionId } = await discard(await flight());
				const as = await pilotOf(pair.adam.id);
				return () => scored.app.post(`/igc/mine/${versionId}`, {}, { as });
			},
			"404",
		],
	]);
});

describe("entries", () => {
	const list = (fields: Readonly<Record<string, string>>): Send => {
		return () => scored.app.post("/starting-list", fields, { as: pair.admin });
	};
	const withdraw =
		(id: string, from: string): Send =>
		() =>
			scored.app.post(`/registration/${id}`, { intent: "withdraw", from, reason: "" }, { as: pair.admin });

	testByHand([
		[
			"accept the chosen entries",
			"they have withdrawn",
			async () => {
				const flags = { accepted: false, withdrawnFrom: "2025-07-16" };
				await db.update(registrations).set(flags).where(eq(registrations.id, pair.adam.id));
				return list({ intent: "accept", entry: pair.adam.id });
			},
			"startingList.accept.success",
		],
		[
			"accept the change",
			"none waits",
			() => list({ intent: "accept-change", entry: pair.adam.id, version: "1" }),
			"stale",
		],
		[
			"refuse the change",
			"none waits",
			() => list({ intent: "refuse-change", entry: pair.adam.id, version: "1" }),
			"stale",
		],
		[
			"withdraw the change",
			"none waits",
			async () => {
				const as = await pilotOf(pair.adam.id);
				return () => scored.app.post("/registration", { intent: "withdraw-change" }, { as });
			},
			"server.stale",
		],
		[
			"withdraw",
			"the competitor has not flown",
			async () => {
				const entry = await createRegistration({ accepted: true });
				return withdraw(entry.id, today);
			},
			"registration.update.error",
		],
		[
			"withdraw",
			"from a day before the last flight",
			() => withdraw(pair.adam.id, "2025-07-14"),
			"registration.update.error",
		],
		[
			"withdraw",
			"from a date that is no day of the competition",
			() => withdraw(pair.adam.id, "2025-09-01"),
			"registration.update.error",
		],
	]);
});

describe("accounts", () => {
	const send =
		(path: string, fields: Readonly<Record<string, string>>): Send =>
		async () =>
			scored.app.post(path, fields, { as: await pilotOf(pair.adam.id) });

	testByHand([
		["keep the address", "no new one waits", () => send("/user-profile", { intent: "keep" }), "server.stale"],
		[
			"withdraw the erasure",
			"none is asked for",
			() => send("/user-profile/erase", { intent: "withdraw" }),
			"server.stale",
		],
		[
			"set a second factor up",
			"the account is no organiser's",
			() => send("/second-factor", { code: "123456" }),
			"403",
		],
	]);
});

describe("organisers' pages", () => {
	const send = (path: string, fields: Readonly<Record<string, string>>): Send => {
		return () => scored.app.post(path, fields, { as: pair.admin });
	};

	testByHand([
		[
			"send the failed mail again",
			"it was sent",
			async () => {
				const [mail] = await db.select().from(outbox).limit(1);
				await db.update(outbox).set({ state: "sent" });
				return send("/admin/operations?view=mail", { mail: mail?.id ?? "" });
			},
			"server.not-found",
		],
		[
			"send all failed mails again",
			"none has failed",
			async () => {
				await db.update(outbox).set({ state: "sent" });
				return send("/admin/operations?view=mail", { mail: "failed" });
			},
			"server.stale",
		],
		[
			"put the file in force again",
			"it is in force",
			async () => {
				const points =
					"name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc\n" +
					'"Lipovec","LIP",CZ,4936.720N,01626.460E,450.0m,1,,,,\n';
				const form = multipart({ kind: "waypoints", chart: new File([points], "body.cup") });
				await scored.app.post("/admin/waypoints-and-airspace", form, { as: pair.admin });
				const [chart] = await db.select().from(charts).where(eq(charts.inForce, true));
				return send("/admin/waypoints-and-airspace", { id: chart?.id ?? "" });
			},
			"server.stale",
		],
		[
			"leave a space out",
			"nobody has taken it in",
			async () => {
				const space = "AC R\nAY WARNING\nAN Les\nAL GND\nAH FL 95\nV X=49:31:52 N 015:52:28 E\nDC 3";
				const form = multipart({ kind: "airspace", chart: new File([space], "prostory.txt") });
				await scored.app.post("/admin/waypoints-and-airspace", form, { as: pair.admin });
				const [chart] = await db.select().from(charts).where(eq(charts.kind, "airspace"));
				return send("/admin/waypoints-and-airspace", { id: chart?.id ?? "", leaveOut: "Les" });
			},
			"server.stale",
		],
		["try the jobs again", "none is set aside", () => send("/admin", {}), "admin.setAside.success"],
		[
			"remind",
			"nobody owes anything",
			async () => {
				await db.update(registrations).set({ paid: true });
				return send("/starting-list?view=owing", { intent: "remind" });
			},
			"missing.remind.again",
		],
		[
			"object to the erasure",
			"none waits",
			() => send("/admin/operations?view=erasures", { erasure: crypto.randomUUID(), objection: "Protest" }),
			"erasures.tooLate",
		],
		[
			"make a link to the desk",
			"of a past day",
			() => {
				const day = scored.days.find(({ date }) => date === "2025-07-14")?.id ?? "";
				return send("/duty", { intent: "make", day, name: "Věž" });
			},
			"400",
		],
		[
			"withdraw the link to the desk",
			"it is withdrawn",
			async () => {
				const id = crypto.randomUUID();
				const of = { id, dayId: scored.day.id, token: "x", name: "Věž" };
				const at = new Date(`${today}T08:00:00Z`);
				await db
					.insert(dutyLinks)
					.values({ ...of, createdAt: at, createdBy: pair.admin.id, withdrawnAt: at });
				return send("/duty", { intent: "withdraw", id });
			},
			"303",
		],
		[
			"take the cancelled day back",
			"nothing is cancelled",
			async () => {
				const [day] = await db.select().from(competitionDays).where(eq(competitionDays.id, scored.day.id));
				const version = String(day?.version);
				return send("/competition-days", { intent: "take-back", id: scored.day.id, version });
			},
			"server.stale",
		],
		[
			"take the cancelled task back",
			"its time is over",
			async () => {
				const revision = String((await db.select().from(tasks))[0]?.revision);
				const desk = `/admin/tasks/${today}/club`;
				await noon.post(
					desk,
					{ intent: "cancel", id: scored.taskId, revision, confirmed: "on" },
					{ as: pair.admin },
				);
				const now = String((await db.select().from(tasks))[0]?.revision);
				return send(desk, { intent: "take-back", id: scored.taskId, revision: now });
			},
			"server.stale",
		],
		[
			"remove the reserve",
			"the reserve has taken off",
			async () => {
				const values = { accepted: true, isReserve: true, competitionClassId: scored.club };
				const reserve = await createRegistration(values);
				await recordStatus(reserve.id, scored.day.id, "FLYING");
				return send(`/statuses?day=${today}&duty=on`, {
					intent: "remove-reserve",
					day: scored.day.id,
					reserve: reserve.id,
				});
			},
			"competitorStatus.update.error",
		],
		[
			"accept the landing",
			"no log proposes one",
			async () => {
				const { id: pilot } = await createRegistration({ accepted: true, competitionClassId: scored.club });
				await recordStatus(pilot, scored.day.id, "FLYING");
				return send(`/statuses?day=${today}&duty=on`, { intent: "accept-out", day: scored.day.id, pilot });
			},
			"competitorStatus.update.error",
		],
	]);
});
