import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, editionState, pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
	statusOf,
} from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, textsIn } from "~test/support/html";
import { nthDay } from "~test/support/world";

const db = databaseOf();
const app = createApp({ clock: "2025-07-14T12:00:00Z" });

const reference = await seedReference();
const admin = await createAdmin({ name: "Olga", surname: "Pořádná" });
const pilot = await createUser({ name: "Ema", surname: "Žižková" });
const entry = await createRegistration({ userId: pilot.id, accepted: true, startNumber: "7X" });
const other = reference.gliderTypes[1]?.id ?? "";
const { id: userId } = await createUser({ surname: "Tichá" });
await createRegistration({ userId, accepted: true, startNumber: "AB", gliderTypeId: other });
await app.api("PUT", `/api/days/${nthDay(1)}`, { task: "TASK" }, { as: admin });
await app.api("PUT", `/api/days/${nthDay(2)}`, { task: "TASK" }, { as: admin });

async function page(path: string, as: { id: string } | null = null) {
	const response = await app.get(path, { as, language: "en" });
	return { status: response.status, html: await response.text() };
}

async function statusOn(day: number) {
	const row = await statusOf(entry, nthDay(day));
	if (!row) throw new Error("there is no such status");
	return row;
}

test("visitors read the statuses of the current day, without buttons and without who changed what", async () => {
	const { status, html } = await page("/statuses");
	expect(status).toBe(200);
	expect(html).toContain("Monday 14\u00a0July</span> – Task set");
	expect(html).toContain("Ema Žižková");
	expect(html).toContain("On the ground");
	expect(html).not.toContain("Pořádná");
	expect(html).not.toContain('method="post"');
	expect(html).toContain('data-refresh="20"');
});

test("from an hour before sunset on, the number of those who fly is doubted in words, on the day itself", async () => {
	const own = await statusOn(2);
	await db.update(pilotDays).set({ status: "FLYING" }).where(eq(pilotDays.statusId, own.statusId));
	const doubt = async (clock: string) => {
		const html = await (
			await createApp({ clock }).get("/statuses?day=2025-07-14", { language: "en" })
		).text();
		return [...textsIn(html, ".chip-danger"), ...textsIn(html, "main p.text-danger")];
	};
	expect(await doubt("2025-07-14T17:30:00Z")).toEqual([
		expect.stringMatching(/^Flying ?1$/),
		expect.stringMatching(/^The list has not changed since/),
	]);
	expect(await doubt("2025-07-14T20:00:00Z")).toEqual([
		expect.stringMatching(/^Flying ?1$/),
		expect.stringMatching(/^1 pilot is still listed as flying; sunset \d+:\d\d$/),
	]);
	expect(await doubt("2025-07-15T08:00:00Z")).toEqual([]);
	await db.update(pilotDays).set({ status: "DNF" }).where(eq(pilotDays.statusId, own.statusId));
});

test("the choice offers the days until today, the current one chosen", async () => {
	const { html } = await page("/statuses");
	const days = elementsIn(html, 'ol a[href^="/statuses?day="]');
	expect(days.map((day) => [day.getAttribute("href"), day.hasAttribute("aria-current")])).toEqual([
		["/statuses?day=2025-07-12", false],
		["/statuses?day=2025-07-13", false],
		["/statuses?day=2025-07-14", true],
	]);
	// The strip is the only choice of the day, and a search keeps what is chosen in it.
	expect(elementsIn(html, "select[name=day]")).toHaveLength(0);
	const chosen = await page("/statuses?day=2025-07-13&class=club");
	expect(attributeIn(chosen.html, "main form[role=search] input[type=hidden][name=day]", "value")).toBe(
		"2025-07-13",
	);
	expect(attributeIn(chosen.html, "main form[role=search] input[type=hidden][name=class]", "value")).toBe(
		"club",
	);
});

