import { env } from "cloudflare:test";
import { eq, notInArray } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Answer, Question } from "~/lib/live/live-positions.server";
import { lastPositions, liveEntries, outlandings, pilotDays, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import {
	createRegistration,
	createUser,
	databaseOf,
	recordStatus,
	seedReference,
	statusOf,
} from "~test/support/factories";
import { switchableDatabase } from "~test/support/faulty-bindings";
import { outAndReturn, place } from "~test/support/flown";
import { elementsIn, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { agreeFor } from "~test/support/live";
import { testEdition } from "~test/support/test-edition";
import { dayOn, ids, test } from "~test/support/world";

/* What pages show of live positions. The object that listens is replaced by one that knows what a test says. */

const db = databaseOf();
const date = "2025-07-15";
const day = dayOn(date);
const desk = `/statuses?day=${date}&duty=on`;
const noon = `${date}T12:00:00Z`;
const evening = `${date}T19:30:00Z`;

type Seen = Answer["seen"][number];

/** Positions by device, in the place of the object. */
const seen = new Map<string, Seen>();
let signalAt: number | null = null;
const object = {
	fetch: async (_: string, { body }: { readonly body: string }) => {
		const { now, devices }: Question = JSON.parse(body);
		const known = [...seen.values()].filter(
			({ device, fix }) => device in devices && fix.at <= now - (devices[device] ?? 0),
		);
		return Response.json({ signalAt: signalAt ?? now, seen: known } satisfies Answer);
	},
};
const appAt = (clock: string) =>
	createApp({ clock, env: { LIVE: "on", LIVE_POSITIONS: { getByName: () => object } as never } });

let count = 0;

/** A pilot of the club class with a device, of whom the network has heard. @param minutes before the clock */
async function heard(
	clock: string,
	minutes: number,
	fix: Partial<Seen["fix"]> = {},
	stillMinutes: number | null = null,
) {
	count += 1;
	const device = `DD${String(count).padStart(4, "0")}`;
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, competitionClassId: ids.club });
	await recordStatus(entry.id, day, "FLYING");
	await agreeFor(entry.id, [device]);
	const at = Date.parse(clock) - minutes * 60_000;
	seen.set(device, {
		device,
		fix: { at, ...place(30_000), altitude: 1638, speed: 92, climb: 1, track: 45, ...fix },
		stands: [],
		mayHaveLanded: false,
		flewAt: null,
		progress: null,
	});
	if (stillMinutes !== null) stand(device, stillMinutes);
	return { ...entry, device, name: `${user.name} ${user.surname}` };
}

/** A glider stands where it was last heard. @param minutes until then */
function stand(device: string, minutes: number) {
	const known = seen.get(device) as Seen;
	const { fix, stands } = known;
	seen.set(device, { ...known, stands: [...stands, { ...fix, at: fix.at - minutes * 60_000 }] });
}

beforeAll(async () => {
	await seedReference();
	await insertTask(outAndReturn(), { id: "club", dayId: day, competitionClassId: ids.club, number: 1 });
});
beforeEach(async () => {
	seen.clear();
	signalAt = null;
	await db.delete(liveEntries);
	await db.delete(pilotDays);
});

afterEach(() => {
	vi.useRealTimers();
});

const read = async (clock: string, path: string, as: { readonly id: string } | null = null) =>
	(await appAt(clock).get(path, { as, language: "en" })).text();
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("home, day and board have a map with dots, their source, and without scripts where everybody was last seen", async () => {
	const { startNumber } = await heard(noon, 16);
	for (const [path, map] of [
		["/", "card"],
		["/days/4", "page"],
		["/statuses?view=board", "board"],
	] as const) {
		const html = await read(noon, path);
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
	for (const path of paths) expect(await read(noon, path), path).not.toContain("Open Glider");
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
	signalAt = Date.parse(noon) - 11 * 60_000;
	const html = await read(noon, "/");
	expect(html).toContain("No signal since 13:49");
	expect(html).not.toContain(`<strong>${startNumber}</strong>`);
	expect(await (await appAt(noon).get("/live/club.svg?map=card")).text()).not.toContain("<text");
});

test("the page of a pilot says where he is, to everybody and late", async () => {
	const pilot = await heard(noon, 16);
	const html = plain(await read(noon, `/pilots/${pilot.startNumber}`));
	expect(html).toMatch(/Last seen \d+ km [a-z-]+ of [^,<]+, 1,640 m, 13:44/);
	expect(html).toContain("15 minutes late");
	await db.update(pilotDays).set({ status: "OUTLANDING" }).where(eq(pilotDays.registrationId, pilot.id));
	expect(await read(noon, `/pilots/${pilot.startNumber}`)).not.toContain("Last seen");
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
	const order = async () => plain(textsIn(await read(noon, "/days/4"), "ol.list-decimal li").join("\n"));
	expect(await order()).toContain(`${fast.startNumber} ${fast.name} leg 1, 117 km left`);
	say(slow.device, progressOf(60_000));
	const lines = (await order()).split("\n");
	expect(lines[0]).toMatch(new RegExp(`^${fast.startNumber} .* leg 1, 117 km left, leads by \\d+ min$`));
	expect(lines[1]).toMatch(new RegExp(`^${slow.startNumber} .* leg 1, 137 km left, \\d+ min behind$`));
	expect(await read(noon, "/days/4")).toContain("From live positions, not results.");
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
	expect(await read(noon, "/days/4")).not.toContain("km left");
	await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.registrationId, other.id));
	expect(plain(await read(noon, "/days/4"))).toContain("157 km left");
});

