import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { competitionDays, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { elementsIn, plain, textsIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";
import { loadDemo } from "../../scripts/demo/demo-data";
import { loadEvening, showsEvening } from "../../scripts/demo/evening";

/* What `npm start` shows of the desk in the afternoon of the demo, and in its evening. */

let admin: { readonly id: string } | undefined;

beforeAll(async () => {
	await loadDemo(env as Env, testEdition, "none");
	[admin] = (await databaseOf().select().from(users)).filter((user) => user.admin);
});

const read = async (clock: string, path: string) =>
	(await createApp({ clock }).get(path, { as: admin ?? null, language: "en" })).text();

test("at 14:30 there are a grid with one relight, and two outlandings in two states", async () => {
	const grid = await read("2025-07-17T12:30:00Z", "/grid");
	expect(grid.match(/relight \d\d:\d\d/g)).toHaveLength(1);
	expect(grid).toContain("Drawn by lot");
	const out = await read("2025-07-17T12:30:00Z", "/outlandings");
	const pressed = elementsIn(out, "button[aria-pressed=true]").map(({ textContent }) => textContent);
	expect(pressed.toSorted()).toEqual(["Crew left", "Reported"]);
});

test("in the evening exactly one is overdue, and the sheet names who flew near, from the logs", async () => {
	expect(showsEvening("2025-07-17T20:30:00+02:00")).toBe(true);
	expect(showsEvening("2025-07-17T14:30:00+02:00")).toBe(false);
	expect(await loadEvening(env as Env, testEdition)).toBe(true);
	expect(await loadEvening(env as Env, testEdition)).toBe(false);
	const desk = await read("2025-07-17T18:30:00Z", "/statuses?duty=on");
	const rows = elementsIn(desk, "section.notice-danger li");
	expect(rows).toHaveLength(1);
	const sheet = elementsIn(desk, "section.notice-danger a")
		.map((link) => link.getAttribute("href") ?? "")
		.find((href) => href.startsWith("/outlandings/overdue/"));
	const html = await read("2025-07-17T18:30:00Z", sheet ?? "");
	expect(textsIn(html, "[aria-labelledby=overdue-last] section > p")[0]).toMatch(/^OGN, /);
	expect(elementsIn(html, ".near-flights li").length).toBeGreaterThan(1);
});

test("in the evening pages have the points that the engine has made of all logs", async () => {
	const other = sql`SELECT count(*) AS rows FROM score_sheets AS sheets, json_each(sheets.sheet, '$.rows') AS scored
		LEFT JOIN results ON results.is_ours AND results.day_id = sheets.day_id
			AND results.registration_id = json_extract(scored.value, '$.registrationId')
		WHERE sheets.state <> 'official' AND results.points IS NOT json_extract(scored.value, '$.points')`;
	expect(await databaseOf().all(other)).toEqual([{ rows: 0 }]);
});

test("forty reports of strangers about the missing pilot of the evening reach no call button, no last news and no place", async () => {
	const clock = (time: string) => `2025-07-17T${time}Z`;
	const read = async (time: string, path: string) =>
		plain(
			await (await createApp({ clock: clock(time) }).get(path, { as: admin ?? null, language: "en" })).text(),
		);
	const seen = async (time: string) => {
		const [row] = elementsIn(await read(time, "/statuses?duty=on"), "section.notice-danger li");
		const [sheet = ""] = elementsIn(row?.outerHTML ?? "", "a")
			.map((link) => link.getAttribute("href") ?? "")
			.filter((href) => href.startsWith("/outlandings/overdue/"));
		const html = await read(time, sheet);
		return {
			pilot: sheet.split("/").at(-1) ?? "",
			row: elementsIn(row?.outerHTML ?? "", ".button-row a[href^='tel:']").map(
				({ textContent }) => textContent,
			),
			words: row?.textContent ?? "",
			board: textsIn(await read(time, "/statuses?view=board"), ".chip-danger"),
			known: textsIn(html, "[aria-labelledby=overdue-who]"),
			unconfirmed: textsIn(html, "[aria-labelledby=overdue-unconfirmed] :is(h2, li)"),
		};
	};
	const before = await seen("18:45:00");
	expect(before.row).toEqual([
		expect.stringMatching(/^\+420 600 /),
		expect.stringMatching(/^Crew: \+420 600 /),
	]);
	expect(before.unconfirmed).toEqual([]);
	const [day] = await databaseOf()
		.select()
		.from(competitionDays)
		.where(eq(competitionDays.date, "2025-07-17"));
	// The clock of the demo stands still: all come at the same moment.
	const app = createApp({ clock: clock("18:30:00") });
	for (let number = 1; number <= 40; number += 1) {
		const phone = `+420 900 000 ${String(100 + number)}`;
		const said = { position: "49.9, 15.1", condition: "well", phone, place: `Louka ${number}` };
		const fields = { pilot: before.pilot, day: day?.id ?? "", ...said };
		expect((await app.post("/outlandings/report", fields)).status).toBe(303);
	}
	const after = await seen("18:45:00");
	const { row, board, known } = before;
	expect(after).toMatchObject({ row, board, known });
	expect(after.words).toContain("3 unconfirmed reports, 37 more");
	const [heading, ...reports] = after.unconfirmed;
	expect(heading).toBe("3 unconfirmed reports, 37 more");
	expect(reports.map((text) => /Louka \d+/.exec(text)?.[0])).toEqual(["Louka 40", "Louka 39", "Louka 38"]);
});
