import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { asStaff } from "~/lib/access";
import { acceptLandingOut } from "~/lib/desk/accept-landing.server";
import { outlandings, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createRegistration, createUser, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { attributeIn, elementsIn, textsIn } from "~test/support/html";
import { upload } from "~test/support/igc";
import { beforeWriting } from "~test/support/racing-database";
import { recordedDatabase } from "~test/support/recorded-batches";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();
const date = "2025-07-15";
/** The sun sets at about 21:00 in Prague, which is 19:00 UTC. */
const at = (time: string) => createApp({ clock: `${date}T${time}Z` });
const afternoon = at("15:00:00");
const evening = at("19:30:00");
const desk = `/statuses?day=${date}&duty=on`;
const spot = { position: "49.6543, 15.3321", condition: "well" };

async function pilotWith(status: "DNF" | "FLYING" | "OUTLANDING" | "HOME" | null) {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true });
	await recordStatus(entry.id, dayOn(date), status);
	return { user, entry };
}

type Person = { readonly id: string } | null;

const read = async (app: typeof evening, path: string, as: Person) =>
	(await app.get(path, { as, language: "en" })).text();

/** What stands in the red list of a page. */
async function redList(app: typeof evening, path: string, as: Person): Promise<string> {
	const html = await read(app, path, as);
	return elementsIn(html, "section.notice-danger")
		.map(({ textContent }) => textContent)
		.join(" ");
}

const report = (app: typeof evening, entry: { readonly id: string }, as: Person) =>
	app.post("/outlandings/report", { pilot: entry.id, day: dayOn(date), ...spot }, { as });

test("from an hour before sunset who flies is missed; who is home, on the ground or without a status is not", async ({
	admin,
}) => {
	const { entry: flying } = await pilotWith("FLYING");
	const others = [await pilotWith("HOME"), await pilotWith("DNF"), await pilotWith(null)];
	expect(await redList(afternoon, desk, admin)).toBe("");
	const list = await redList(evening, desk, admin);
	expect(list).toContain(flying.startNumber);
	expect(list).toContain(flying.phone);
	for (const { entry } of others) expect(list).not.toContain(`${entry.startNumber} `);
	expect(await redList(evening, "/admin", admin)).toContain(flying.startNumber);
	for (const path of [desk, "/admin", "/statuses?view=board", "/grid"]) {
		const html = await read(at("18:30:00"), path, admin);
		expect(textsIn(html, ".notice-danger").join(), path).toMatch(/^Not home yet: 1/);
		expect(textsIn(await read(evening, path, admin), ".notice-danger").join(), path).toMatch(/^Missing: 1/);
	}
});

test("who is out without a place is missed, until the desk or the pilot says where", async ({ admin }) => {
	const [byDesk, byPilot] = [await pilotWith("OUTLANDING"), await pilotWith("OUTLANDING")];
	const missed = () => redList(evening, desk, admin);
	expect(await missed()).toContain(`${byDesk.entry.startNumber} `);
	await report(evening, byDesk.entry, admin);
	await report(evening, byPilot.entry, byPilot.user);
	for (const { entry } of [byDesk, byPilot]) expect(await missed()).not.toContain(`${entry.startNumber} `);
});

test("on a flying day an organiser is one tap from the desk, on home and dashboard and on each of its pages", async ({
	admin,
	user,
}) => {
	const links = async (path: string, as: Person) =>
		elementsIn(await read(afternoon, path, as), 'main nav[aria-label="Pages of the desk"] a').map((link) =>
			link.getAttribute("href"),
		);
	for (const path of ["/", "/admin", "/grid", "/outlandings", "/duty"])
		expect(await links(path, admin), path).toEqual([
			"/statuses?duty=on",
			"/grid",
			"/outlandings",
			"/statuses?view=board",
			"/duty",
		]);
	expect(await links("/", user)).toEqual([]);
	expect(await links("/statuses?day=2025-07-13", null)).toEqual([
		"/statuses?day=2025-07-13",
		"/grid?day=2025-07-13",
		"/outlandings",
		"/statuses?view=board&day=2025-07-13",
	]);
	expect(await read(createApp({ clock: "2025-05-01T10:00:00Z" }), "/", admin)).not.toContain("/duty");
});