test("after midnight the sheet still says where the glider was heard, a day later nothing of the day before", async ({
	admin,
}) => {
	const night = `${date}T22:40:00Z`;
	const pilot = await heard(night, 10);
	const sheet = `/outlandings/overdue/${date}/${pilot.id}`;
	expect(plain(await read(night, sheet, admin))).toContain("1,640 m, 92 km/h (OGN, 00:30)");
	const older = await heard(evening, 23 * 60);
	const list = plain(textsIn(await read(evening, desk, admin), "section.notice-danger").join());
	expect(list).toContain(older.startNumber);
	expect(list).not.toContain("no signal");
	expect(await read(evening, `/outlandings/overdue/${date}/${older.id}`, admin)).not.toContain("1,640");
});

test("the red list and the sheet for the rescue service say where the network last heard who is missing", async ({
	admin,
}) => {
	const pilot = await heard(evening, 170);
	const list = async (path: string) =>
		plain(textsIn(await read(evening, path, admin), "section.notice-danger").join());
	for (const path of [desk, "/admin"]) {
		expect(await list(path), path).toMatch(
			/no signal since 18:40, last \d+ km .*, 1,640 m, 92 km\/h \(OGN\)/,
		);
		expect(await list(path), path).toContain("Last news: OGN, 18:40");
	}
	const sheet = `/outlandings/overdue/${date}/${pilot.id}`;
	const html = plain(await read(evening, sheet, admin));
	expect(html).toContain("18:40");
	expect(html).toContain("1,640 m, 92 km/h (OGN)");
	const [form] = elementsIn(html, 'form:has(button[value="note"])');
	const fields = Object.fromEntries(
		[...(form?.querySelectorAll("input") ?? [])].map((input) => [
			input.getAttribute("name"),
			input.getAttribute("value") ?? "",
		]),
	);
	expect((await appAt(evening).post(sheet, { intent: "note", ...fields }, { as: admin })).status).toBe(303);
	const noted = await db.select().from(lastPositions).where(eq(lastPositions.registrationId, pilot.id));
	expect(noted).toMatchObject([{ source: "OGN", seenAt: new Date(Date.parse(evening) - 170 * 60_000) }]);
	// Visitors learn nothing from it.
	for (const path of ["/", "/days/4", "/statuses?view=board", `/pilots/${pilot.startNumber}`, "/live.json"])
		expect(await read(evening, path), path).not.toMatch(/1,640|OGN|1638/);
});

test("a glider that stands in a field for a minute proposes its place, which the desk accepts; nothing is green by itself", async ({
	admin,
}) => {
	const pilot = await heard(evening, 5, { speed: 0, altitude: 520 }, 2);
	const buttons = async () =>
		textsIn(await read(evening, desk, admin), "section[aria-labelledby=landing-proposals] button").map(plain);
	expect(await buttons()).toEqual([expect.stringMatching(/^In a field 21:23( near .+)? \(OGN\)$/)]);
	expect(await statusOf(pilot, day)).toMatchObject({ status: "FLYING" });
	expect(await read(evening, desk)).not.toContain("21:23");
	const accept = { intent: "accept-out", pilot: pilot.id, day };
	expect((await appAt(evening).post(desk, accept, { as: admin })).status).toBe(303);
	expect(await statusOf(pilot, day)).toMatchObject({ status: "OUTLANDING" });
	const [stored] = await db.select().from(outlandings).where(eq(outlandings.registrationId, pilot.id));
	expect(stored).toMatchObject({ standing: "confirmed", latitude: place(30_000).latitude });
	expect(await buttons()).toEqual([]);
});