test("before the competition the first day is shown, after it the last", async () => {
	const shown = async (clock: string) => {
		const response = await createApp({ clock }).get("/statuses", { language: "en" });
		return attributeIn(await response.text(), 'ol a[aria-current][href^="/statuses?day="]', "href")?.split(
			"=",
		)[1];
	};
	expect(await shown("2025-05-01T10:00:00Z")).toBe("2025-07-12");
	expect(await shown("2025-09-01T10:00:00Z")).toBe("2025-07-20");
});

test("another day and one glider type are chosen by the address", async () => {
	const type = reference.gliderTypes[1]?.id ?? "";
	const { html } = await page(`/statuses?day=2025-07-13&gliderType=${type}`);
	expect(html).toContain("Day\u00a02, Sunday 13\u00a0July");
	expect(html).toContain(">AB<");
	expect(html).not.toContain("Ema Žižková");
});

test("a day without statuses says so, an unknown glider type too, an unknown day is not found", async () => {
	expect((await page("/statuses?day=2025-07-12")).html).toContain(
		"No competitor statuses for this day. They appear once a task is set.",
	);
	expect((await page("/statuses?gliderType=nothing")).html).toContain("Nobody flies this glider type");
	expect((await page("/statuses?day=2025-01-01")).status).toBe(404);
	expect((await page("/statuses?day=%00")).status).toBe(404);
});

test("a pilot reads the statuses like a visitor", async () => {
	const { html } = await page("/statuses", pilot);
	expect(html).toContain("Ema Žižková");
	expect(html).not.toContain("Start duty");
	expect(html).not.toContain('name="status"');
});

test("an admin's buttons are locked until duty is on", async () => {
	const locked = await page("/statuses", admin);
	expect(locked.html).not.toContain('name="status"');
	expect(locked.html).toContain("Start duty");
	expect(locked.html).toContain("Olga Pořádná");
	const onDuty = await page("/statuses?duty=on", admin);
	expect(elementsIn(onDuty.html, 'button[name="status"]')).toHaveLength(9);
	expect(elementsIn(onDuty.html, 'button[value="DNF"][aria-pressed="true"]')).not.toHaveLength(0);
	expect((await page("/statuses?duty=on", pilot)).html).not.toContain('name="status"');
});

test("a click sets the status and comes back to the competitor on the board as it was", async () => {
	const { statusId: id } = await statusOn(2);
	const response = await app.post(
		"/statuses?day=2025-07-14&duty=on",
		{ id, status: "OUTLANDING" },
		{ as: admin, headers: { "Sec-Fetch-Dest": "document" } },
	);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe(`/statuses?day=2025-07-14&duty=on#status-${id}`);
	expect(await statusOn(2)).toMatchObject({ status: "OUTLANDING", statusBy: admin.id });

	await app.post("/statuses", { id, status: "" }, { as: admin });
	expect((await statusOn(2)).status).toBeNull();
	expect((await page("/statuses")).html).toContain("Not set");
});

test("a click on what is no status or no competitor changes nothing and says so", async () => {
	const before = await statusOn(2);
	for (const fields of [
		{ id: before.statusId, status: "LOST" },
		{ id: before.statusId },
		{ id: "nothing", status: "HOME" },
	]) {
		const response = await app.post("/statuses", fields as Record<string, string>, { as: admin });
		expect(response.status).toBe(303);
		expect(response.headers.get("Set-Cookie")).toContain("competitorStatus.update.error");
	}
	expect(await statusOn(2)).toEqual(before);
});

test("one click makes the missing statuses of a day", async () => {
	expect((await page("/statuses?day=2025-07-12", admin)).html).toContain("Add 2 missing statuses");
	const fields = { intent: "make", day: nthDay(0) };
	for (const _ of [1, 2]) {
		const response = await app.post("/statuses?day=2025-07-12", fields, { as: admin });
		expect(response.status).toBe(303);
		expect(response.headers.get("Set-Cookie")).toContain("statuses.made");
	}
	expect(await db.$count(pilotDays, eq(pilotDays.dayId, nthDay(0)))).toBe(2);
	expect((await page("/statuses?day=2025-07-12", admin)).html).not.toContain("missing status");
});

