import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asDesk, asStaff } from "~/lib/access";
import { setStatus } from "~/lib/days/statuses/change-statuses.server";
import { confirmByOrganiser } from "~/lib/flights/log-rights/decide-log.server";
import { dayScores, igcFiles, outbox, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf, recordStatus } from "~test/support/factories";
import { flownFile } from "~test/support/flown";
import { textsIn } from "~test/support/html";
import { pilotOf, runScheduleAt, uploadBody } from "~test/support/igc";
import { home, short } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/* Nobody's own act reopens their own right: announced points change by an organiser alone (docs/security.md, rule 52). */

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;
const desk = "/admin/scoring/2025-07-15/club";
/** The results are unofficial since the evening before, and their protest time ends at 20:00. */
const morning = createApp({ clock: "2025-07-16T08:00:00Z" });
const announcedUntil = "2025-07-16T18:00:00.000Z";
const anew = "2025-07-17T08:00:00.000Z";

interface Announced {
	readonly protestsUntil: string | null;
	readonly rows: readonly { readonly startNumber: string; readonly points: number | null }[];
}

async function announced(app = morning) {
	const { protestsUntil, rows } = (await (await app.api("GET", path())).json()) as Announced;
	const points = Object.fromEntries(rows.map((row) => [row.startNumber, row.points]));
	return { protestsUntil, points };
}

const put = (state: string, app = scored.app) =>
	app.api("PATCH", path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });

const read = async (address: string, as?: { readonly id: string }, language: "cs" | "en" = "en") =>
	(await (await morning.get(address, { as, language })).text()).replaceAll("\u00a0", " ");

/** The flight of a competitor that came last. */
async function flightOf({ id }: { readonly id: string }) {
	const flights = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, id));
	const flight = flights.toSorted((one, other) => other.flightNumber - one.flightNumber)[0];
	if (!flight) throw new Error("no flight");
	return flight;
}

const onFlight = async (entry: { readonly id: string }, fields: Record<string, string>) =>
	(await morning.post(`/igc/${(await flightOf(entry)).id}`, fields, { as: pair.admin })).status;

const versionOf = (receipt: string) => receipt.split("?")[0]?.split("/").at(-1) ?? "";

const dayScoresNow = async () => (await db.select().from(dayScores))[0];

const mailsOfChanges = async () =>
	(await db.select().from(outbox).where(eq(outbox.kind, "results-published"))).filter(
		({ payload }) => (payload as { changed?: boolean }).changed,
	);

let before: Awaited<ReturnType<typeof announced>>;

beforeEach(async () => {
	await db.delete(outbox);
	await runScheduleAt("2025-07-15T18:01:00Z");
	await put("unofficial");
	before = await announced();
	expect(before).toMatchObject({ protestsUntil: announcedUntil, points: { A1: 422, E2: 86 } });
});

describe("the own log, sent cut short and then whole again", () => {
	test("stands beside the announced one, and neither points nor protest time change", async () => {
		const cut = await scored.fly(pair.adam, { hops: short }, morning);
		expect(await announced()).toEqual(before);
		await scored.fly(
			pair.adam,
			{ hops: [...home, { to: home[2]?.to ?? { latitude: 0, longitude: 0 } }] },
			morning,
		);
		expect(await announced()).toEqual(before);
		expect(await mailsOfChanges()).toEqual([]);
		const receipt = await read(cut);
		expect(textsIn(receipt, "#verdict-title")).toEqual([
			"The results of this day are announced, so this log waits.",
		]);
		expect(receipt).toContain("An organiser looks at it and may count it; until then it changes no points.");
		expect(await read(cut, undefined, "cs")).toContain(
			"Výsledky tohoto dne jsou vyhlášeny, záznam proto čeká.",
		);
	});

	test("is seen on the scoring desk as newer, and an organiser takes it: the protest time begins anew", async () => {
		const chip = async (language?: "cs" | "en") =>
			textsIn(await read(desk, pair.admin, language), `[id="${pair.adam.id}"] .chip`);
		expect(await chip()).toEqual([]);
		const receipt = await scored.fly(pair.adam, { hops: short }, morning);
		expect(await chip()).toEqual(["newer, to be checked"]);
		expect(await read("/admin/scoring", pair.admin)).toContain("Unofficial · newer, to be checked");
		expect(await chip("cs")).toEqual(["novější, k posouzení"]);
		const seenVersionId = (await flightOf(pair.adam)).currentVersionId ?? "";
		const restore = { intent: "restore", versionId: versionOf(receipt), seenVersionId };
		expect(await onFlight(pair.adam, restore)).toBe(303);
		const after = await announced();
		expect(after.protestsUntil).toBe(anew);
		expect(after.points).not.toEqual(before.points);
		expect((await mailsOfChanges()).length).toBeGreaterThan(0);
		expect(await chip()).toEqual([]);
	});

	test("counts again once the results are reopened", async () => {
		await scored.fly(pair.adam, { hops: short }, morning);
		await put("preliminary", morning);
		expect((await announced()).points).toEqual(before.points);
		await scored.fly(pair.adam, { hops: short }, morning);
		expect((await announced()).points).not.toEqual(before.points);
	});

	test("is said to wait by the script's upload and by the API", async () => {
		const body = () =>
			uploadBody(pair.adam.id, scored.day.id, flownFile({ hops: short, recorder: "ALXV100" }));
		const as = await pilotOf(pair.adam.id);
		const reply = await morning.post("/igc/upload", body(), { as, language: "en" });
		expect(await reply.json()).toMatchObject({
			fine: false,
			msg: "The flight log was uploaded. The results of this day are announced, so this log waits.",
		});
		const answer = await morning.api("POST", "/api/igc", body(), { as });
		const { warnings } = (await answer.json()) as { warnings: { reason: string }[] };
		expect(warnings.map(({ reason }) => reason)).toContain("resultsAnnounced");
	});
});