test("one on the airfield proposes home; one that stands high up, flies again or was not launched, nothing", async ({
	admin,
}) => {
	const { latitude, longitude, elevation } = testEdition.airfield;
	const field = { latitude, longitude, altitude: elevation, speed: 0 };
	const home = await heard(evening, 5, field, 2);
	const onGrid = await heard(evening, 5, field, 20);
	await db.update(pilotDays).set({ status: null }).where(eq(pilotDays.registrationId, onGrid.id));
	await heard(evening, 5, { altitude: 3_000, speed: 0 }, 20);
	const relit = await heard(evening, 5, field, 60);
	await db
		.update(pilotDays)
		.set({ launches: [Date.parse(evening) - 30 * 60_000] })
		.where(eq(pilotDays.registrationId, relit.id));
	const html = await read(evening, desk, admin);
	const proposed = textsIn(html, "section[aria-labelledby=landing-proposals] li").map(plain);
	expect(proposed).toEqual([
		expect.stringMatching(new RegExp(`^${home.startNumber} .*Home 21:23 \\(OGN\\)$`)),
	]);
});

test("a trailer on its way home is shown to nobody but the desk, which is proposed the field until somebody says that it flies", async ({
	admin,
}) => {
	const inFlight = `${date}T13:00:00Z`;
	const pilot = await heard(inFlight, 16, { altitude: 520, speed: 70 }, 40);
	const numbers = async () =>
		(await json(await appAt(inFlight).get("/live.json"))).dots.map(([number]: readonly string[]) => number);
	const buttons = async () =>
		textsIn(await read(inFlight, desk, admin), "section[aria-labelledby=landing-proposals] button").map(
			plain,
		);
	expect(await numbers()).toEqual([]);
	expect(await read(inFlight, "/")).not.toContain(`<strong>${pilot.startNumber}</strong>`);
	expect(await buttons()).toEqual([expect.stringMatching(/^In a field 14:04( near .+)? \(OGN\)$/)]);
	// The second device on board knows of no landing.
	const second = "EE0001";
	await agreeFor(pilot.id, [pilot.device, second]);
	const later = seen.get(pilot.device) as Seen;
	seen.set(second, { ...later, device: second, fix: { ...later.fix, at: later.fix.at + 1_000 }, stands: [] });
	expect(await numbers()).toEqual([]);
	seen.delete(second);
	// A petrol station is no second field, and the airfield is home.
	stand(pilot.device, 10);
	expect(await buttons()).toEqual([expect.stringMatching(/^In a field 14:04/)]);
	const known = seen.get(pilot.device) as Seen;
	const { latitude, longitude, elevation: altitude } = testEdition.airfield;
	const home = { ...known.fix, latitude, longitude, altitude };
	seen.set(pilot.device, { ...known, stands: [...known.stands, home] });
	expect(await buttons()).toEqual([expect.stringMatching(/^Home 14:44 \(OGN\)$/)]);
	await db
		.update(pilotDays)
		.set({ launches: [Date.parse(inFlight) - 5 * 60_000] })
		.where(eq(pilotDays.registrationId, pilot.id));
	expect(await numbers()).toEqual([pilot.startNumber]);
	expect(await buttons()).toEqual([]);
	// Nobody heard how it went on.
	seen.set(pilot.device, { ...known, mayHaveLanded: true });
	expect(await numbers()).toEqual([]);
});

test("a desk works on when nothing answers for the network, and is told so", async ({ admin }) => {
	const { id, startNumber } = await heard(evening, 5);
	const broken = { getByName: () => ({ fetch: () => Promise.reject(new Error("gone")) }) } as never;
	const app = createApp({ clock: evening, env: { LIVE: "on", LIVE_POSITIONS: broken } });
	const html = await (await app.get(desk, { as: admin, language: "en" })).text();
	const list = textsIn(html, "section.notice-danger").join();
	expect(list).toContain(startNumber);
	expect(list, "nobody takes it for silence").toContain("The Open Glider Network does not answer");
	const sheet = await app.get(`/outlandings/overdue/${date}/${id}`, { as: admin, language: "en" });
	expect(await sheet.text()).toContain("The Open Glider Network does not answer");
	expect((await app.get("/")).status).toBe(200);
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
