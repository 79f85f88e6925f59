import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { unpackFlights, unpackTrack } from "~/lib/replay/unpack";
import { igcFileVersions, registrations, replays, users } from "~db/schema";
import { eraseByMail, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf, seedReference } from "~test/support/factories";
import { flownFile, type Hop, outAndReturn, place } from "~test/support/flown";
import { rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt, uploadBody } from "~test/support/igc";
import { publishTask } from "~test/support/published-task";
import { setTask } from "~test/support/result-sheets";
import { testEdition } from "~test/support/test-edition";

/* The finish of the class closes at 19:00 in Prague on 15 July 2025, the fourth day. */
const db = databaseOf();
const before = createApp({ clock: "2025-07-15T16:50:00Z" });
const after = createApp({ clock: "2025-07-15T17:10:00Z" });
const address = "/days/4/replay?class=club";

const towed: Hop[] = [{ to: place(-400), height: 0 }, { to: place(-5000) }];
const home: Hop[] = [
	...towed,
	{ to: place(100_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];
const slower = home.map((hop) => ({ ...hop, speed: 20 }));
const short = [...towed, { to: place(60_000), height: 0, stay: 120 }];

let dayId = "";
let classId = "";

beforeEach(async () => {
	const reference = await seedReference();
	dayId = reference.competitionDays.find(({ date }) => date === "2025-07-15")?.id ?? "";
	classId = reference.competitionClasses.find(({ type }) => type === "club")?.id ?? "";
});

async function pilot(surname: string, startNumber: string, userId?: string) {
	const id = userId ?? (await createUser({ name: "Jana", surname })).id;
	return createRegistration({ userId: id, accepted: true, startNumber, competitionClassId: classId });
}

async function fly(entry: { readonly id: string }, hops: Hop[], app = before): Promise<void> {
	const response = await app.post("/igc", uploadBody(entry.id, dayId, flownFile({ hops })));
	expect(response.status).toBe(303);
}

async function packAddress(): Promise<string> {
	const [replay] = await db.select().from(replays);
	return `/replays/${replay?.digest}`;
}

async function flightsAt(path: string) {
	const response = await after.get(path);
	expect(response.status).toBe(200);
	expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
	const pack = response.body?.pipeThrough(new DecompressionStream("gzip"));
	return unpackFlights(new Uint8Array(await new Response(pack).arrayBuffer()));
}

const storedPacks = async () =>
	(await env.FILES.list({ prefix: "2025/replays/" })).objects.map(({ key }) => key);

test("the flights of a class are packed once its finish has closed, anew when a log changes, and without who is erased", async () => {
	await setTask(dayId);
	const task = outAndReturn({ rules: { finishCloses: "19:00:00" }, scoring: { handicaps: false } });
	await publishTask(task, { dayId, classId });
	const [adam, bila] = [await pilot("Adamová", "A1"), await pilot("Bílá", "B2")];
	const unaccepted = await pilot("Černá", "C3");
	const person = await signedUp(createApp());
	const erased = await pilot("", "D4", person.user._id);
	await fly(adam, home);
	await fly(unaccepted, home);
	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, unaccepted.id));

	await runScheduleAt("2025-07-15T16:55:00Z");
	expect(await db.select().from(replays)).toEqual([]);
	const waiting = await sourceOf(await before.get(address, { language: "en" }));
	expect(textsIn(waiting, ".empty")[0]?.replaceAll("\u00a0", " ")).toContain("15 July 2025, 19:00");
	expect(rowsIn(waiting)).toEqual([]);

	await runScheduleAt("2025-07-15T17:05:00Z");
	const first = await packAddress();
	const [packed, ...others] = await flightsAt(first);
	expect([packed?.id, others]).toEqual([adam.id, []]);
	const track = unpackTrack(packed?.track ?? new Uint8Array());
	const turned = track.latitudes.indexOf(Math.max(...track.latitudes));
	expect(track.latitudes[turned]).toBeCloseTo(place(100_000).latitude, 3);
	// It flies 400 m, 4,600 m and 105,000 m at 25 m/s after a minute on the ground.
	expect(Math.abs((track.times[turned] ?? 0) - Date.parse("2025-07-15T11:14:20Z") / 1000)).toBeLessThan(9);

	// A new log, and those from before come from the pack that is there.
	const [log] = await db.select().from(igcFileVersions);
	const bytes = await env.FILES.get(log?.key ?? "");
	await env.FILES.delete(log?.key ?? "");
	await fly(bila, slower, after);
	await fly(erased, short, after);
	await env.FILES.put(log?.key ?? "", (await bytes?.arrayBuffer()) ?? "");
	const second = await packAddress();
	expect((await flightsAt(second)).map(({ id }) => id).sort()).toEqual([adam.id, bila.id, erased.id].sort());
	expect((await after.get(first)).status).toBe(404);
	expect(await storedPacks()).toHaveLength(1);
	const table = rowsIn(await sourceOf(await after.get(address, { language: "en" })));
	expect(table.map((row) => [row[0], ...row.slice(2)])).toEqual([
		["A1", "12:07:40", "14:19:00", "197.0", "90.0", "1,450", ""],
		["B2", "12:09:20", "14:53:30", "197.0", "72.0", "1,450", "+32:50"],
		["D4", "12:07:40", "out", "60.0", "", "1,450", "−137.0 km"],
	]);

	const [account] = await db.select().from(users).where(eq(users.id, person.user._id));
	await eraseByMail(createApp(), { id: person.user._id, email: account?.email ?? "" });
	expect((await after.get(second)).status).toBe(404);
	await runScheduleAt("2025-07-15T17:20:00Z");
	expect((await flightsAt(await packAddress())).map(({ id }) => id).sort()).toEqual(
		[adam.id, bila.id].sort(),
	);
	expect(await storedPacks()).toHaveLength(1);

	testEdition.publishTracks = false;
	try {
		expect((await after.get(await packAddress())).status).toBe(404);
		expect((await after.get(address)).status).toBe(404);
	} finally {
		testEdition.publishTracks = true;
	}
});
