import { eq, isNotNull } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, dutyLinks, outlandings, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, databaseOf, recordStatus, statusOf } from "~test/support/factories";
import { linksIn, textsIn } from "~test/support/html";
import { dayOn, test } from "~test/support/world";

/* A link to the desk of one day: for statuses, grid and outlandings, and for nothing else. */

const db = databaseOf();
const date = "2025-07-15";
const at = (time: string) => createApp({ clock: `${time}Z` });
const morning = at(`${date}T08:00:00`);
const evening = at(`${date}T19:30:00`);
const night = at("2025-07-16T03:59:00");
const nextMorning = at("2025-07-16T04:01:00");
const nextAfternoon = at("2025-07-16T12:00:00");

type Person = { readonly id: string };

async function makeLink(admin: Person, day = date): Promise<string> {
	const fields = { intent: "make", day: dayOn(day), name: "Petra u dráhy" };
	const html = await (await morning.post("/duty", fields, { as: admin })).text();
	const [link = ""] = textsIn(html, "code");
	return link.slice(link.lastIndexOf("/duty/"));
}

const cookieOf = (link: string) => ({ Cookie: `duty=${link.slice("/duty/".length)}` });

async function starter(status: "DNF" | "FLYING" | "HOME" = "DNF", phone = "+420 601 555 777") {
	const entry = await createRegistration({ accepted: true, phone });
	await recordStatus(entry.id, dayOn(date), status);
	return entry;
}

const launch = (app: typeof morning, entry: Person, headers: Readonly<Record<string, string>>, day = date) =>
	app.post(`/grid?day=${day}`, { day: dayOn(day), pilot: entry.id, launches: "1" }, { headers });

test("a mail scanner that opens the link begins nothing; a press begins the duty, for fifty people", async ({
	admin,
}) => {
	const link = await makeLink(admin);
	for (let round = 0; round < 3; round += 1) {
		const page = await morning.get(link, { language: "en" });
		expect(page.headers.get("Set-Cookie")).toBeNull();
		expect(await page.text()).toContain("Start duty");
	}
	const opened = () => db.$count(auditLog, eq(auditLog.action, "duty.open"));
	expect(await opened()).toBe(0);
	const all = await Promise.all(Array.from({ length: 50 }, () => morning.post(link, {})));
	for (const { status, headers } of all) {
		expect(status).toBe(303);
		expect(headers.get("Set-Cookie")).toContain(`${cookieOf(link).Cookie};`);
	}
	expect(await opened()).toBe(50);
});

test("a helper with a link launches, sets statuses and enters outlandings, and the log says by which", async ({
	admin,
}) => {
	const headers = cookieOf(await makeLink(admin));
	const entry = await starter();
	expect((await launch(morning, entry, headers)).status).toBe(303);
	const status = await statusOf(entry);
	expect(status).toMatchObject({ status: "FLYING", statusBy: admin.id });
	const report = { pilot: entry.id, day: dayOn(date), position: "49.6543, 15.3321", condition: "well" };
	expect((await morning.post("/outlandings/report", report, { headers })).status).toBe(303);
	const [stored] = await db.select().from(outlandings).where(eq(outlandings.registrationId, entry.id));
	expect(stored).toMatchObject({ sender: "organiser", standing: "confirmed" });
	await morning.post("/statuses", { id: status?.statusId ?? "", status: "HOME" }, { headers });
	const rows = await db
		.select()
		.from(auditLog)
		.where(eq(auditLog.subjectId, status?.statusId ?? ""));
	// The launch, the report and the tap.
	expect(rows.map(({ after }) => after)).toEqual(
		["FLYING", "OUTLANDING", "HOME"].map((said) => ({ status: said, dutyLink: expect.any(String) })),
	);
	const page = await (await morning.get("/statuses?duty=on", { headers, language: "en" })).text();
	expect(page).toContain('name="status"');
	// The page names who has tapped, and each takes back the own taps alone.
	const undos = async (as: Parameters<typeof morning.get>[1]) =>
		textsIn(
			await (await morning.get("/statuses?duty=on", { ...as, language: "en" })).text(),
			".undo-taps button",
		);
	expect(page).toContain("Petra u dráhy");
	expect(await undos({ headers })).toContain(`Undo: ${entry.startNumber} back to “In a field”`);
	expect((await undos({ as: admin })).join()).not.toContain(entry.startNumber);
	expect((await undos({ headers: cookieOf(await makeLink(admin)) })).join()).not.toContain(entry.startNumber);
});

test("a status that a launch of a row or a class has set names the person who launched it", async ({
	admin,
}) => {
	const headers = cookieOf(await makeLink(admin));
	const [byLink, byAdmin, ofClass] = [await starter(), await starter(), await starter()];
	const launchMany = { day: dayOn(date), class: "club" };
	const row = { ...launchMany, intent: "launch-row" };
	await morning.post("/grid", { ...row, pilots: byLink.id }, { headers });
	await morning.post("/grid", { ...row, pilots: byAdmin.id }, { as: admin });
	await morning.post("/statuses", { ...launchMany, intent: "launch" }, { headers });
	const rows = textsIn(await (await morning.get("/statuses", { headers, language: "en" })).text(), "tr");
	const rowOf = ({ startNumber }: typeof byLink) => rows.find((text) => text.includes(startNumber));
	expect(rowOf(byLink)).toContain("Petra u dráhy");
	expect(rowOf(byAdmin)).not.toContain("Petra u dráhy");
	expect(rowOf(ofClass)).toContain("Petra u dráhy");
});

