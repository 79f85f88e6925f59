import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signToken } from "~/lib/accounts/token.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { users as usersTable } from "~db/schema";
import { editions, newestEdition } from "~editions/index";
import { testBindings } from "~test/support/bindings";
import { verifyAudit } from "../../scripts/admin/verify-audit";
import { databaseOf } from "../../scripts/database/database-of";
import { insertRows, prepareAll } from "../../scripts/database/insert-rows";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { demoTimeOf } from "../../scripts/demo/flying-day";
import { seasonOf } from "../../scripts/demo/season";
import { inProject } from "../../scripts/lib/paths.mjs";
import { banner, clockInWords } from "../../scripts/local/banner";
import {
	demoBeginning,
	keepClock,
	localTime,
	requireClock,
	runningFrom,
} from "../../scripts/local/demo-clock";
import { type DevServer, startDevServer } from "../../scripts/local/dev-server";
import { executeLocally } from "../../scripts/local/execute-locally";
import { type KeptServer, keepServing } from "../../scripts/local/keep-serving";
import { completeLocalSecrets } from "../../scripts/local/local-secrets";
import { type LocalPlace, openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { prepareLocalData } from "../../scripts/local/prepare-local";
import { cutOf, keepCut, removeOtherCut } from "../../scripts/local/rewrite-demo";

/* What `npm start` does: a server on the demo's clock, which is started again when it ends, and the schedule. Of the demo, its accounts are enough. */

const { year } = newestEdition();
const folder = mkdtempSync(join(tmpdir(), "npm-start-"));
const place: LocalPlace = { state: join(folder, "state"), secrets: join(folder, "secrets.env") };
const demoTime = demoTimeOf(newestEdition()).getTime();

let port = 0;
let kept: KeptServer | null = null;

async function withState<T>(work: (env: Env) => Promise<T>): Promise<T> {
	const { env, close } = await openLocalState(place);
	try {
		return await work(env);
	} finally {
		await close();
	}
}

/** Of the preparation without the demo: what it said, and when the clock begins. */
const lines: string[] = [];
let beginning: Date | null = null;

beforeAll(async () => {
	writeFileSync(place.secrets, completeLocalSecrets(""));
	port = await freePortFrom(8950);
	({ beginning } = await prepareLocalData(place, { withDemo: [], report: (line) => lines.push(line) }));
});

afterAll(async () => {
	await kept?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Ids of the workerd processes that this process has started. */
function workerdProcesses(): number[] {
	const lines = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
	return lines
		.split("\n")
		.flatMap((line) => (line.includes("workerd") ? [Number(line.trim().split(/\s+/)[0])] : []));
}

/** Asks again where workerd has closed the idle connection that the request was sent on. */
function ask(path: string, init?: RequestInit): Promise<Response> {
	const send = () => fetch(`http://localhost:${port}${path}`, init);
	return send().catch(send);
}

/** Adds a news item, which is mailed to every account. @returns its id */
async function mailNews(admin: string, clock: string): Promise<string> {
	const env = { ...testBindings, ...parseEnv(readFileSync(place.secrets, "utf8")), CLOCK: clock };
	const settings = readSettings(env as unknown as Env, year);
	const now = readClock(env as unknown as Env);
	const token = await signToken(
		"session",
		{ id: admin, tokenVersion: 1 },
		{ edition: { year }, settings, now },
	);
	const response = await ask("/api/news", {
		method: "POST",
		headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
		body: JSON.stringify({ title: "Start za hodinu", body: "Text", email: true }),
	});
	expect(response.status).toBe(201);
	return ((await response.json()) as { _id: string })._id;
}

const { users } = seasonOf(newestEdition(), { passwordHash: "none", flying: true });
const clock = runningFrom(new Date(demoTime));
/** Of each start, the second a little later: a mail that was being sent is free again after two minutes. */
const clocks = [clock, runningFrom(new Date(demoTime + 5 * 60_000))];
const report = vi.fn<(line: string) => void>();
/** What the server has said. */
let log = "";

/** Starts the server of the tests below, for the people of the demo. */
async function startForPeople(): Promise<KeptServer> {
	await withState((env) => {
		const database = databaseOf(env, year);
		return database.batch(prepareAll(database, insertRows(usersTable, users)));
	});
	expect((await localTime(place)).getTime()).toBe(demoTime);
	const start = () =>
		startDevServer(place, port, {
			clock: clocks.shift() ?? clock,
			log: (text) => {
				log += text;
			},
		});
	return keepServing(start, { report, schedule: true });
}

test("without the demo, empty databases get what the site needs and nobody's account", async () => {
	expect(beginning).toBeNull();
	expect(lines.filter((line) => line.includes("reference data"))).toHaveLength(editions.length);
	await withState(async (env) => {
		const count = (table: string) =>
			databaseOf(env, year).prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
		expect([await count("users"), await count("news"), await count("registrations")]).toEqual([0, 0, 0]);
		expect(await count("competition_days")).toBeGreaterThan(5);
		expect(await count("glider_types")).toBeGreaterThan(5);
		expect(await demoBeginning(env)).toBeNull();
	});
});

test("the trace of a failure in local mode names the file and the line of the sources", async () => {
	kept ??= await startForPeople();
	await executeLocally(place, year, "ALTER TABLE news RENAME TO other_news");
	try {
		expect((await ask("/api/news")).status).toBeGreaterThanOrEqual(500);
		await vi.waitFor(() => expect(log).toContain('"level":"error"'), { timeout: 60_000 });
	} finally {
		await executeLocally(place, year, "ALTER TABLE other_news RENAME TO news");
	}
	const [, file = "", line = "", column = ""] = /(app\/[\w./-]+\.tsx?):(\d+):(\d+)/.exec(log) ?? [];
	expect(file, log).not.toBe("");
	const code = readFileSync(inProject(file), "utf8")
		.split("\n")
		[Number(line) - 1]?.slice(Number(column) - 1);
	expect(code, `${file}:${line}`).toMatch(/^(await|return|new|\w+[.(])/);
	expect(log).not.toMatch(/index\.js:\d/);
});

test("a server that is killed comes back on the same clock with all that it has acknowledged, and sends the mail that was left", async () => {
	kept ??= await startForPeople();
	const admin = users.find(({ email }) => email === "admin@example.com")?.id ?? "";

	const id = await mailNews(admin, clock);
	for (const process_ of workerdProcesses()) process.kill(process_, "SIGKILL");

	await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2), { timeout: 150_000 });
	expect(report.mock.calls.flat().join("\n")).toMatch(/ended by itself \(.*runs again/s);
	const news = (await (await ask("/api/news")).json()) as { _id: string; createdAt: string }[];
	const written = news.find(({ _id }) => _id === id);
	expect(Date.parse(written?.createdAt ?? "")).toBeGreaterThanOrEqual(demoTime);
	expect(Date.parse(written?.createdAt ?? "")).toBeLessThan(demoTime + 5 * 60_000);
	await vi.waitFor(
		async () => {
			const health = (await (await ask("/api/health")).json()) as { outboxAge: number | null };
			expect(health.outboxAge).toBeNull();
		},
		{ timeout: 150_000, interval: 500 },
	);
	const mails = (await (await ask("/dev/mail.json")).json()) as { to: string }[];
	await kept.stop();
	expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(users.map(({ email }) => email)));
	const { beginsAgain, head, waiting, complaints } = await withState(async (env) => ({
		beginsAgain: await demoBeginning(env),
		...(await verifyAudit(async (sql) => (await databaseOf(env, year).prepare(sql).all()).results, null)),
	}));
	expect(beginsAgain?.getTime(), "the clock never goes back").toBeGreaterThan(demoTime);
	// What was written on another clock, before and after the kill, is sealed in the order in which it was written.
	expect(complaints).toEqual([]);
	expect(head.number + waiting).toBeGreaterThan(0);
});

test("a server that ends at once again and again is given up", async () => {
	const start = vi.fn(
		async (): Promise<DevServer> => ({
			ended: Promise.resolve("out of memory"),
			runSchedule: async () => {},
			stop: async () => {},
		}),
	);
	const { ended } = await keepServing(start);
	await expect(ended).rejects.toThrow(/ended 5 times.*out of memory/);
	expect(start).toHaveBeenCalledTimes(5);
});

test("the schedule runs at the start and every minute", async () => {
	vi.useFakeTimers();
	const runSchedule = vi.fn(async () => {});
	const server = { ended: new Promise<string>(() => {}), runSchedule, stop: async () => {} };
	const { stop } = await keepServing(async () => server, { schedule: true });
	await vi.advanceTimersByTimeAsync(120_000);
	vi.useRealTimers();
	await stop();
	expect(runSchedule).toHaveBeenCalledTimes(3);
});

test("the banner says what time it is on the site, how to change it, and how long a connection is kept", () => {
	const words = clockInWords(undefined, new Date("2025-07-17T12:30:00Z"));
	expect(words).toContain("Thursday, 17 July 2025 at 14:30 in Prague");
	expect(words).toContain("the clock runs on");
	expect(clockInWords(undefined, null)).toContain("real time");
	expect(clockInWords("now", new Date())).toContain("real time");
	expect(clockInWords("+120", null)).toContain("120 days ahead");
	expect(clockInWords("2025-02-01T12:00:00Z", null)).toContain("1 February 2025 at 13:00");
	expect(clockInWords("2025-02-01T12:00:00Z+", null)).toContain(
		"1 February 2025 at 13:00 in Prague and runs on",
	);
	const said = (hasDemo: boolean) => banner({ port: 9000, time: words, hasDemo, newest: newestEdition() });
	expect(said(true)).toContain("admin@example.com");
	expect(said(false)).not.toContain("admin@example.com");
	expect(said(true)).toContain("CLOCK=now npm start");
	expect(said(true)).toContain("closes a connection\nafter 5 s without a request");
});

test("a clock that nobody can read is refused", () => {
	for (const clock of ["now", "+120", "2025-07-16T12:00:00Z", "2026-05-30T12:00:00+02:00+"])
		expect(() => requireClock(clock)).not.toThrow();
	for (const clock of ["tomorrow", "tomorrow+", "+"])
		expect(() => requireClock(clock)).toThrow(/CLOCK must be "now"/);
});

test("commands write the time of a clock that somebody has set, which goes on when it is set again", async () => {
	const own = { state: join(folder, "own-clock"), secrets: place.secrets };
	mkdirSync(own.state);
	const at = (time: string) => new Date(time);
	const timeOf = (setting: string | undefined, now: string) =>
		readClock({ MODE: "local", CLOCK: setting ?? "" }, at(now)).toISOString();
	const clock = "2026-05-30T12:00:00+02:00+";
	const first = keepClock(own, clock, at("2026-11-23T20:00:00Z"));
	expect(timeOf(first, "2026-11-23T20:00:00Z")).toBe("2026-05-30T10:00:00.000Z");
	// After a restart an hour later.
	const again = keepClock(own, clock, at("2026-11-23T21:00:00Z"));
	expect(timeOf(again, "2026-11-23T21:00:00Z")).toBe("2026-05-30T11:00:00.000Z");

	const written = keepClock(own, "2025-07-16T12:00:00Z");
	expect(written).toBe("2025-07-16T12:00:00Z");
	expect(await localTime(own)).toEqual(at("2025-07-16T12:00:00Z"));
	keepClock(own, "now");
	expect(Math.abs((await localTime(own)).getTime() - Date.now())).toBeLessThan(60_000);
	expect(keepClock(own, undefined)).toBeUndefined();
});

test("databases that hold the demo as of another clock are made anew, unless somebody has worked in them", async () => {
	const own: LocalPlace = { state: join(folder, "cut"), secrets: place.secrets };
	const february = cutOf("2025-02-01T12:00:00Z+");
	expect(february).toEqual(new Date("2025-02-01T12:00:00Z"));
	expect(cutOf("2025-07-17T20:30:00+02:00") ?? cutOf("now") ?? cutOf(undefined)).toBeUndefined();
	const { env, close } = await openLocalState(own);
	await applyMigrations(databaseOf(env, year), readMigrations(inProject("db/migrations")));
	const work = `INSERT INTO audit_log (id, at, action, request_id) VALUES ('own', 0, 'news.add', 'none')`;
	await databaseOf(env, year).prepare(work).run();
	await close();
	const stored = join(own.state, "v3");
	keepCut(own, undefined);
	expect(await removeOtherCut(own, undefined)).toBeNull();
	expect(await removeOtherCut(own, february)).toContain("somebody has worked in the databases");
	expect(existsSync(stored)).toBe(true);
	const again = await openLocalState(own);
	await databaseOf(again.env, year).prepare("DELETE FROM audit_log").run();
	await again.close();
	expect(await removeOtherCut(own, february)).toBeNull();
	expect(existsSync(stored)).toBe(false);
});
