import { env } from "cloudflare:test";
import { afterEach, expect, vi } from "vitest";
import { createApp } from "~test/support/app";
import { createRegistration } from "~test/support/factories";
import { failingStatements } from "~test/support/faulty-bindings";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { test } from "~test/support/world";

afterEach(() => {
	vi.useRealTimers();
});

const clocks = {
	before: "2025-05-01T10:00:00Z",
	flying: "2025-07-14T08:00:00Z",
	over: "2025-07-21T08:00:00Z",
} as const;

/** Home on a database of which some statements fail. */
function failingHome(clock: string, remembers = false) {
	const { state, binding } = failingStatements(env.DB_2025);
	return { state, app: createApp({ clock, remembers, env: { DB_2025: binding } }) };
}

const lackIn = (page: string) => textsIn(page, "p.notice-warning");
const cacheOf = (response: Response) => response.headers.get("X-Edge-Cache");

/** Without these no page can be made: the state of the edition, and the session. */
const isNeeded = (sql: string) => /from "(edition_state|edition_settings|users)"/.test(sql);

test.for([
	["before", "visitor"],
	["before", "competitor"],
	["flying", "visitor"],
	["flying", "competitor"],
	["flying", "organiser"],
	["over", "visitor"],
] as const)(
	"home %s shows a %s the rest when any of its queries fails",
	async ([phase, reader], { admin }) => {
		const { userId } = await createRegistration();
		const as = reader === "visitor" ? null : reader === "organiser" ? admin : { id: userId };
		const { state, app } = failingHome(clocks[phase]);
		const whole = await sourceOf(await app.get("/", { as }));
		expect(lackIn(whole)).toEqual([]);
		const asked = [...new Set(state.asked)].filter((sql) => !isNeeded(sql));
		expect(asked.length).toBeGreaterThan(5);
		for (const broken of asked) {
			state.fails = (sql) => sql === broken;
			const response = await app.get("/", { as });
			expect(response.status, broken).toBe(200);
			expect(cacheOf(response), broken).toBe(as ? "PART" : "MISS");
			const page = await sourceOf(response);
			expect(textsIn(page, "h1"), broken).toEqual(["Glider Cup 2025"]);
			expect(elementsIn(page, "section.sponsors"), broken).toHaveLength(1);
		}
	},
);

test.for([
	["news", "aktuality", "news"],
	["score_sheets", "výsledky", "results"],
] as const)(
	"home without %s says so in the language of its reader and keeps the rest",
	async ([table, cs, en]) => {
		const { state, app } = failingHome(clocks.flying);
		state.fails = (sql) => sql.includes(`"${table}"`);
		const czech = await sourceOf(await app.get("/", { language: "cs" }));
		expect(lackIn(czech)).toEqual([
			`Právě nejde načíst: ${cs}. Ostatní na\u00a0stránce platí, zkuste ji za\u00a0chvíli načíst znovu.`,
		]);
		expect(elementsIn(czech, "article.now-class")).toHaveLength(2);
		const english = await sourceOf(await app.get("/", { language: "en" }));
		expect(lackIn(english)[0]).toContain(`Cannot be loaded at the moment: ${en}.`);
	},
);

test("what fails is not taken for what is empty", async ({ user }) => {
	const { state, app } = failingHome(clocks.before);
	expect(textsIn(await sourceOf(await app.get("/")), "p.empty")).not.toEqual([]);
	state.fails = (sql) => sql.includes('from "news"');
	expect(textsIn(await sourceOf(await app.get("/")), "p.empty"), "news").toEqual([]);
	const enter = (page: string) => elementsIn(page, '.home-head a[href="/registration"]').length;
	state.fails = () => false;
	const invited = enter(await sourceOf(await app.get("/", { as: user })));
	state.fails = (sql) => /from "registrations"/.test(sql);
	expect(enter(await sourceOf(await app.get("/", { as: user }))), "own entry").toBeLessThan(invited);
});

test("a page that lacks a part is sent for five seconds, and never as the last good one", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date(clocks.flying) });
	const { state, binding } = failingStatements(env.DB_2025);
	const app = createApp({ remembers: true, env: { DB_2025: binding } });
	const good = await (await app.get("/")).text();
	vi.advanceTimersByTime(61_000);
	state.fails = (sql) => sql.includes('from "news"');
	const lacking = await app.get("/");
	expect([cacheOf(lacking), lackIn(await sourceOf(lacking)).length]).toEqual(["MISS", 1]);
	state.fails = () => false;
	vi.advanceTimersByTime(4_000);
	const kept = await app.get("/");
	expect([cacheOf(kept), lackIn(await sourceOf(kept)).length]).toEqual(["HIT", 1]);
	state.fails = () => true;
	vi.advanceTimersByTime(3_000);
	const stale = await app.get("/");
	expect([cacheOf(stale), await stale.text()]).toEqual(["STALE", good]);
	state.fails = () => false;
	const whole = await app.get("/");
	expect([cacheOf(whole), lackIn(await sourceOf(whole)).length]).toEqual(["MISS", 0]);
});

test("a database that answers nothing still fails the page", async () => {
	const { state, app } = failingHome(clocks.flying);
	state.fails = () => true;
	expect((await app.get("/")).status).toBe(503);
});

test.for(["before", "flying", "over"] as const)(
	"the health names what home %s cannot read, whichever table it is",
	async (phase, { user, admin }) => {
		const { state, app } = failingHome(clocks[phase]);
		for (const as of [null, user, admin]) await app.get("/", { as });
		const asked = state.asked.filter((sql) => !isNeeded(sql)).join("\n");
		const tables = new Set(Array.from(asked.matchAll(/(?:from|join) "(\w+)"/g), ([, table]) => table));
		expect(tables.size).toBeGreaterThan(5);
		const untold: unknown[] = [];
		for (const table of tables) {
			state.fails = (sql) => sql.includes(`"${table}"`);
			const response = await app.api("GET", "/api/health");
			const { checks } = (await response.json()) as { readonly checks?: { readonly pages: string } };
			if (response.status !== 503 || checks?.pages !== "failing") untold.push(table);
		}
		expect(untold).toEqual([]);
	},
);

test("the health names what pages cannot read", async () => {
	const { state, app } = failingHome(clocks.flying);
	state.fails = (sql) => sql.includes('from "news"');
	const response = await app.api("GET", "/api/health");
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ checks: { pages: "failing" }, failing: ["news"] });
});