test("the board shows every competitor and the counts, and asks again by itself until it is paused", async () => {
	const board = await page("/statuses?view=board&day=2025-07-13");
	expect(elementsIn(board.html, ".board-cell")).toHaveLength(2);
	expect(attributeIn(board.html, 'noscript meta[http-equiv="refresh"]', "content")).toBe("20");
	const paused = await page("/statuses?view=board-paused&day=2025-07-13");
	expect(paused.html).not.toContain('http-equiv="refresh"');
	expect(paused.html).toContain("/statuses?day=2025-07-13&amp;view=board");
});

test("a board in a loop gives way to the results, those to the news, and those to the board", async () => {
	const pages = ["/statuses?view=board&loop=20", "/results?loop=20", "/news?loop=20"];
	for (const [index, path] of pages.entries()) {
		const { html } = await page(path);
		const next = pages[(index + 1) % pages.length];
		expect(attributeIn(html, 'head > meta[name="next"]', "content")).toBe(next);
		expect(attributeIn(html, 'head meta[http-equiv="refresh"]', "content")).toBe(`20;url=${next}`);
		expect(elementsIn(html, "#site-menu")).toHaveLength(0);
	}
	const { html } = await page("/results?loop=anything");
	expect(elementsIn(html, 'head > meta[name="next"]')).toHaveLength(0);
	expect(elementsIn(html, "#site-menu")).toHaveLength(1);
});

test("a launch is of a whole class, so it is not offered beside the filter of a glider type", async () => {
	const duty = "/statuses?day=2025-07-13&duty=on";
	const launches = async (path: string) =>
		elementsIn((await page(path, admin)).html, 'button[value="launch"]').length;
	expect(await launches(duty)).toBeGreaterThan(0);
	expect(await launches(`${duty}&gliderType=${reference.gliderTypes[1]?.id}`)).toBe(0);
});

test("the list begins with who is out, then who flies and who is home, with their classes; a head sorts otherwise", async () => {
	const ab = await db
		.select({ id: pilotDays.statusId })
		.from(pilotDays)
		.where(and(ne(pilotDays.registrationId, entry.id), eq(pilotDays.dayId, nthDay(1))));
	const set = (id: string, status: string) =>
		app.post("/statuses?day=2025-07-13", { id, status }, { as: admin });
	const listed = async (query = "") => {
		const { html } = await page(`/statuses?day=2025-07-13${query}`);
		return elementsIn(html, "tbody tr").map((row) =>
			[...row.childNodes].map(({ textContent }) => textContent.trim()),
		);
	};
	const other = ab[0]?.id ?? "";
	await set((await statusOn(1)).statusId, "HOME");
	await set(other, "FLYING");
	expect((await listed()).map(([number]) => number)).toEqual(["AB", "7X"]);
	await set((await statusOn(1)).statusId, "OUTLANDING");
	const rows = await listed();
	expect(rows.map(([number]) => number)).toEqual(["7X", "AB"]);
	expect(rows.map((row) => row[2])).toEqual(["Club", "Club"]);
	// What a row shows finds it.
	expect((await listed("&q=zizk%20club%20field")).map(([number]) => number)).toEqual(["7X"]);
	expect(await listed("&q=nobody")).toEqual([]);
	await set(other, "OUTLANDING");
	await set((await statusOn(1)).statusId, "HOME");
	expect((await listed("&sort=number")).map(([number]) => number)).toEqual(["7X", "AB"]);
	await set(other, "DNF");
});