test("a link opens no other day, no other page and no other right", async ({ admin }) => {
	const headers = cookieOf(await makeLink(admin));
	const entry = await starter();
	await launch(morning, entry, headers, "2025-07-16");
	await recordStatus(entry.id, dayOn("2025-07-16"), "DNF");
	const other = await morning.post(
		"/statuses",
		{ intent: "launch", day: dayOn("2025-07-16"), class: "club" },
		{ headers },
	);
	expect(other.headers.get("Set-Cookie")).toContain("competitorStatus.update.error");
	const flying = await db.$count(pilotDays, eq(pilotDays.dayId, dayOn("2025-07-16")));
	expect(flying).toBeGreaterThan(0);
	const rows = await db
		.select()
		.from(pilotDays)
		.where(eq(pilotDays.dayId, dayOn("2025-07-16")));
	expect(rows.map(({ status }) => status)).not.toContain("FLYING");
	const closed = [
		"/admin",
		"/admin/operations?view=audit",
		"/admin/operations?view=mail",
		"/user-profile",
		"/competition-days",
	];
	for (const path of [...closed, `/outlandings/overdue/${date}/${entry.id}`])
		expect((await morning.get(path, { headers })).status, path).toBe(401);
	const statuses = await db.select().from(pilotDays).where(isNotNull(pilotDays.statusId)).limit(1);
	const call = await morning.api(
		"PUT",
		`/api/competitorstatuses/${statuses[0]?.statusId}`,
		{ status: "HOME" },
		{ headers },
	);
	expect(call.status).toBe(401);
});

test("a link meets the desk of its day, after midnight too, and other days as everybody sees them", async ({
	admin,
}) => {
	const headers = cookieOf(await makeLink(admin));
	const entry = await starter();
	const scratch = { pilot: entry.id, intent: "scratch", reason: "rozbitý podvozek" };
	const tomorrow = "2025-07-16";
	for (const day of [date, tomorrow])
		await morning.post(`/grid?day=${day}`, { ...scratch, day: dayOn(day) }, { as: admin });
	const afterMidnight = at(`${date}T22:30:00`);
	for (const path of ["/grid", "/statuses?duty=on"]) {
		const html = await (await afterMidnight.get(path, { headers, language: "en" })).text();
		expect(textsIn(html, "title").join(), path).toMatch(/15\sJuly/);
		expect(textsIn(html, "main button"), path).toContain(path === "/grid" ? "Back on the grid" : "Home");
	}
	const other = await (await morning.get(`/grid?day=${tomorrow}`, { headers })).text();
	expect(other).toContain(entry.startNumber);
	expect(other).not.toContain(scratch.reason);
	expect(textsIn(other, "li button")).toEqual([]);
});

test("telephones of who is missing or out are asked for, one by one, and each view is noted", async ({
	admin,
}) => {
	const headers = cookieOf(await makeLink(admin));
	const [missing, home] = [
		await starter("FLYING", "+420 601 111 222"),
		await starter("HOME", "+420 601 333 444"),
	];
	const ask = (pilot: Person) => evening.post("/duty", { intent: "phones", pilot: pilot.id }, { headers });
	for (const path of ["/statuses?duty=on", "/outlandings", "/grid"]) {
		const html = await (await evening.get(path, { headers })).text();
		for (const { phone } of [missing, home]) expect(html).not.toContain(phone);
	}
	expect(await (await ask(missing)).text()).toContain(missing.phone);
	expect((await ask(home)).status).toBe(404);
	const views = await db.select().from(auditLog).where(eq(auditLog.action, "duty.phones"));
	expect(views).toMatchObject([{ subjectId: missing.id, actorId: null }]);
});

test("a link holds until six in the morning, and longer for as long as somebody is missing", async ({
	admin,
}) => {
	await db.update(pilotDays).set({ status: "HOME" });
	const link = await makeLink(admin);
	const isOpen = async (app: typeof morning) => (await app.get(link)).status === 200;
	expect(await isOpen(night)).toBe(true);
	expect(await isOpen(nextMorning)).toBe(false);
	await starter("FLYING");
	expect(await isOpen(nextMorning)).toBe(true);
	expect(await isOpen(nextAfternoon)).toBe(false);
});

test("a tap that waits when the link is withdrawn is refused as a login, and nothing changes", async ({
	admin,
}) => {
	const headers = cookieOf(await makeLink(admin));
	const entry = await starter();
	const [link] = await db.select().from(dutyLinks).where(eq(dutyLinks.createdBy, admin.id));
	await morning.post("/duty", { intent: "withdraw", id: link?.id ?? "" }, { as: admin });
	const script = { ...headers, Accept: "application/json" };
	expect((await launch(morning, entry, script)).status).toBe(401);
	expect((await statusOf(entry))?.status).toBe("DNF");
});

test("home names to a helper on duty who is missing, with a way to those who fly, and without a phone", async ({
	admin,
}) => {
	await db.update(registrations).set({ accepted: false });
	const cookie = cookieOf(await makeLink(admin));
	const missing = await starter("FLYING");
	await starter("HOME");
	const notices = async (app: typeof morning, headers: Readonly<Record<string, string>>) => {
		const html = await (await app.get("/", { language: "en", headers })).text();
		expect(html).not.toContain(missing.phone);
		return linksIn(html).filter(([words]) => words.startsWith("Missing"));
	};
	expect(await notices(evening, cookie)).toEqual([
		[expect.stringContaining(`Missing: 1 · ${missing.startNumber} `), "/statuses?duty=on&only=FLYING"],
	]);
	expect(await notices(evening, {})).toEqual([]);
	expect(await notices(morning, cookie)).toEqual([]);
});