test("who is set to be out is asked for the place, by a form for this pilot, until somebody says it", async ({
	admin,
}) => {
	const { entry } = await pilotWith("OUTLANDING");
	const form = `/outlandings/report?day=${date}&pilot=${entry.id}`;
	const asked = async () =>
		elementsIn(await read(evening, desk, admin), ".duty-row a").map((link) => link.getAttribute("href"));
	expect(await asked()).toContain(form);
	const html = await read(evening, form, admin);
	expect(attributeIn(html, "select[name=pilot] option[selected]", "value")).toBe(entry.id);
	await report(evening, entry, admin);
	expect(await asked()).not.toContain(form);
});

test("a report of a stranger stands beside the row, which stays red", async ({ admin }) => {
	const { entry } = await pilotWith("FLYING");
	await report(evening, entry, null);
	const list = await redList(evening, desk, admin);
	expect(list).toContain(`${entry.startNumber} `);
	expect(list).toContain("Somebody else reports an outlanding");
});

test("the night belongs to the day before, and midnight hides nobody", async ({ admin }) => {
	const { entry } = await pilotWith("FLYING");
	const night = createApp({ clock: "2025-07-15T23:30:00Z" });
	for (const path of ["/statuses?duty=on", "/admin"])
		expect(await redList(night, path, admin)).toContain(`${entry.startNumber} `);
	const form = `/outlandings/report?day=${date}`;
	const linksOf = async (app: typeof night, path: string) =>
		elementsIn(await read(app, path, admin), "main a").map((link) => link.getAttribute("href"));
	expect(await linksOf(night, "/statuses?duty=on")).toContain(`${form}&pilot=${entry.id}`);
	const dayOf = async (app: typeof night, path: string) =>
		attributeIn(await read(app, path, admin), "input[name=day]", "value");
	expect(await dayOf(night, "/outlandings/report")).toBe(dayOn(date));
	const morning = createApp({ clock: "2025-07-16T05:00:00Z" });
	expect(await dayOf(morning, "/outlandings/report")).toBe(dayOn("2025-07-16"));
	expect(await linksOf(morning, "/outlandings/report")).toContain(form);
	expect(await dayOf(morning, form)).toBe(dayOn(date));
	const html = await read(night, form, admin);
	expect(attributeIn(html, "form[id=outlanding]", "action")).toBe(form);
	expect((await report(night, entry, admin)).status).toBe(303);
	expect(await redList(night, "/admin", admin)).not.toContain(`${entry.startNumber} `);
});

test("in the afternoon after, the desk and reports are for the new day, the open day is said in a line, and a report reads no logs", async ({
	admin,
}) => {
	await pilotWith("FLYING");
	const after = createApp({ clock: "2025-07-16T12:30:00Z" });
	expect(await redList(after, "/statuses?duty=on", admin)).toBe("");
	expect(await read(after, "/statuses?duty=on", admin)).toContain("not home");
	const form = await read(after, "/outlandings/report", admin);
	expect(attributeIn(form, "input[name=day]", "value")).toBe(dayOn("2025-07-16"));
	expect(form).not.toContain(`?day=${date}`);
	const readsLogs = async (time: string) => {
		const { binding, batches } = recordedDatabase(env.DB_2025);
		const app = createApp({ clock: `2025-07-16T${time}Z`, env: { DB_2025: binding } });
		await read(app, "/outlandings/report", null);
		return batches.flat().some((query) => query.includes("receipt"));
	};
	expect(await readsLogs("08:00:00")).toBe(true);
	expect(await readsLogs("12:30:00")).toBe(false);
});

test("the board shows everybody who is missed, and no telephone", async ({ user }) => {
	const { entry } = await pilotWith("FLYING");
	for (const reader of [null, user]) {
		const list = await redList(evening, `/statuses?day=${date}&view=board`, reader);
		expect(list).toContain(entry.startNumber);
		expect(await read(evening, `/statuses?day=${date}&view=board`, reader)).not.toContain(entry.phone);
		expect(await redList(evening, `/statuses?day=${date}`, reader)).toBe("");
	}
});