describe("the first log of a competitor, after the announcement", () => {
	test("waits as a flight of its own until an organiser lets it score, and again when that is taken back", async () => {
		const late = await scored.pilot("Cihlářová", "CH");
		const receipt = await scored.fly(late, { hops: short }, morning);
		expect(await announced()).toMatchObject({ protestsUntil: announcedUntil, points: { A1: 422, E2: 86 } });
		expect((await flightOf(late)).standing).toBe("waiting");
		expect(textsIn(await read(receipt), "#verdict-title")).toEqual([
			"The results of this day are announced, so this log waits.",
		]);
		const press = (intent: string) => onFlight(late, { intent, versionId: versionOf(receipt) });
		expect(await press("confirm")).toBe(303);
		const taken = await announced();
		expect(taken.points.CH).toBeGreaterThan(0);
		expect(taken.protestsUntil).toBe(anew);
		expect(await press("unconfirm")).toBe(303);
		expect((await flightOf(late)).standing).toBe("waiting");
	});

	test("is not asked for by reminders and home, as it was sent", async () => {
		const late = await scored.pilot("Cihlářová", "CH");
		await recordStatus(late.id, scored.day.id, "HOME");
		await db.update(registrations).set({ paid: true });
		const missing = async () => (await read("/starting-list?view=owing", pair.admin)).includes("Cihlářová");
		expect(await missing()).toBe(true);
		await scored.fly(late, { hops: short }, morning);
		expect(await missing()).toBe(false);
	});
});

describe("a log that somebody else sent", () => {
	const log = flownFile({ hops: short, recorder: "ALXVQQQ" });

	async function sentByStranger(app = scored.app) {
		const late = await scored.pilot("Cihlářová", "CH");
		await db.update(registrations).set({ logger: "LXV QQQ" }).where(eq(registrations.id, late.id));
		const answer = await app.post("/igc", uploadBody(late.id, scored.day.id, log));
		return { late, versionId: versionOf(answer.headers.get("Location") ?? "") };
	}

	test("does not stand in announced results, even with a second sign", async () => {
		const { late } = await sentByStranger(morning);
		expect((await flightOf(late)).standing).toBe("kept");
		expect(await announced()).toEqual({ ...before, points: { ...before.points, CH: 0 } });
	});

	test("waits when its competitor confirms it, and the page says so before and after", async () => {
		await put("preliminary", morning);
		const { late, versionId } = await sentByStranger();
		await put("unofficial", morning);
		const [points, account] = [await announced(), await pilotOf(late.id)];
		const mine = `/igc/mine/${versionId}`;
		expect(await read(mine, account)).toContain("once confirmed, the log is stored beside them as newer");
		const confirmed = await morning.post(mine, {}, { as: account });
		expect([confirmed.status, confirmed.headers.getSetCookie().join()]).toEqual([
			303,
			expect.stringContaining("igc.mine.waits"),
		]);
		expect((await flightOf(late)).standing).toBe("waiting");
		expect(await announced()).toEqual(points);
		expect(await read(mine, account)).toContain("An organiser looks at it and may count it");
	});

	test("waits when its competitor sends the same bytes", async () => {
		await put("preliminary", morning);
		const { late } = await sentByStranger();
		await put("unofficial", morning);
		const points = await announced();
		const body = uploadBody(late.id, scored.day.id, log);
		await morning.post("/igc", body, { as: await pilotOf(late.id) });
		expect((await flightOf(late)).standing).toBe("waiting");
		expect(await announced()).toEqual(points);
	});
});