test("without scripts the desk finds by the beginning of a number or a part of a name, and filters", async () => {
	const { statusId: id } = await statusOn(1);
	const duty = "/statuses?day=2025-07-13&duty=on";
	await app.post(duty, { id, status: "" }, { as: admin });
	const found = async (query: string) =>
		textsIn((await page(duty + query, admin)).html, ".duty-row .start-number").join();
	expect(await found("&q=7")).toBe("7X");
	expect(await found("&q=b")).toBe("");
	expect(await found("&q=7%20x")).toBe("7X");
	expect(await found("&q=%20zizk")).toBe("7X");
	expect(await found("&only=none")).toBe("7X");
	expect(await found("&only=none&q=AB")).toBe("");
	expect(await found("&only=FLYING")).toBe("");
	const { html } = await page(`${duty}&only=none`, admin);
	const [search = ""] = elementsIn(html, "form[role=search]");
	expect(hiddenIn(search)).toEqual({ day: "2025-07-13", duty: "on", only: "none" });
	const everybody = attributeIn(html, ".duty-tools .tabs a", "href") ?? "";
	expect(textsIn((await page(everybody, admin)).html, ".duty-row .start-number")).toEqual(["7X", "AB"]);
	await app.post(duty, { id, status: "DNF" }, { as: admin });
});

test("the page needs one batch, whatever the number of competitors", async () => {
	for (let i = 0; i < 15; i++) await createRegistration({ accepted: true });
	await app.api("POST", "/api/competitorstatuses", { day: nthDay(1) }, { as: admin });
	const { batches, html } = await countingBatches("/statuses?day=2025-07-13");
	expect(elementsIn(html, '[id^="status-"]')).toHaveLength(17);
	expect(batches).toBe(2);
});

/** Asks for a page and counts the batches and single statements that go to the database. */
async function countingBatches(path: string) {
	let batches = 0;
	const { env } = await import("cloudflare:test");
	const binding = env.DB_2025;
	if (!binding) throw new Error("no database for 2025");
	const counted = {
		withSession: (constraint: string) => {
			const session = binding.withSession(constraint);
			return {
				prepare: (sql: string) => session.prepare(sql),
				batch: (statements: D1PreparedStatement[]) => {
					batches += 1;
					return session.batch(statements);
				},
			};
		},
	};
	const response = await createApp({
		clock: "2025-07-14T12:00:00Z",
		env: { DB_2025: counted as unknown as D1Database },
	}).get(path, { as: admin });
	return { batches, html: await response.text() };
}

test("a class launches in one tap, and the undo leaves alone those who have landed since", async () => {
	const fields = { intent: "launch", day: nthDay(1), class: "club" };
	const statuses = async () => {
		const rows = await db
			.select()
			.from(pilotDays)
			.where(eq(pilotDays.dayId, nthDay(1)));
		return rows.map(({ status }) => status).sort();
	};
	const before = await statuses();
	await app.post("/statuses?duty=on", { ...fields, intent: "undo-launch" }, { as: admin });
	expect(await statuses()).toEqual(before);
	// The form of an earlier launch holds its time for both buttons.
	await app.post("/statuses?duty=on", { ...fields, undo: "1" }, { as: admin });
	const flying = await statuses();
	expect(flying.filter((status) => status === "FLYING").length).toBeGreaterThan(0);
	const { statusAt } = await statusOn(1);
	await app.post("/statuses?duty=on", { ...fields, intent: "undo-launch", undo: "1" }, { as: admin });
	expect(await statuses()).toEqual(flying);
	const undo = { ...fields, intent: "undo-launch", undo: String(statusAt?.getTime()) };
	await app.post("/statuses?duty=on", undo, { as: admin });
	expect(await statuses()).toEqual(before);
	// Nobody is left to set back.
	const traces = () => Promise.all([db.$count(auditLog), db.select().from(editionState)]);
	const left = await traces();
	await app.post("/statuses?duty=on", undo, { as: admin });
	expect(await traces()).toEqual(left);
});
