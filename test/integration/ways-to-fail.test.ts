import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { mostStored } from "~/lib/files/object-storage.server";
import { alerts, auditLog, auditSeals, editionState, jobFuses, outbox, syncRuns } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { failingStatements, faultyBucket, switchableDatabase } from "~test/support/faulty-bindings";
import { sourceOf, textsIn } from "~test/support/html";
import { evening, runScheduleAt } from "~test/support/igc";
import { keys, startAnew } from "~test/support/results-sync";
import { fakeServices } from "~test/support/services";
import { test } from "~test/support/world";

/* Each way to fail, as the Worker tells it: the health names it, the operator gets a mail, and one when it is over, and home shows the rest. */

const OPERATOR_EMAIL = "operator@example.com";
const db = databaseOf();
const at = (minutes: number) => new Date(Date.parse(evening) + minutes * 60_000);

const run = (minutes: number, bindings: Partial<Env>) =>
	runScheduleAt(at(minutes).toISOString(), { OPERATOR_EMAIL, ...bindings });

async function healthAt(minutes: number, bindings: Partial<Env>) {
	const response = await createApp({ clock: at(minutes).toISOString(), env: bindings }).api(
		"GET",
		"/api/health",
	);
	const { status, checks, warnings } = (await response.json()) as {
		status: string;
		checks?: Record<string, string>;
		warnings?: string[];
	};
	const troubles = Object.entries(checks ?? {}).flatMap(([name, state]) =>
		state === "ok" ? [] : `${name}: ${state}`,
	);
	return [response.status, status, ...troubles, ...(warnings ?? [])];
}

async function homeAt(minutes: number, bindings: Partial<Env>) {
	const response = await createApp({ clock: at(minutes).toISOString(), env: bindings }).get("/");
	const page = await sourceOf(response);
	return {
		status: response.status,
		title: textsIn(page, "h1")[0],
		lacks: textsIn(page, "p.notice-warning").length,
	};
}

/** The alerts to the operator: the cause, and whether it is over. */
async function alertsSent() {
	const mails = await db
		.select()
		.from(outbox)
		.where(eq(outbox.recipient, OPERATOR_EMAIL))
		.orderBy(outbox.createdAt);
	return mails.map(({ payload }) => {
		const { cause, over = false } = payload as { cause: string; over?: boolean };
		return over ? `${cause} is over` : cause;
	});
}

async function queueMail() {
	const mail = mailTo(await createUser(), "password-changed", {});
	await commit(contextOf({ now: at(0) }), { statements: [], audit: [], outbox: [mail], visible: false });
}

interface Way {
	readonly begin?: () => Promise<unknown>;
	readonly end?: () => Promise<unknown>;
	/** Bindings of the Worker, and further ones of its schedule, while it lasts. */
	readonly during?: Partial<Env>;
	readonly duringSchedule?: Partial<Env>;
	/** Bindings when it is over. */
	readonly after?: Partial<Env>;
	/** Of the health: status, state, and what it names. */
	readonly told: readonly (number | string)[];
	/** Notices on home of parts that cannot be loaded. */
	readonly lacks?: number;
	readonly cause: string;
}

const degraded = (what: string) => [503, "degraded", what];