test("home and the pages of the desk name who is missed, with a way to those who fly, to organisers alone and without a phone", async ({
	admin,
	user,
}) => {
	await db.delete(pilotDays).where(eq(pilotDays.dayId, dayOn(date)));
	const { entry, user: pilot } = await pilotWith("FLYING");
	const notice = async (app: typeof evening, path: string, as: Person) =>
		elementsIn(await read(app, path, as), ".notice-danger a").map((link) => [
			link.textContent,
			link.getAttribute("href"),
		]);
	const named = `Missing: 1 · ${entry.startNumber} ${pilot.name} ${pilot.surname}`;
	for (const path of ["/", "/grid", "/outlandings"])
		expect(await notice(evening, path, admin), path).toEqual([[named, "/statuses?duty=on&only=FLYING"]]);
	for (let count = 0; count < 4; count += 1) await pilotWith("FLYING");
	expect((await notice(evening, "/", admin))[0]?.[0]).toMatch(/^Missing: 5 · (T\d+ [\p{L}\d ]+, ){3}.* …$/u);
	expect(await read(evening, "/", admin)).not.toContain(entry.phone);
	expect(await notice(afternoon, "/", admin)).toEqual([]);
	for (const reader of [null, user]) expect(await notice(evening, "/", reader)).toEqual([]);
});

const airfield = { latitude: 49.5312, longitude: 15.8745 };

/** A log that counts, of a flight that ends where it began. */
async function fly(
	entry: { readonly id: string },
	place: { readonly latitude: number; readonly longitude: number },
	start = "11:00:00",
) {
	const flown = { fixes: 1500, start, flight: place };
	expect((await upload(evening, entry.id, dayOn(date), flown)).status).toBe(201);
}

test("a log that ends on the airfield turns nobody green: it proposes, and one tap of the desk accepts", async ({
	admin,
}) => {
	const { entry } = await pilotWith("FLYING");
	await fly(entry, airfield);
	expect(await statusOf(entry, dayOn(date))).toMatchObject({ status: "FLYING" });
	expect(await redList(evening, desk, admin)).toContain("log received, landed");
	expect(await read(evening, `/statuses?day=${date}`, null)).toContain("log received, landed");
	const html = await read(evening, desk, admin);
	const [home] = elementsIn(html, "section[aria-labelledby=landing-proposals] button");
	expect(home?.textContent).toMatch(/^Home \d\d:\d\d$/);
	const status = await statusOf(entry, dayOn(date));
	const tap = { id: status?.statusId ?? "", seen: "FLYING", status: "HOME" };
	expect((await evening.post(desk, tap, { as: admin })).status).toBe(303);
	expect(await statusOf(entry, dayOn(date))).toMatchObject({ status: "HOME" });
	expect(await read(evening, desk, admin)).not.toContain("landing-proposals");
});

test("a log that ends in a field proposes its place, which the desk accepts", async ({ admin }) => {
	const { entry } = await pilotWith("FLYING");
	await fly(entry, { latitude: 49.9, longitude: 15.1 });
	const html = await read(evening, desk, admin);
	const [out] = elementsIn(html, "section[aria-labelledby=landing-proposals] button");
	expect(out?.textContent).toMatch(/^In a field \d\d:\d\d$/);
	const accept = { intent: "accept-out", pilot: entry.id, day: dayOn(date) };
	expect((await evening.post(desk, accept, { as: admin })).status).toBe(303);
	expect(await statusOf(entry, dayOn(date))).toMatchObject({ status: "OUTLANDING" });
	const [stored] = await db.select().from(outlandings).where(eq(outlandings.registrationId, entry.id));
	expect(stored).toMatchObject({ standing: "confirmed", sender: "organiser" });
	expect(stored?.latitude).toBeCloseTo(49.9, 1);
	expect(await redList(evening, desk, admin)).not.toContain(`${entry.startNumber} `);
});

