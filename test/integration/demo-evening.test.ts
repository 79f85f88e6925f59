import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { users } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
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
