import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { expect } from "vitest";
import { asStaff, asUser } from "~/lib/access";
import { drawGrid, unscratchPilot } from "~/lib/desk/change-grid.server";
import { auditLog, gridPilotsBefore, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { databaseOf, recordStatus, referenceOf, statusOf } from "~test/support/factories";
import {
	at,
	date,
	draw,
	gridOf,
	isOf,
	launchesOf,
	missed,
	noon,
	type Person,
	path,
	read,
	seeHome,
	starter,
	stateOf,
	tap,
} from "~test/support/grid-desk";
import { elementsIn, textsIn } from "~test/support/html";
import { beforeWriting } from "~test/support/racing-database";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();

test("a grid on which nobody stands says who will, and offers neither its classes nor its print", async () => {
	const empty = await read(createApp({ clock: "2025-02-10T11:00:00Z" }), "/grid", null);
	expect(textsIn(empty, ".empty")).toEqual([
		"Nobody stands on the grid yet. Accepted competitors appear here.",
	]);
	await starter();
	const full = await read(noon, path, null);
	expect(textsIn(full, ".empty")).toEqual([]);
	const offers = 'main a[href^="#grid-"], main [data-print]';
	expect([elementsIn(empty, offers).length, elementsIn(full, offers).length > 0]).toEqual([0, true]);
});

test("the order is drawn by lot, once of two at once, and moved by rows on the next day", async ({
	admin,
}) => {
	for (let count = 0; count < 5; count += 1) await starter();
	const both = await Promise.all([draw(admin, {}), draw(admin, {})]);
	expect(both.map(({ status }) => status)).toEqual([303, 303]);
	const first = await gridOf();
	expect(first).toMatchObject({ width: 2, rotation: null, version: 1 });
	const again = await draw(admin, {});
	expect(again.headers.get("Set-Cookie")).toContain("grid.changed");
	expect((await gridOf())?.order).toEqual(first?.order);

	await draw(admin, { order: "rotate", rows: "1" }, "2025-07-16");
	const order = first?.order ?? [];
	const next = (await gridOf("2025-07-16"))?.order ?? [];
	expect(next.filter((id) => order.includes(id))).toEqual([...order.slice(2), ...order.slice(0, 2)]);
});

test("a tap is a launch, the next one a relight, and the last one can be taken back", async ({ admin }) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	expect(await stateOf(entry)).toBe("FLYING");
	expect(await launchesOf(entry)).toEqual([Date.parse(`${date}T10:00:00Z`)]);
	await tap(at("10:20:00"), entry, admin, { launches: "2", seen: "1" });
	const html = await read(noon, path, null);
	expect(textsIn(html, ".chip")).toEqual(expect.arrayContaining(["launch 12:00", "relight 12:20"]));
	const later = at("10:30:00");
	await tap(later, entry, admin, { launches: "1", seen: "2" });
	await tap(later, entry, admin, { launches: "0", seen: "1" });
	expect(await launchesOf(entry)).toEqual([]);
	expect(await stateOf(entry)).toBe("DNF");
});

test("a launch that was taken back comes back with its time, for a quarter of an hour, unless another one followed", async ({
	admin,
}) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	await tap(at("10:20:00"), entry, admin, { launches: "2", seen: "1" });
	const later = at("10:30:00");
	const offered = async (app: typeof noon, as: Person | null) =>
		textsIn(await read(app, path, as), `[id$="-${entry.id}"] input[name=at] ~ button`);
	for (const [launches, seen, time] of [
		["1", "2", "12:20"],
		["0", "1", "12:00"],
	] as const) {
		await tap(later, entry, admin, { launches, seen });
		expect(await offered(later, admin)).toEqual([`Restore ${time}`]);
	}
	expect(await offered(later, null)).toEqual([]);
	expect(await offered(at("10:45:01"), admin)).toEqual([]);
	const first = Date.parse(`${date}T10:00:00Z`);
	// Of another day.
	const refused = async (at: number) => {
		const answer = await tap(later, entry, admin, { launches: "1", seen: "0", at: String(at) });
		return answer.headers.get("Set-Cookie")?.includes("grid.changed");
	};
	expect(await refused(first - 86_400_000)).toBe(true);
	await tap(later, entry, admin, { launches: "1", seen: "0", at: String(first) });
	expect(await launchesOf(entry)).toEqual([first]);
	expect(await statusOf(entry, dayOn(date))).toMatchObject({ status: "FLYING", statusAt: new Date(first) });
	const audited = await db.select().from(auditLog).where(eq(auditLog.subjectId, entry.id));
	expect(audited.at(-1)?.after).toEqual({ launches: [new Date(first).toISOString()] });
	expect(await offered(later, admin)).toEqual([]);
	// Another desk has launched meanwhile.
	expect(await refused(first + 60_000)).toBe(true);
	expect(await launchesOf(entry)).toEqual([first]);
});

