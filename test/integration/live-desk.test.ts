import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect } from "vitest";
import { lastPositions, outlandings, pilotDays } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { databaseOf, seedReference, statusOf } from "~test/support/factories";
import { outAndReturn, place } from "~test/support/flown";
import {
	appAt,
	date,
	day,
	evening,
	heard,
	hearNobody,
	network,
	noon,
	plain,
	readAt,
	type Seen,
	seen,
	stand,
} from "~test/support/heard";
import { elementsIn, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { agreeFor } from "~test/support/live";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

/* What the desk has of live positions. */

const db = databaseOf();
const desk = `/statuses?day=${date}&duty=on`;

beforeAll(async () => {
	await seedReference();
	await insertTask(outAndReturn(), { id: "club", dayId: day, competitionClassId: ids.club, number: 1 });
});
beforeEach(hearNobody);

test("after midnight the sheet still says where the glider was heard, a day later nothing of the day before", async ({
	admin,
}) => {
	const night = `${date}T22:40:00Z`;
	const pilot = await heard(night, 10);
	const sheet = `/outlandings/overdue/${date}/${pilot.id}`;
	expect(plain(await readAt(night, sheet, admin))).toContain("1,640 m, 92 km/h (OGN, 00:30)");
	const older = await heard(evening, 23 * 60);
	const list = plain(textsIn(await readAt(evening, desk, admin), "section.notice-danger").join());
	expect(list).toContain(older.startNumber);
	expect(list).not.toContain("no signal");
	expect(await readAt(evening, `/outlandings/overdue/${date}/${older.id}`, admin)).not.toContain("1,640");
});

test("the sheet of an earlier day has the positions until its missing are listed no more, none of the next day's flight", async ({
	admin,
}) => {
	const nextDay = "2025-07-16";
	const pilot = await heard(`${nextDay}T10:30:00Z`, 60);
	const sheet = `/outlandings/overdue/${date}/${pilot.id}`;
	expect(plain(await readAt(`${nextDay}T09:35:00Z`, sheet, admin))).toContain(
		"1,640 m, 92 km/h (OGN, 11:30)",
	);
	const known = seen.get(pilot.device) as Seen;
	seen.set(pilot.device, { ...known, fix: { ...known.fix, at: Date.parse(`${nextDay}T10:01:00Z`) } });
	network.signalAt = Date.parse(`${nextDay}T10:02:00Z`);
	const html = plain(await readAt(`${nextDay}T10:30:00Z`, sheet, admin));
	expect(html).not.toContain("1,640");
	expect(html, "nobody asks any more").not.toContain("The Open Glider Network");
});

test("the desk is told when the network itself is silent or was never heard, while somebody flies or is missing", async ({
	admin,
}) => {
	const pilot = await heard(evening, 25);
	const paths = [desk, "/admin", `/outlandings/overdue/${date}/${pilot.id}`];
	const said = "The Open Glider Network itself has been silent since 21:10";
	for (const path of paths)
		expect(await readAt(evening, path, admin), path).not.toContain("The Open Glider Network");
	network.signalAt = Date.parse(evening) - 20 * 60_000;
	for (const path of paths) expect(await readAt(evening, path, admin), path).toContain(said);
	expect(plain(await readAt(evening, desk, admin))).toContain("no signal since 21:05");
	expect(await readAt(evening, desk)).not.toContain(said);
	network.signalAt = null;
	for (const path of paths)
		expect(await readAt(evening, path, admin), path).toContain("The Open Glider Network does not answer");
	// Nobody is missing at noon, and landings are proposed all day.
	network.signalAt = Date.parse(noon) - 11 * 60_000;
	expect(await readAt(noon, desk, admin)).toContain("has been silent since 13:49");
	await db.update(pilotDays).set({ status: "HOME" });
	expect(await readAt(noon, desk, admin)).not.toContain("has been silent");
});

test("the red list and the sheet for the rescue service say where the network last heard who is missing", async ({
	admin,
}) => {
	const pilot = await heard(evening, 170);
	const list = async (path: string) =>
		plain(textsIn(await readAt(evening, path, admin), "section.notice-danger").join());
	for (const path of [desk, "/admin"]) {
		expect(await list(path), path).toMatch(
			/no signal since 18:40, last \d+ km .*, 1,640 m, 92 km\/h \(OGN\)/,
		);
		expect(await list(path), path).toContain("Last news: OGN, 18:40");
	}
	const sheet = `/outlandings/overdue/${date}/${pilot.id}`;
	const html = plain(await readAt(evening, sheet, admin));
	expect(html).toContain("18:40");
	expect(html).toContain("1,640 m, 92 km/h (OGN)");
	expect(html).toContain("Positions: Open Glider Network (ODbL)");
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
		expect(await readAt(evening, path), path).not.toMatch(/1,640|OGN|1638/);
});

test("a glider that stands in a field for a minute proposes its place, which the desk accepts; nothing is green by itself", async ({
	admin,
}) => {
	const pilot = await heard(evening, 5, { speed: 0, altitude: 520 }, 2);
	const buttons = async () =>
		textsIn(await readAt(evening, desk, admin), "section[aria-labelledby=landing-proposals] button").map(
			plain,
		);
	expect(await buttons()).toEqual([expect.stringMatching(/^In a field 21:23( near .+)? \(OGN\)$/)]);
	expect(await statusOf(pilot, day)).toMatchObject({ status: "FLYING" });
	expect(await readAt(evening, desk)).not.toContain("21:23");
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
	const html = await readAt(evening, desk, admin);
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
		textsIn(await readAt(inFlight, desk, admin), "section[aria-labelledby=landing-proposals] button").map(
			plain,
		);
	expect(await numbers()).toEqual([]);
	expect(await readAt(inFlight, "/")).not.toContain(`<strong>${pilot.startNumber}</strong>`);
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
	expect(textsIn(html, "section.notice-danger").join()).toContain(startNumber);
	expect(html, "nobody takes it for silence").toContain("The Open Glider Network does not answer");
	const sheet = await app.get(`/outlandings/overdue/${date}/${id}`, { as: admin, language: "en" });
	expect(await sheet.text()).toContain("The Open Glider Network does not answer");
	expect((await app.get("/")).status).toBe(200);
});