const ways: Readonly<Record<string, () => Way>> = {
	"mail that nobody sends": () => ({
		begin: queueMail,
		// Production without a key of the provider.
		duringSchedule: { MODE: "production" },
		told: degraded("mail: late"),
		cause: "late-mail",
	}),
	"a mail that failed for good": () => ({
		begin: async () => {
			await queueMail();
			await db.update(outbox).set({ state: "failed", lastError: "422 validation_error: Invalid `to` field" });
		},
		end: () => db.delete(outbox).where(eq(outbox.state, "failed")),
		told: degraded("mail: failed"),
		cause: "failed-mail",
	}),
	"a quota of mails that is nearly spent": () => ({
		begin: async () => {
			for (let mails = 0; mails < 4; mails += 1) await queueMail();
			await db.update(outbox).set({ state: "sent", nextAttemptAt: at(1) });
		},
		during: { MAILS_PER_DAY: "5" },
		told: [200, "ok", "mail-quota"],
		cause: "mail-quota",
	}),
	"room for flight logs of which half is taken": () => ({
		begin: () => db.update(editionState).set({ storedLogBytes: mostStored / 2 }),
		end: () => db.update(editionState).set({ storedLogBytes: 0 }),
		told: [200, "ok", "storage"],
		cause: "storage",
	}),
	"results that do not come": () => ({
		begin: startAnew,
		during: { ...keys, SOARING_SPOT_SECRET_2025: "wrong" },
		after: keys,
		told: degraded("results: late"),
		cause: "results",
	}),
	"a job that is set aside": () => ({
		begin: () => db.insert(jobFuses).values({ job: "make-replays", unfinished: 2, beganAt: at(90) }),
		end: () => db.delete(jobFuses),
		told: degraded("jobs: set-aside"),
		cause: "jobs",
	}),
	"a bucket that does not answer": () => ({
		during: { FILES: faultyBucket(env.FILES, { head: "before" }).bucket },
		told: degraded("files: failing"),
		cause: "files",
	}),
	"one query of home": () => {
		const { state, binding } = failingStatements(env.DB_2025);
		state.fails = (sql) => sql.includes('from "news"');
		return { during: { DB_2025: binding }, told: degraded("pages: failing"), lacks: 1, cause: "pages" };
	},
};

const well = [200, "ok"];

beforeEach(async () => {
	await db.batch([db.delete(outbox), db.delete(auditLog), db.delete(auditSeals), db.delete(alerts)]);
	await db.batch([db.delete(jobFuses), db.delete(syncRuns)]);
});

test.for(Object.keys(ways))(
	"%s: the health names it, the operator is told once, and once when it is over, and home shows the rest",
	async (name) => {
		const way = ways[name]?.();
		if (!way) throw new Error(name);
		const { during = {}, after = {}, lacks = 0, cause } = way;
		const duringSchedule = { ...during, ...way.duringSchedule };
		await way.begin?.();
		await run(35, duringSchedule);
		expect(await healthAt(36, during)).toEqual(way.told);
		expect(await homeAt(36, during)).toEqual({ status: 200, title: "Glider Cup 2025", lacks });
		await run(100, duringSchedule);
		expect(await alertsSent()).toEqual([cause]);
		await way.end?.();
		await run(105, after);
		await run(110, after);
		await run(175, after);
		expect(await alertsSent()).toEqual([cause, `${cause} is over`]);
		expect(await healthAt(176, after)).toEqual(well);
	},
);

/** How often a watchdog was told; the provider of mail stands for it, and notes each request. */
async function timesTold(): Promise<number> {
	const requests = await fetch(`${fakeServices().resend}/__control/requests`);
	return ((await requests.json()) as unknown[]).length;
}

test("a database that does not answer, and a schedule that does not run, write no mail: the health names them, and no watchdog is told", async () => {
	const { power, binding } = switchableDatabase(env.DB_2025);
	const watched = { DB_2025: binding, WATCHDOG_URL: `${fakeServices().resend}/watchdog` };
	await run(1, watched);
	const told = await timesTold();
	power.on = false;
	expect(await healthAt(2, watched)).toEqual([503, "unavailable"]);
	expect((await homeAt(2, watched)).status).toBe(503);
	await run(2, watched);
	expect(await timesTold()).toBe(told);
	power.on = true;
	expect(await healthAt(12, watched)).toEqual(degraded("schedule: late"));
	expect(await homeAt(12, watched)).toEqual({ status: 200, title: "Glider Cup 2025", lacks: 0 });
	await run(13, watched);
	expect(await timesTold()).toBe(told + 1);
	expect(await healthAt(14, watched)).toEqual(well);
});
