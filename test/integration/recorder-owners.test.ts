import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { entryBody, idsOf } from "~test/support/entries";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { type FlownOptions, flownFile } from "~test/support/flown";
import { elementsIn } from "~test/support/html";
import { storedIgc, uploadBody } from "~test/support/igc";
import { insertTask } from "~test/support/insert-task";
import { setTask } from "~test/support/result-sheets";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";

/* A recorder belongs to whom it has flown with (rule 53). The rival is always first, and the victim has lost nothing. */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;
const later = createApp({ clock: "2025-07-15T18:30:00Z" });
const dayBefore = createApp({ clock: "2025-07-14T18:00:00Z" });
const recorder = "ALXVK4H";

interface Entry {
	readonly id: string;
	readonly userId: string;
}
let admin: { id: string };
let victim: Entry;
let rival: Entry;

beforeEach(async () => {
	await scored.publish(scoredTask);
	admin = await createAdmin();
	victim = await scored.pilot("Žižková", "7K");
	rival = await scored.pilot("Malá", "AB");
});

const name = ({ id }: Entry, logger: string) =>
	db.update(registrations).set({ logger }).where(eq(registrations.id, id));

/** Sends a flight with the victim's recorder as the competitor. Each has flown another way, so no two are the same log. */
async function fly(
	entry: Entry,
	options: Partial<FlownOptions> = {},
	{
		on = entry === rival ? app : later,
		day = scored.day.id,
		as = { id: entry.userId } as { id: string } | null,
	} = {},
): Promise<string> {
	const begins = entry === rival ? "10:20:00" : "10:00:00";
	const log = flownFile({ hops: home, recorder, begins, ...options });
	const response = await on.post("/igc", uploadBody(entry.id, day, log), as ? { as } : {});
	expect(response.status).toBe(303);
	return response.headers.get("Location")?.split("?")[0] ?? "";
}

/** The task and the flights of the day before. */
async function flyBefore(...entries: readonly Entry[]) {
	const [day] = scored.days.filter(({ date }) => date === "2025-07-14");
	if (!day) throw new Error("no day before");
	await setTask(day.id);
	await insertTask(scoredTask, {
		id: "task-before",
		dayId: day.id,
		competitionClassId: scored.club,
		number: 1,
		state: "published",
	});
	for (const entry of entries) await fly(entry, { date: day.date }, { on: dayBefore, day: day.id });
}

async function row(surname: string): Promise<string> {
	const rows = elementsIn(await scored.daily(later), "tbody tr");
	return rows.find((one) => one.textContent.includes(surname))?.textContent ?? "";
}

/** Whether the points of victim and rival wait for the scorer. */
const areHeld = async () => [
	(await row("Žižková")).includes("being checked"),
	(await row("Malá")).includes("being checked"),
];

/** What the scorer's desk says about the recorder. */
async function findings(): Promise<readonly string[]> {
	const path = `/admin/scoring/${scored.day.date}/club`;
	const html = await (await later.get(path, { as: admin, language: "en" })).text();
	return ["7K", "AB"].filter((number) => html.includes(`a recorder of which ${number} has a log, too`));
}

const neither = [false, false];
const rivalOnly = [false, true];

describe("without a sign", () => {
	test("both logs have a finding and keep their points, whoever was first", async () => {
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(neither);
		expect(await findings()).toEqual(["7K", "AB"]);
	});

	test("the scorer decides about both", async () => {
		await fly(rival);
		await fly(victim);
		const flight = (await storedIgc()).flights.find(({ registrationId }) => registrationId === rival.id);
		await later.post(
			`/igc/${flight?.id}`,
			{ intent: "discard", versionId: flight?.currentVersionId ?? "", reason: "The recorder of 7K" },
			{ as: admin },
		);
		expect(await row("Malá")).not.toContain("676");
		expect(await row("Žižková")).toContain("676");
		expect(await findings()).toEqual([]);
	});

	test("a flight of an earlier day without points makes nobody the owner", async () => {
		const [day] = scored.days.filter(({ date }) => date === "2025-07-14");
		await fly(victim, { date: "2025-07-14" }, { on: dayBefore, day: day?.id ?? "" });
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(neither);
		expect(await findings()).toEqual(["7K", "AB"]);
	});
});