test("a launch taken back puts nobody on the ground whom somebody else has seen in the air", async ({
	admin,
}) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	await db
		.update(pilotDays)
		.set({ statusAt: new Date(`${date}T11:00:00Z`) })
		.where(isOf(entry));
	await tap(at("11:05:00"), entry, admin, { launches: "0", seen: "1" });
	expect(await stateOf(entry)).toBe("FLYING");
});

test("a tap that waited three hours has the time of the tap, and moves nobody who is home by now", async ({
	admin,
}) => {
	const { entry } = await starter();
	await seeHome(entry, "12:00:00", admin);
	const late = at("13:00:00");
	const fields = { launches: "1", seen: "0", waited: String(3 * 3_600_000), formKey: "late" };
	for (let round = 0; round < 2; round += 1) await tap(late, entry, admin, fields);
	expect(await launchesOf(entry)).toEqual([Date.parse(`${date}T10:00:00Z`)]);
	expect(await stateOf(entry)).toBe("HOME");
});

test("a relight puts who was home into the air again, so that nobody forgets to miss the pilot", async ({
	admin,
}) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	await seeHome(entry, "10:30:00", admin);
	await tap(at("10:45:00"), entry, admin, { launches: "2", seen: "1" });
	expect(await stateOf(entry)).toBe("FLYING");
	expect(await missed(admin)).toContain(`${entry.startNumber} `);
});

test("before the launch the board stands as the grid, afterwards by status", async ({ admin }) => {
	const { entry } = await starter();
	const day = "2025-07-17";
	const board = () => read(noon, `/statuses?day=${day}&view=board`, null);
	// In the morning there is no status yet.
	await draw(admin, {}, day);
	const standing = textsIn(await board(), ".board-cell").find((cell) => cell.startsWith(entry.startNumber));
	expect(standing).toMatch(/Row \d/);
	await recordStatus(entry.id, dayOn(day), "DNF");
	expect(await board()).toMatch(/Row \d/);
	await recordStatus(entry.id, dayOn(day), "FLYING");
	expect(await board()).not.toMatch(/Row \d/);
});

test("two desks that tap the same launch make one; a conflict shows what the other has entered", async ({
	admin,
}) => {
	const { entry } = await starter();
	await Promise.all([1, 2].map(() => tap(noon, entry, admin, { launches: "1", seen: "0" })));
	expect(await launchesOf(entry)).toHaveLength(1);
	const headers = { Accept: "application/json", "X-Account": admin.id };
	const stale = { day: dayOn(date), pilot: entry.id, launches: "3", seen: "2" };
	const answer = await noon.post(path, stale, { as: admin, language: "en", headers });
	expect(answer.status).toBe(409);
	expect(await answer.json()).toMatchObject({ msg: "Somebody else has entered meanwhile: 12:00." });
});

test("a launch that another desk had entered does not come back, sent again, after it was taken back", async ({
	admin,
}) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	const same = { launches: "1", seen: "0", formKey: crypto.randomUUID() };
	const row = { intent: "launch-row", class: "club", pilots: entry.id, formKey: crypto.randomUUID() };
	const both = async () => {
		await tap(noon, entry, admin, same);
		await tap(noon, entry, admin, row);
	};
	await both();
	await tap(noon, entry, admin, { launches: "0", seen: "1" });
	await both();
	expect(await launchesOf(entry)).toHaveLength(0);
});

