import { env } from "cloudflare:test";
import { eq, notInArray } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { liveEntries, pilotDays, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createUser, databaseOf, seedReference } from "~test/support/factories";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { outAndReturn, place } from "~test/support/flown";
import {
	appAt,
	day,
	heard,
	hearNobody,
	network,
	noon,
	object,
	plain,
	readAt,
	type Seen,
	seen,
} from "~test/support/heard";
import { elementsIn, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

/* What pages of visitors show of live positions. */

const db = databaseOf();

beforeAll(async () => {
	await seedReference();
	await insertTask(outAndReturn(), { id: "club", dayId: day, competitionClassId: ids.club, number: 1 });
});
beforeEach(hearNobody);
afterEach(() => {
	vi.useRealTimers();
});

test("home, day and board have a map with dots, their source, and without scripts where everybody was last seen", async () => {
	const { startNumber } = await heard(noon, 16);
	for (const [path, map] of [
		["/", "card"],
		["/days/4", "page"],
		["/statuses?view=board", "board"],
	] as const) {
		const html = await readAt(noon, path);
		const [picture] = elementsIn(html, "svg.map-view image");
		expect(picture?.getAttribute("href"), path).toMatch(new RegExp(`^/live/(club|all)\\.svg\\?map=${map}$`));
		expect(plain(textsIn(html, ".map").join()), path).toContain(
			"Positions, 15 minutes late: Open Glider Network (ODbL)",
		);
		expect(plain(html), path).toMatch(new RegExp(`<strong>${startNumber}</strong> \\d+ km [a-z-]+ of`));
		expect(plain(html), path).toContain("1,640 m, 13:44");
		const drawn = await appAt(noon).get(picture?.getAttribute("href") ?? "");
		expect(drawn.headers.get("Content-Type")).toBe("image/svg+xml");
		expect(await drawn.text(), path).toContain(`>${startNumber}</text>`);
	}
});

test("nothing of it is there where LIVE is off, and before the launch", async () => {
	await heard(noon, 16);
	const paths = ["/", "/days/4", "/statuses?view=board"];
	const without = createApp({ clock: noon });
	for (const path of paths)
		expect(await (await without.get(path)).text(), path).not.toMatch(
			/data-live|"\/live|live-dots|Open Glider/,
		);
	await db.update(pilotDays).set({ status: "DNF" });
	for (const path of paths) expect(await readAt(noon, path), path).not.toContain("Open Glider");
	expect((await without.get("/live/club.svg?map=card")).status).toBe(404);
});

test("a number is written into a picture as text", async () => {
	const { id } = await heard(noon, 16);
	await db.update(registrations).set({ startNumber: "<i&" }).where(eq(registrations.id, id));
	const svg = await (await appAt(noon).get("/live/club.svg?map=card")).text();
	expect(svg).toContain(">&lt;i&amp;</text>");
	expect((await appAt(noon).get("/live/club.svg?map=card")).headers.get("Content-Security-Policy")).toBe(
		"default-src 'none'; style-src 'unsafe-inline'",
	);
	expect((await appAt(noon).get("/live/none.svg?map=card")).status).toBe(404);
	expect((await appAt(noon).get("/live/club.svg?map=other")).status).toBe(404);
});

test("where the network is silent, no dot is there and the page says since when", async () => {
	const { startNumber } = await heard(noon, 16);
	network.signalAt = Date.parse(noon) - 11 * 60_000;
	const html = await readAt(noon, "/");
	expect(html).toContain("No signal since 13:49");
	expect(html).not.toContain(`<strong>${startNumber}</strong>`);
	expect(await (await appAt(noon).get("/live/club.svg?map=card")).text()).not.toContain("<text");
});

test("the page of a pilot says where he is, to everybody and late", async () => {
	const pilot = await heard(noon, 16);
	const html = plain(await readAt(noon, `/pilots/${pilot.startNumber}`));
	expect(html).toMatch(/Last seen \d+ km [a-z-]+ of [^,<]+, 1,640 m, 13:44/);
	expect(html).toContain("15 minutes late");
	await db.update(pilotDays).set({ status: "OUTLANDING" }).where(eq(pilotDays.registrationId, pilot.id));
	expect(await readAt(noon, `/pilots/${pilot.startNumber}`)).not.toContain("Last seen");
});

test("a racing class has a projected order, hidden for an hour after the opening unless all have started", async () => {
	const [fast, slow] = [await heard(noon, 16), await heard(noon, 16)];
	const progressOf = (metres: number) => ({
		...{ at: Date.parse(noon) - 16 * 60_000, ...place(metres) },
		...{ startedAt: Date.parse(noon) - 76 * 60_000, reachedAt: [], credited: [], finishedAt: null },
	});
	const say = (device: string, progress: Seen["progress"]) => {
		const known = seen.get(device);
		if (known) seen.set(device, { ...known, progress });
	};
	say(fast.device, progressOf(80_000));
	const order = async () => plain(textsIn(await readAt(noon, "/days/4"), "ol.list-decimal li").join("\n"));
	expect(await order()).toContain(`${fast.startNumber} ${fast.name} leg 1, 117 km left`);
	say(slow.device, progressOf(60_000));
	const lines = (await order()).split("\n");
	expect(lines[0]).toMatch(new RegExp(`^${fast.startNumber} .* leg 1, 117 km left, leads by \\d+ min$`));
	expect(lines[1]).toMatch(new RegExp(`^${slow.startNumber} .* leg 1, 137 km left, \\d+ min behind$`));
	expect(await readAt(noon, "/days/4")).toContain("From live positions, not results.");
});

test("the order is hidden while a pilot of whom nothing is shown has yet to start", async () => {
	const fast = await heard(noon, 16);
	const other = await heard(noon, 16);
	await db.delete(liveEntries).where(eq(liveEntries.registrationId, other.id));
	await db
		.update(registrations)
		.set({ accepted: false })
		.where(notInArray(registrations.id, [fast.id, other.id]));
	const known = seen.get(fast.device) as Seen;
	const startedAt = Date.parse(noon) - 46 * 60_000;
	const flies = { at: Date.parse(noon) - 16 * 60_000, ...place(40_000), startedAt };
	seen.set(fast.device, { ...known, progress: { ...flies, reachedAt: [], credited: [], finishedAt: null } });
	expect(await readAt(noon, "/days/4")).not.toContain("km left");
	await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.registrationId, other.id));
	expect(plain(await readAt(noon, "/days/4"))).toContain("157 km left");
});