describe("a log of another day", () => {
	const ofSaturday = flownFile({ hops: short, recorder: "ALXVSAT", date: "2025-07-12" });

	const send = async (app = scored.app) => {
		const as = await pilotOf(pair.eva.id);
		const answer = await app.post("/igc", uploadBody(pair.eva.id, scored.day.id, ofSaturday), { as });
		return { as, receipt: answer.headers.get("Location") ?? "" };
	};
	const move = async ({ as, receipt }: Awaited<ReturnType<typeof send>>) =>
		(await morning.post(receipt.split("?")[0] ?? "", {}, { as })).status;

	test("that scores in announced results is moved away by no competitor", async () => {
		await put("preliminary", morning);
		const sent = await send(createApp({ clock: "2025-07-16T07:50:00Z" }));
		await put("unofficial", morning);
		const standing = await announced();
		expect(textsIn(await read(sent.receipt, sent.as), "#verdict-title").join()).toContain("was uploaded for");
		expect(textsIn(await read(sent.receipt, sent.as), "main form button")).toEqual([]);
		expect(await move(sent)).toBe(409);
		expect(await announced()).toEqual(standing);
	});

	test("that waits beside them may go, and scores where nothing is announced", async () => {
		const sent = await send(morning);
		expect((await flightOf(pair.eva)).standing).toBe("waiting");
		expect(await move(sent)).toBe(303);
		expect((await flightOf(pair.eva)).standing).toBe("scores");
		expect(await announced()).toEqual(before);
	});
});

describe("what changes without an organiser", () => {
	const takeStatus = async () => {
		await db.delete(dayScores);
		await recordStatus((await scored.pilot("Novotný", "N1")).id, scored.day.id, "FLYING");
		await runScheduleAt("2025-07-15T18:01:00Z");
		await put("unofficial");
		before = await announced();
	};

	test("the hour changes no announced points; the desk says whose would change, and an organiser has them scored", async () => {
		await takeStatus();
		await runScheduleAt("2025-07-16T08:00:00Z");
		expect(await announced()).toEqual(before);
		const shown = await read(desk, pair.admin);
		expect(shown).toContain("these would have other points than announced: A1");
		expect((await morning.post(desk, { intent: "evaluate" }, { as: pair.admin })).status).toBe(303);
		const after = await announced();
		expect(after.points).not.toEqual(before.points);
		expect(after.protestsUntil).toBe(anew);
		expect(await read(desk, pair.admin)).not.toContain("would have other points");
	});

	test("a protest time that has ended is reopened by a scorer only", async () => {
		await takeStatus();
		const later = createApp({ clock: "2025-07-16T20:00:00Z" });
		await scored.fly(pair.adam, { hops: short }, later);
		await runScheduleAt("2025-07-16T20:01:00Z");
		expect(await announced(later)).toEqual(before);
		expect((await pair.penalise(later)).status).toBe(200);
		expect((await announced(later)).protestsUntil).toBe("2025-07-17T20:00:00.000Z");
	});

	test("an organiser's act that changes no points gives nobody else the right to change them", async () => {
		await takeStatus();
		const versionId = (await flightOf(pair.eva)).currentVersionId ?? "";
		expect(await onFlight(pair.eva, { intent: "confirm", versionId })).toBe(303);
		const scoredNow = await announced();
		await scored.fly(pair.adam, { hops: short }, morning);
		await runScheduleAt("2025-07-16T08:01:00Z");
		expect(await announced()).toEqual(scoredNow);
		expect((await dayScoresNow())?.actedAt).toBeNull();
	});

	test("a helper on duty says where a pilot is, and the points stay; an organiser who says so changes them", async () => {
		await takeStatus();
		const now = new Date("2025-07-15T18:02:00Z");
		const by = await createUser();
		const [status] = await db.select().from(pilotDays).where(isNotNull(pilotDays.statusId));
		const id = status?.statusId ?? "";
		const duty = { id: "link", dayId: scored.day.id, date: "2025-07-15" };
		const onDuty = { ...by, verified: false, role: null, duty };
		expect(
			await setStatus(asDesk({ ...contextOf({ now }), onDuty }), { id, status: "OUTLANDING" }),
		).toMatchObject({
			ok: true,
		});
		await runScheduleAt("2025-07-15T18:02:00Z");
		expect(await announced()).toEqual(before);
		const organiser = contextOf({ now, actor: { ...by, verified: true, role: "organiser" } });
		await setStatus(asDesk(organiser), { id, status: "DNF" });
		await runScheduleAt("2025-07-15T18:03:00Z");
		expect((await announced()).protestsUntil).toBe("2025-07-16T18:03:00.000Z");
	});

	test("an organiser's act whose scoring was lost is scored by the schedule", async () => {
		const late = await scored.pilot("Cihlářová", "CH");
		const receipt = await scored.fly(late, { hops: short }, morning);
		const actor = { ...(await createUser()), verified: true, role: "organiser" as const };
		const ctx = asStaff(contextOf({ now: new Date("2025-07-16T08:00:00Z"), actor }), "logs");
		expect(await confirmByOrganiser(ctx, versionOf(receipt))).toMatchObject({ ok: true });
		expect((await announced()).points.CH).toBe(0);
		await runScheduleAt("2025-07-16T08:01:00Z");
		const after = await announced();
		expect(after.points.CH).toBeGreaterThan(0);
		expect(after.protestsUntil).toBe("2025-07-17T08:01:00.000Z");
		expect((await dayScoresNow())?.actedAt).toBeNull();
	});
});