test("a row launches those who stand in it, and again it changes nothing", async ({ admin }) => {
	const [one, two, scratched] = [await starter(), await starter(), await starter()];
	await noon.post(
		path,
		{ intent: "scratch", day: dayOn(date), pilot: scratched.entry.id, reason: "prasklá pneumatika" },
		{ as: admin },
	);
	const pilots = [one, two, scratched].map(({ entry }) => entry.id).join(" ");
	const row = { intent: "launch-row", day: dayOn(date), class: "club", pilots };
	for (let round = 0; round < 2; round += 1) await noon.post(path, row, { as: admin });
	expect(await launchesOf(one.entry)).toHaveLength(1);
	expect(await stateOf(two.entry)).toBe("FLYING");
	expect(await stateOf(scratched.entry)).toBe("DNF");
	await noon.post("/statuses", { intent: "launch", day: dayOn(date), class: "club" }, { as: admin });
	expect(await stateOf(scratched.entry)).toBe("DNF");
	const audited = await db.select().from(auditLog).where(eq(auditLog.action, "grid.launch-row"));
	expect(audited).toHaveLength(1);
	expect((await draw(admin, {})).headers.get("Set-Cookie")).toContain("server.grid-launched");
});

test("a pilot scratches the own entry and nobody else's; visitors do not read why", async ({ admin }) => {
	const [own, other] = [await starter(), await starter()];
	const scratch = (pilot: Person) => ({
		intent: "scratch",
		day: dayOn(date),
		pilot: pilot.id,
		reason: "horečka",
	});
	await noon.post(path, scratch(other.entry), { as: own.user });
	const unreasoned = await noon.post(path, { ...scratch(own.entry), reason: " " }, { as: own.user });
	expect(unreasoned.headers.get("Set-Cookie")).toContain("grid.reasonMissing");
	await noon.post(path, scratch(own.entry), { as: own.user });
	const rows = await db.select().from(pilotDays);
	const scratched = rows.filter(({ isScratched }) => isScratched).map(({ registrationId }) => registrationId);
	expect(scratched).toContain(own.entry.id);
	expect(scratched).not.toContain(other.entry.id);
	expect(await read(noon, path, null)).not.toContain("horečka");
	expect(await read(noon, path, own.user)).toContain("You are not flying today");
	expect(await read(noon, path, admin)).toContain("horečka");
});

test("who has changed class stands at the end of the new one", async ({ admin }) => {
	const { entry } = await starter();
	const current = await gridOf();
	await draw(admin, { version: current ? String(current.version) : "" });
	const other = referenceOf().competitionClasses.find(({ type }) => type !== "club");
	await db
		.update(registrations)
		.set({ competitionClassId: other?.id ?? "" })
		.where(eq(registrations.id, entry.id));
	const html = await read(noon, path, null);
	const last = elementsIn(html, `section[aria-labelledby="grid-${other?.type}"] li[id]`).at(-1);
	expect(last?.getAttribute("id")).toMatch(entry.id);
});

test("who launched on the grid is missed, who never launched is not", async ({ admin }) => {
	const [flying, grounded] = [await starter(), await starter()];
	await tap(noon, flying.entry, admin, { launches: "1", seen: "0" });
	expect(await missed(admin)).toContain(`${flying.entry.startNumber} `);
	expect(await missed(admin)).not.toContain(`${grounded.entry.startNumber} `);
	// A status that somebody has cleared does not hide a launch.
	await db
		.update(pilotDays)
		.set({ status: null, statusAt: new Date(`${date}T09:00:00Z`) })
		.where(isOf(flying.entry));
	expect(await missed(admin)).toContain(`${flying.entry.startNumber} `);
});

const scratchedNow = async ({ id }: Person) => {
	const [row] = await db.select().from(pilotDays).where(eq(pilotDays.registrationId, id));
	return row?.isScratched;
};

test("what the desk scratched only the desk takes back; what the pilot scratched both do, whatever the desk notes since", async ({
	admin,
}) => {
	const { entry, user } = await starter();
	const send = (intent: string, as: Person, reason = "horečka") => tap(noon, entry, as, { intent, reason });
	await send("scratch", admin);
	for (const intent of ["unscratch", "scratch", "unscratch"]) {
		const refused = await send(intent, user);
		expect(refused.headers.get("Set-Cookie")).toContain("server.scratched-by-desk");
	}
	expect(await scratchedNow(entry)).toBe(true);
	const own = await read(noon, path, user);
	expect(own).toContain("only the desk can change it");
	expect(own).not.toContain("I will fly after all");
	await send("unscratch", admin);
	expect(await scratchedNow(entry)).toBe(false);
	for (const by of [user, admin]) {
		await send("scratch", user);
		await send("remark", admin, "bez ocasního kolečka");
		await send("unscratch", by);
		expect(await scratchedNow(entry)).toBe(false);
	}
});