test("a class whose delay nobody knows is as late as the edition says, never at once", async () => {
	const [early, late] = [await heard(noon, 14), await heard(noon, 16)];
	const numbers = async () =>
		(await json(await appAt(noon).get("/live.json"))).dots.map(([number]: readonly string[]) => number);
	// The class of both entries is none of the edition's any more.
	changeEdition({ classes: testEdition.classes.filter(({ type }) => type !== "club") as never });
	expect(await numbers()).toEqual([late.startNumber]);
	changeEdition({ liveDelay: 5 });
	expect(await numbers()).toEqual([early.startNumber]);
});

test("with the database off no page says where somebody was, who may be missing since or have taken back the consent", async () => {
	const pilot = await heard(noon, 16);
	seen.set(pilot.device, {
		...(seen.get(pilot.device) as Seen),
		progress: {
			...{ at: Date.parse(noon) - 16 * 60_000, ...place(80_000) },
			...{ startedAt: Date.parse(noon) - 76 * 60_000, reachedAt: [], credited: [], finishedAt: null },
		},
	});
	vi.useFakeTimers({ toFake: ["Date"] });
	const { power, binding } = switchableDatabase(env.DB_2025);
	const live = { LIVE: "on", LIVE_POSITIONS: { getByName: () => object } as never } as const;
	const app = createApp({ clock: noon, remembers: true, env: { ...live, DB_2025: binding } });
	const paths = ["/", "/days/4", "/statuses?view=board", `/pilots/${pilot.startNumber}`];
	const words = /13:44|km left/;
	for (const path of paths)
		expect(await (await app.get(path, { language: "en" })).text(), path).toMatch(words);
	power.on = false;
	vi.advanceTimersByTime(600_000);
	for (const path of paths) {
		const stale = await app.get(path, { language: "en" });
		expect(stale.headers.get("X-Edge-Cache"), path).toBe("STALE");
		const html = await stale.text();
		expect(html, path).toContain("</html>");
		expect(html, path).not.toMatch(words);
	}
	for (const path of ["/live.json", "/live/club.svg?map=card"])
		expect((await app.get(path)).status, path).toBeGreaterThanOrEqual(500);
});

test("visitors see nobody who is as slow as in a field, be it for a moment", async () => {
	const slow = await heard(noon, 16, { speed: 14 });
	const fast = await heard(noon, 16, { speed: 15 });
	const { dots } = await json(await appAt(noon).get("/live.json"));
	expect(dots.map(([number]: readonly string[]) => number)).toEqual([fast.startNumber]);
	expect(slow.startNumber).not.toBe(fast.startNumber);
});

test.each(["/live.json", "/live/club.svg?map=card"])(
	"%s is the same cached answer for everybody, signed in or not",
	async (path) => {
		await heard(noon, 16);
		const live = { LIVE: "on", LIVE_POSITIONS: { getByName: () => object } as never } as const;
		const app = createApp({ clock: noon, remembers: true, env: live });
		const user = await createUser();
		const [first, ...others] = [
			await app.get(path, { as: user }),
			await app.get(path),
			await app.get(path, { as: await createUser() }),
			await app.get(path, { headers: { Cookie: "token=garbage" } }),
		];
		expect(first?.headers.get("X-Edge-Cache")).toBe("MISS");
		expect(others.map(({ headers }) => headers.get("X-Edge-Cache"))).toEqual(["HIT", "HIT", "HIT"]);
		const texts = await Promise.all([first, ...others].map((response) => response?.text()));
		expect(new Set(texts).size).toBe(1);
	},
);

test("the positions of 120 gliders are at most 10 kB", async () => {
	await Promise.all(Array.from({ length: 120 }, () => heard(noon, 16)));
	const answer = await (await appAt(noon).get("/live.json")).text();
	expect(JSON.parse(answer).dots).toHaveLength(120);
	expect(new TextEncoder().encode(answer).length).toBeLessThanOrEqual(10_000);
});
