import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { unpackFlights, unpackTrack } from "~/lib/flights/replay/unpack-flights";
import { igcFiles, igcFileVersions, registrations, replays, users } from "~db/schema";
import { eraseByMail, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, createRegistration, databaseOf } from "~test/support/factories";
import { outAndReturn, place } from "~test/support/flown";
import { attributeIn, elementsIn, rowsIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { home, scoredClass, short } from "~test/support/scored-class";

/* The finish of the class closes at 19:00 in Prague on 15 July 2025, the fourth day. */
const db = databaseOf();
const scored = scoredClass();
const before = createApp({ clock: "2025-07-15T16:50:00Z" });
const after = createApp({ clock: "2025-07-15T17:10:00Z" });
const address = "/days/4/replay?class=club";
const slower = home.map((hop) => ({ ...hop, speed: 20 }));

async function page(app = after): Promise<string> {
	return sourceOf(await app.get(address, { language: "en" }));
}

/** What the page gives its script. */
const dataOf = (html: string) => JSON.parse(attributeIn(html, "[data-replay]", "data-replay") ?? "{}");

async function packAddress(): Promise<string> {
	return dataOf(await page()).pack;
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
	await scored.publish(outAndReturn({ rules: { finishCloses: "19:00:00" }, scoring: { handicaps: false } }));
	const [adam, bila] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Bílá", "B2")];
	const unaccepted = await scored.pilot("Černá", "C3");
	const person = await signedUp(createApp({ clock: "2025-05-01T10:00:00Z" }));
	const erased = await createRegistration({
		userId: person.user._id,
		accepted: true,
		startNumber: "D4",
		competitionClassId: scored.club,
	});
	await scored.fly(adam, { hops: home }, before);
	await scored.fly(unaccepted, { hops: home }, before);
	await db.update(registrations).set({ accepted: false }).where(eq(registrations.id, unaccepted.id));

	await runScheduleAt("2025-07-15T16:55:00Z");
	expect(await db.select().from(replays)).toEqual([]);
	const waiting = await page(before);
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
	await scored.fly(bila, { hops: slower }, after);
	await scored.fly(erased, { hops: short }, after);
	await env.FILES.put(log?.key ?? "", (await bytes?.arrayBuffer()) ?? "");
	const second = await packAddress();
	expect((await flightsAt(second)).map(({ id }) => id).sort()).toEqual([adam.id, bila.id, erased.id].sort());
	expect((await after.get(first)).status).toBe(404);
	expect(await storedPacks()).toHaveLength(1);
	const html = await page();
	expect(rowsIn(html).map((row) => [row[0], ...row.slice(2)])).toEqual([
		["A1", "12:07:40", "14:19:00", "197.0", "90.0", "1,450", "", "Compare"],
		["B2", "12:09:20", "14:53:30", "197.0", "72.0", "1,450", "+32:50", "Compare"],
		["D4", "12:07:40", "did not finish", "60.0", "", "1,450", "−137.0\u00a0km", "Compare"],
	]);
	const compared = elementsIn(html, "tbody a[href^='/compare']").map(
		(link) => link.getAttribute("href") ?? "",
	);
	expect(compared[0]).toBe(`/compare?a=${log?.igcFileId}`);
	for (const link of compared)
		expect(textsIn(await sourceOf(await after.get(link)), "tbody tr")).not.toEqual([]);
	for (const from of ["/results?view=daily", `/igc/${log?.igcFileId}`]) {
		expect(await sourceOf(await after.get(from))).toContain(`href="${address}"`);
	}
	expect(dataOf(html).flights[1]).toEqual({
		id: bila.id,
		log: expect.any(String),
		number: "B2",
		place: 2,
		name: "Jana Bílá",
		start: Date.parse("2025-07-15T10:09:20Z") / 1000,
		finish: Date.parse("2025-07-15T12:53:30Z") / 1000,
		reached: [[expect.any(Number), null]],
	});

	const [account] = await db.select().from(users).where(eq(users.id, person.user._id));
	await eraseByMail(createApp(), { id: person.user._id, email: account?.email ?? "" });
	expect((await after.get(second)).status).toBe(404);
	await runScheduleAt("2025-07-15T17:20:00Z");
	expect((await flightsAt(await packAddress())).map(({ id }) => id).sort()).toEqual(
		[adam.id, bila.id].sort(),
	);
	expect(await storedPacks()).toHaveLength(1);

	const last = await packAddress();
	changeEdition({ publishTracks: false });
	expect((await after.get(last)).status).toBe(404);
	expect((await after.get(address)).status).toBe(404);
});

test("a log that organisers move leaves the replay at once", async () => {
	await scored.publish(outAndReturn({ rules: { finishCloses: "19:00:00" } }));
	const [adam, bila] = [await scored.pilot("Adamová", "A1"), await scored.pilot("Bílá", "B2")];
	await scored.fly(adam, { hops: home }, after);
	await scored.fly(bila, { hops: short }, after);
	const [flight] = await db.select().from(igcFiles).where(eq(igcFiles.registrationId, bila.id));
	const dayBefore = scored.days.find(({ date }) => date === "2025-07-14")?.id ?? "";
	const to = { intent: "reassign", pilot: bila.id, day: dayBefore };
	expect((await after.post(`/igc/${flight?.id}`, to, { as: await createAdmin() })).status).toBe(303);
	expect((await flightsAt(await packAddress())).map(({ id }) => id)).toEqual([adam.id]);
});