describe("the log of the other one waits, though it came first, when", () => {
	test.each(["LXV K4H", "lxv-k4h", "Nano 4 LXVK4H"])("the entry names the recorder: %s", async (text) => {
		await name(victim, text);
		await fly(rival);
		expect(await areHeld()).toEqual(neither);
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("it came later", async () => {
		await name(victim, "LXV K4H");
		await fly(victim);
		await fly(rival, {}, { on: later });
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("the recorder has flown with the competitor on an earlier day with points", async () => {
		await flyBefore(victim);
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("an organiser has sent it", async () => {
		await name(victim, "LXV K4H");
		await fly(rival, {}, { as: admin });
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("it has the bytes of the competitor's own log", async () => {
		await name(victim, "LXV K4H");
		await fly(rival, { begins: "10:00:00" });
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("it is confirmed by the scorer, it scores", async () => {
		await name(victim, "LXV K4H");
		await fly(rival);
		await fly(victim);
		const flight = (await storedIgc()).flights.find(({ registrationId }) => registrationId === rival.id);
		await later.post(
			`/igc/${flight?.id}`,
			{ intent: "confirm", versionId: flight?.currentVersionId ?? "" },
			{ as: admin },
		);
		expect(await areHeld()).toEqual(neither);
	});
});

describe("the recorder is not taken from its owner by", () => {
	/** An organiser types it for the rival, whose own form would do the same. */
	async function typeIt() {
		const { glider, ...entry } = entryBody(idsOf(await seedReference()));
		const body = { ...entry, glider: { ...glider, startNumber: "AB", logger: "LXV K4H" } };
		const written = await later.api("PUT", `/api/registration/${rival.id}`, body, { as: admin });
		expect(written.status, await written.clone().text()).toBe(200);
	}

	test("a name typed after an earlier flight", async () => {
		await flyBefore(victim);
		await typeIt();
		await fly(rival, {}, { on: later });
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("a name typed after the flight of the day", async () => {
		await fly(victim, {}, { on: app });
		await typeIt();
		await fly(rival, {}, { on: later });
		expect(await areHeld()).toEqual(neither);
		expect(await findings()).toEqual(["7K", "AB"]);
	});

	test("the same name in both entries", async () => {
		for (const entry of [victim, rival]) await name(entry, "LXV K4H");
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(neither);
	});

	test("a flight on a day on which the owner has none", async () => {
		await name(victim, "LXV K4H");
		await flyBefore(rival);
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(rivalOnly);
	});

	test("a flight of the same earlier day", async () => {
		await flyBefore(rival, victim);
		await fly(rival);
		await fly(victim);
		expect(await areHeld()).toEqual(neither);
	});

	test("a log that a stranger sends for the rival", async () => {
		await name(rival, "LXV K4H");
		await fly(rival, {}, { as: null });
		await db.update(igcFileVersions).set({ hasSecondSign: true });
		await db.update(igcFiles).set({ standing: "unconfirmed" });
		await fly(victim);
		expect((await areHeld())[0]).toBe(false);
		expect(await findings()).not.toContain("AB");
	});
});

test("a name with the code of another maker names another recorder", async () => {
	await name(victim, "FLA K4H");
	await fly(rival);
	await fly(victim);
	expect(await areHeld()).toEqual(neither);
	expect(await findings()).toEqual(["7K", "AB"]);
});

test("the receipt of the victim says that nobody loses points", async () => {
	await fly(rival);
	const receipt = await fly(victim);
	const text = await (await later.get(receipt, { as: { id: victim.userId }, language: "en" })).text();
	expect(text).toContain("a recorder of which AB has a log, too; neither loses points by that");
});
