import { beforeEach, expect } from "vitest";
import { competitionDays, pilotDays, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import {
	createAdmin,
	createRegistration,
	databaseOf,
	seedReference,
	statusOf,
} from "~test/support/factories";
import { attributeIn, elementsIn, hiddenIn, sourceOf, textsIn } from "~test/support/html";
import { deleteLogs, evening, upload } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* Who is expected on a day is one number, whichever page or call of the API is asked. */

const db = databaseOf();
const app = createApp({ clock: evening });
let admin: { id: string };
const day = dayOn("2025-07-15");
let ids: { home: string; flying: string; delivered: string; reserve: string };

beforeEach(async () => {
	await db.delete(pilotDays);
	await deleteLogs();
	await db.delete(registrations);
	await seedReference();
	await db.update(competitionDays).set({ task: "NO_TASK" });
	admin = await createAdmin();
	const accepted = (startNumber: string, isReserve = false) =>
		createRegistration({ accepted: true, startNumber, isReserve });
	ids = {
		home: (await accepted("H")).id,
		flying: (await accepted("F")).id,
		delivered: (await accepted("D")).id,
		reserve: (await accepted("R", true)).id,
	};
	await createRegistration({ startNumber: "W" });
	await app.api("PUT", `/api/days/${day}`, { task: "TASK" }, { as: admin });
});

const page = async (path: string) => sourceOf(await app.get(path, { as: admin, language: "en" }));

/** The number of who is expected, as each page and the API say it. */
async function expectedEverywhere() {
	const statuses = await page("/statuses");
	const board = await page("/statuses?view=board");
	const inChip = (html: string) => Number(/In total <strong>(\d+)/.exec(html)?.[1]);
	const rows = (await (await app.api("GET", `/api/competitorstatuses/${day}`)).json()) as unknown[];
	const [first = ""] = textsIn(await page("/igc"), ".counts .count");
	return {
		statuses: inChip(statuses),
		rows: elementsIn(statuses, "tbody tr").length,
		board: inChip(board),
		cells: elementsIn(board, ".board-cell").length,
		api: rows.length,
		logs: Number(/^(\d+)competitors? expected/.exec(first)?.[1]),
		dashboard: Number(/\((\d+) competitors? expected/.exec(await page("/admin"))?.[1]),
	};
}

function everywhere(count: number) {
	return {
		statuses: count,
		rows: count,
		board: count,
		cells: count,
		api: count,
		logs: count,
		dashboard: count,
	};
}

async function setStatus(registrationId: string, status: "FLYING" | "HOME" | "DNF") {
	const stored = await statusOf({ id: registrationId });
	await app.api("PUT", `/api/competitorstatuses/${stored?.statusId}`, { status }, { as: admin });
}

/** Sends the form of the first button with these words on the page of an organiser on duty. */
async function press(words: string) {
	const html = await page("/statuses?duty=on");
	const form = elementsIn(html, "form").find((one) => textsIn(one, "button").includes(words));
	if (!form) throw new Error(`there is no button "${words}"`);
	const intent = attributeIn(form, "button", "value") ?? "";
	return app.post(form.getAttribute("action") ?? "", { ...hiddenIn(form), intent }, { as: admin });
}

test("the starters are expected, on pages and in the API", async () => {
	expect(await expectedEverywhere()).toEqual(everywhere(3));
});

test("a reserve is expected on a day from when an organiser adds it until it is removed", async () => {
	await press("Add to the day");
	expect(await expectedEverywhere()).toEqual(everywhere(4));
	await press("Remove from the day");
	expect(await expectedEverywhere()).toEqual(everywhere(3));
});

test("a reserve who flew stays, and one who was added twice is there once", async () => {
	await press("Add to the day");
	const again = { intent: "add-reserve", day, reserve: ids.reserve };
	expect((await app.post("/statuses?duty=on", again, { as: admin })).status).toBe(303);
	await setStatus(ids.reserve, "FLYING");
	await expect(press("Remove from the day")).rejects.toThrow("no button");
	await app.post("/statuses", { ...again, intent: "remove-reserve" }, { as: admin });
	expect(await expectedEverywhere()).toEqual(everywhere(4));
});

test.each([
	["a starter", () => ids.home],
	["nobody", () => "nobody"],
])("%s is no reserve that could be added", async (_, reserve) => {
	const fields = { intent: "add-reserve", day, reserve: reserve() };
	const response = await app.post("/statuses", fields, { as: admin });
	expect(response.headers.get("Set-Cookie")).toContain("competitorStatus.update.error");
	expect(await expectedEverywhere()).toEqual(everywhere(3));
});

test("a reserve who becomes a starter is expected, a starter who becomes a reserve is not", async () => {
	const flags = (id: string, isReserve: boolean) =>
		app.api("PUT", `/api/registration/${id}/quick-actions`, { isReserve }, { as: admin });
	await flags(ids.reserve, false);
	expect(await expectedEverywhere()).toEqual(everywhere(4));
	await flags(ids.home, true);
	expect(await expectedEverywhere()).toEqual(everywhere(3));
});

test("nobody starts on a cancelled day, and what is recorded of it stays", async () => {
	await setStatus(ids.flying, "FLYING");
	await app.api("PUT", `/api/days/${day}`, { task: "TASK_CANCELLED" }, { as: admin });
	expect(await expectedEverywhere()).toMatchObject({ statuses: 3, rows: 3, api: 3, logs: 0 });
	expect(await page("/statuses?duty=on")).not.toContain("missing status");
	await app.api("PUT", `/api/days/${day}`, { task: "TASK" }, { as: admin });
	expect(await expectedEverywhere()).toEqual(everywhere(3));
});

test("the log of who is still flying is not missing, neither to the organisers of logs nor on the dashboard", async () => {
	await setStatus(ids.flying, "FLYING");
	await setStatus(ids.home, "HOME");
	// Two flights of one pilot.
	await upload(app, ids.delivered, day);
	await upload(app, ids.delivered, day, { start: "14:00:00", flightOfDay: 2 });
	const igc = await page("/igc");
	expect(textsIn(igc, ".counts .count")).toEqual([
		"3competitors expected",
		"1pilot with a log",
		"1pilot without a log",
		"1still flying",
		"2logs to process",
	]);
	// Of the three one has delivered, one is home without a log and one flies; the numbers say of everybody where they are.
	await setStatus(ids.home, "DNF");
	expect(textsIn(await page("/igc"), ".counts .count")).toEqual([
		"3competitors expected",
		"1pilot with a log",
		"0pilots without a log",
		"1still flying",
		"1on the ground",
		"2logs to process",
	]);
	await app.api("PUT", `/api/days/${day}`, { task: "TASK_CANCELLED" }, { as: admin });
	expect(textsIn(await page("/igc"), ".counts .count").slice(0, 4)).toEqual([
		"0competitors expected",
		"0pilots with a log",
		"0pilots without a log",
		"1with a log, does not fly",
	]);
	await app.api("PUT", `/api/days/${day}`, { task: "TASK" }, { as: admin });
	await setStatus(ids.home, "HOME");
	expect(textsIn(igc, "details .numbered .start-number")).toEqual(["H"]);
	expect(await page("/admin")).toContain(
		"1 flight log is missing today (3 competitors expected, 1\u00a0still flying)",
	);
	await setStatus(ids.flying, "HOME");
	expect(await page("/admin")).toContain("2 flight logs are missing today (3 competitors expected)");
});