test("what a pilot takes back at the moment at which the desk scratches stays scratched", async ({
	admin,
}) => {
	const { entry, user } = await starter();
	await tap(noon, entry, user, { intent: "scratch", reason: "horečka" });
	const ctx = contextOf({
		now: new Date(`${date}T10:00:00Z`),
		actor: { ...user, verified: true },
		db: beforeWriting(() => tap(noon, entry, admin, { intent: "scratch", reason: "bez pojištění" })),
	});
	const taken = await unscratchPilot(asUser(ctx), { day: dayOn(date), pilot: entry.id });
	expect(taken).toMatchObject({ ok: false, reason: "stale" });
	expect(await scratchedNow(entry)).toBe(true);
});

test("the remark of the desk reaches nobody else: no page, no data of a page, no answer of the API, no export", async ({
	admin,
}) => {
	const { entry, user } = await starter();
	const remark = "neplatí startovné";
	await tap(noon, entry, admin, { intent: "remark", reason: remark });
	await tap(noon, entry, admin, { intent: "scratch", reason: "horečka" });
	await tap(noon, entry, admin, { intent: "remark", reason: `${remark} ani pojištění` });
	expect(await read(noon, path, admin)).toContain(remark);
	const addresses = [
		path,
		"/grid",
		`/statuses?day=${date}&view=board`,
		`/statuses?day=${date}`,
		"/",
		"/days/4",
	];
	const data = (address: string, route: string) =>
		`${address}${address.includes("?") ? "&" : "?"}_data=${encodeURIComponent(route)}`;
	for (const as of [user, null]) {
		for (const address of [...addresses, data(path, "routes/grid/route")])
			expect(await read(noon, address, as), address).not.toContain(remark);
	}
	expect((await noon.api("GET", `/api/desk/${dayOn(date)}`, undefined, { as: user })).status).toBe(403);
	const exported = await (await noon.post("/user-profile/data", {}, { as: user })).text();
	expect(exported).toContain("grid.remark");
	expect(exported).not.toContain(remark);
});

test("an order is not made at the moment at which somebody of the class launches", async ({ admin }) => {
	const day = "2025-07-18";
	const { entry } = await starter();
	const now = new Date(`${day}T09:00:00Z`);
	const launch = () => tap(createApp({ clock: now.toISOString() }), entry, admin, { launches: "1" }, day);
	const actor = { ...admin, verified: true, role: "organiser" } as const;
	const ctx = contextOf({ now, actor, db: beforeWriting(launch) });
	const drawn = await drawGrid(asStaff(ctx, "desk"), {
		day: dayOn(day),
		class: "club",
		order: "lot",
		width: 2,
		rows: null,
		version: null,
	});
	expect(drawn).toMatchObject({ ok: false, reason: "stale" });
	expect(await gridOf(day)).toBeUndefined();
	const again = await draw(admin, {}, day);
	expect(again.headers.get("Set-Cookie")).toContain("server.grid-launched");
});

test("the migration takes a scratch that its pilot has written last as the pilot's own, every other one as the desk's", async ({
	admin,
}) => {
	const rows = await Promise.all(
		(["pilot", "desk", "standing"] as const).map(async (kind) => {
			const { entry, user } = await starter();
			const by = kind === "pilot" ? user : admin;
			const of = { id: crypto.randomUUID(), dayId: dayOn(date), registrationId: entry.id };
			const values = { ...of, launches: [], isScratched: kind !== "standing", updatedAt: new Date(0) };
			await db.insert(gridPilotsBefore).values({ ...values, updatedBy: by.id });
			return of.id;
		}),
	);
	const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0041_scratched_by_desk.sql");
	const filling = migration?.queries.find((query) => query.includes("UPDATE"));
	await env.DB_2025?.prepare(filling ?? "").run();
	const stored = await db.select().from(gridPilotsBefore).where(inArray(gridPilotsBefore.id, rows));
	const byDesk = rows.map((id) => stored.find((row) => row.id === id)?.isScratchedByDesk);
	expect(byDesk).toEqual([false, true, false]);
});