test("a log proposes nothing for who flies again since; of two logs the later one counts, whenever it came", async ({
	admin,
}) => {
	const [relit, said, twice] = [await pilotWith("DNF"), await pilotWith("DNF"), await pilotWith("FLYING")];
	const launch = (time: string, launches: number) =>
		at(time).post(
			`/grid?day=${date}`,
			{ day: dayOn(date), pilot: relit.entry.id, launches: String(launches) },
			{ as: admin },
		);
	await launch("11:00:00", 1);
	await launch("13:30:00", 2);
	const { statusId: id = "" } = (await statusOf(said.entry, dayOn(date))) ?? {};
	await at("13:30:00").post(desk, { id, status: "FLYING" }, { as: admin });
	for (const { entry } of [relit, said]) await fly(entry, airfield);
	await fly(twice.entry, { latitude: 49.9, longitude: 15.1 }, "14:00:00");
	await fly(twice.entry, airfield);
	const html = await read(evening, desk, admin);
	const proposed = textsIn(html, "section[aria-labelledby=landing-proposals] li").join();
	for (const { entry } of [relit, said]) expect(proposed).not.toContain(entry.startNumber);
	expect(proposed).toMatch(new RegExp(`${twice.entry.startNumber} [^,]*In a field 17:`));
});

test("the field of an outlanding from which the pilot is back, or of before another launch, is no place of the next one", async ({
	admin,
}) => {
	const [back, launched] = [await pilotWith("FLYING"), await pilotWith("FLYING")];
	for (const { entry } of [back, launched]) await report(afternoon, entry, admin);
	await db.update(outlandings).set({ state: "back" }).where(eq(outlandings.registrationId, back.entry.id));
	const relight = { day: dayOn(date), pilot: launched.entry.id, launches: "1" };
	await at("16:00:00").post(`/grid?day=${date}`, relight, { as: admin });
	const list = await redList(evening, desk, admin);
	const asked = elementsIn(await read(evening, desk, admin), ".duty-where").map((link) =>
		link.getAttribute("href"),
	);
	for (const { entry } of [back, launched]) {
		expect(list).toContain(`${entry.startNumber} `);
		expect(asked).toContain(`/outlandings/report?day=${date}&pilot=${entry.id}`);
	}
	await report(evening, launched.entry, admin);
	expect(await redList(evening, desk, admin)).not.toContain(`${launched.entry.startNumber} `);
});

test("a stale page accepts no landing that is no longer proposed: on the airfield, or in a field that is reported", async ({
	admin,
}) => {
	const [landed, reported] = [await pilotWith("FLYING"), await pilotWith("FLYING")];
	await fly(landed.entry, airfield);
	await fly(reported.entry, { latitude: 49.9, longitude: 15.1 });
	await report(evening, reported.entry, admin);
	for (const { entry } of [landed, reported]) {
		const accept = { intent: "accept-out", pilot: entry.id, day: dayOn(date) };
		await evening.post(desk, accept, { as: admin });
	}
	expect(await statusOf(landed.entry, dayOn(date))).toMatchObject({ status: "FLYING" });
	const reportsOf = ({ entry }: typeof landed) =>
		db.$count(outlandings, eq(outlandings.registrationId, entry.id));
	expect([await reportsOf(landed), await reportsOf(reported)]).toEqual([0, 1]);
});

test("of two who accept one landing at once one does, and the other reads that it is stale", async ({
	admin,
}) => {
	// Somebody has said it before, without a place: the status changes by neither.
	const { entry } = await pilotWith("OUTLANDING");
	await fly(entry, { latitude: 49.9, longitude: 15.1 });
	const landing = { pilot: entry.id, day: dayOn(date) };
	const other = () => evening.post(desk, { intent: "accept-out", ...landing }, { as: admin });
	const ctx = contextOf({
		now: new Date(`${date}T19:30:00Z`),
		actor: { ...admin, verified: true, role: "organiser" },
		db: beforeWriting(other),
	});
	expect(await acceptLandingOut(asStaff(ctx, "desk"), landing, () => null)).toMatchObject({
		ok: false,
		reason: "stale",
	});
	expect(await db.$count(outlandings, eq(outlandings.registrationId, entry.id))).toBe(1);
});

test("who launched by a log alone is missed as well", async ({ admin }) => {
	const { entry } = await pilotWith("DNF");
	await fly(entry, airfield);
	expect(await redList(evening, desk, admin)).toContain(`${entry.startNumber} `);
});
