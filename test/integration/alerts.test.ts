import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { sealAuditRows } from "~/lib/operations/audit-rows.server";
import { raiseAlerts } from "~/lib/operations/raise-alerts.server";
import {
	alerts,
	auditLog,
	auditSeals,
	competitionDays,
	editionState,
	jobFuses,
	outbox,
	syncRuns,
	users,
} from "~db/schema";
import { goodPassword, mailsTo, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { createBrowser } from "~test/support/browser";
import { contextOf } from "~test/support/context";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { sourceOf } from "~test/support/html";
import { evening, runScheduleAt, upload } from "~test/support/igc";
import { createOrganiser, secretOn, sendPassword } from "~test/support/second-factor";
import { fakeServices } from "~test/support/services";
import { testEdition } from "~test/support/test-edition";
import { test } from "~test/support/world";
import { adminRightSql } from "../../scripts/admin/admin-right";

/* The operator hears of what should not go unnoticed, once per cause and hour. */

const OPERATOR_EMAIL = "operator@example.com";
const app = createApp({ clock: evening });
const db = databaseOf();

const minutesLater = (minutes: number) => new Date(Date.parse(evening) + minutes * 60_000);

function runAfter(minutes: number, bindings: Partial<Env> = {}) {
	return runScheduleAt(minutesLater(minutes).toISOString(), { OPERATOR_EMAIL, ...bindings });
}

/** The two jobs of the schedule, without the others. */
async function lookAfter(minutes: number, bindings: Partial<Env> = {}) {
	const ctx = contextOf({ now: minutesLater(minutes), env: { OPERATOR_EMAIL, ...bindings } });
	await sealAuditRows(ctx);
	await raiseAlerts({ ...ctx, files: bindings.FILES ?? ctx.files });
}

/** The alerts to an address: cause and number, oldest first. */
async function alertsTo(address = OPERATOR_EMAIL) {
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, address)).orderBy(outbox.createdAt);
	return mails.map(({ payload }) => Object.values(payload as object));
}

/** As `npm run admin:grant` does. */
async function grant(minutes: number) {
	const { email } = await createUser();
	const statements = adminRightSql("grant", email, minutesLater(minutes)).split(";\n");
	await env.DB_2025?.batch(statements.map((sql) => (env.DB_2025 as D1Database).prepare(sql)));
}

function erased(...minutes: number[]) {
	const write = (after: number) =>
		commit(contextOf({ now: minutesLater(after) }), {
			statements: [],
			audit: { action: "account.erase", subjectId: crypto.randomUUID() },
			visible: false,
		});
	return minutes.reduce<Promise<unknown>>(
		(before, after) => before.then(() => write(after)),
		Promise.resolve(),
	);
}

beforeEach(async () => {
	await db.batch([db.delete(outbox), db.delete(auditLog), db.delete(auditSeals), db.delete(alerts)]);
	await db.batch([db.delete(jobFuses), db.delete(syncRuns)]);
});

test("a new organiser is told once, and those of the next hour together", async () => {
	await grant(1);
	await runAfter(5);
	await grant(6);
	await runAfter(10);
	await grant(20);
	await runAfter(60);
	expect(await alertsTo()).toEqual([["new-organiser", 1]]);
	await runAfter(65);
	await runAfter(130);
	expect(await alertsTo()).toEqual([
		["new-organiser", 1],
		["new-organiser", 2],
	]);
	const [mail] = await mailsTo(OPERATOR_EMAIL);
	expect(mail?.subject).toMatch(/^Nově udělené právo pořadatele: \d – /);
	expect(mail?.text).toContain("/admin/operations?view=audit&action=user.grant-admin");
});

test("two runs at once send one mail", async () => {
	await grant(1);
	await sealAuditRows(contextOf({ now: minutesLater(2) }));
	await Promise.all([lookAfter(5), lookAfter(5)]);
	expect(await alertsTo()).toEqual([["new-organiser", 1]]);
});

test("without an operator the organisers of the edition get the alert", async () => {
	await grant(1);
	await lookAfter(5, { OPERATOR_EMAIL: "" });
	expect(await alertsTo("organiser@example.com")).toEqual([["new-organiser", 1]]);
});

test("an organiser on a new device is told, not on a known one, and no competitor", async () => {
	const organiser = await signedUp(app);
	const competitor = await signedUp(app);
	await db.update(users).set({ role: "organiser" }).where(eq(users.id, organiser.user.id));
	const logIn = ({ email }: { email: string }, browser: string, minutes: number) =>
		createApp({ clock: minutesLater(minutes).toISOString() }).post(
			"/login",
			{ email, password: goodPassword },
			{ headers: { "User-Agent": browser } },
		);
	expect((await logIn(organiser, "Phone", 1)).status).toBe(303);
	await lookAfter(5);
	await logIn(organiser, "Phone", 70);
	await logIn(competitor, "Laptop", 70);
	await lookAfter(75);
	expect(await alertsTo()).toEqual([["organiser-device", 1]]);
	const [mail] = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.kind, "alert"));
	const html = await sourceOf(
		await app.get(`/admin/mail/${mail?.id}`, { as: await createAdmin(), language: "cs" }),
	);
	// For a person, who may be the one who has logged in.
	expect(html).toContain("Pořadatel se přihlásil z\u00a0nového zařízení");
	expect(html).toContain("Jste-li to vy, nemusíte dělat nic.");
	await logIn(organiser, "Laptop", 140);
	await lookAfter(145);
	expect(await alertsTo()).toHaveLength(2);
});

test("an organiser who sets up a second factor at the first login is told as a new device", async () => {
	const production = createApp({
		env: { MODE: "production" },
		host: `${testEdition.year}.glidercup.example`,
	});
	const browser = createBrowser();
	await sendPassword(browser, production, await createOrganiser());
	const authenticator = createAuthenticator(await secretOn(await browser.get(production, "/second-factor")));
	const now = new Date();
	await browser.post(production, "/second-factor", { code: await authenticator.codeAt(now) });
	const ctx = contextOf({ now, env: { OPERATOR_EMAIL } });
	await sealAuditRows(ctx);
	await raiseAlerts(ctx);
	expect(await alertsTo()).toEqual([["organiser-device", 1]]);
});

test("more than three erasures within an hour are told, three are not", async () => {
	await erased(1, 30, 50);
	await lookAfter(55);
	await erased(100);
	await lookAfter(105);
	expect(await alertsTo()).toEqual([]);
	await erased(101, 102);
	await lookAfter(110);
	expect(await alertsTo()).toEqual([["erasures", 4]]);
});

test("more than three replaced flight logs within an hour are told", async () => {
	await seedReference();
	const entry = await createRegistration({ accepted: true });
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, "2025-07-15"));
	for (const fixes of [300, 310, 320, 330]) await upload(app, entry.id, day?.id ?? "", { fixes });
	await lookAfter(5);
	expect(await alertsTo()).toEqual([]);
	await upload(app, entry.id, day?.id ?? "", { fixes: 340 });
	await lookAfter(10);
	expect(await alertsTo()).toEqual([["replaced-logs", 4]]);
});

test("mail that piles up is told, and when the provider is back nothing is lost", async ({ user }) => {
	const mail = mailTo(user, "password-changed", {});
	await commit(contextOf({ now: minutesLater(0) }), {
		statements: [],
		audit: [],
		outbox: [mail],
		visible: false,
	});
	// Production without a key of the provider: every mail waits.
	const silent = { MODE: "production" };
	await runAfter(29, silent);
	expect(await alertsTo()).toEqual([]);
	await runAfter(35, silent);
	await runAfter(100, silent);
	expect(await alertsTo()).toEqual([["late-mail", 1]]);
	await runAfter(105);
	await runAfter(110);
	const states = await db.select({ state: outbox.state }).from(outbox);
	expect(states).toEqual(Array(3).fill({ state: "sent" }));
	expect(await mailsTo(user.email)).toHaveLength(1);
	expect(await alertsTo()).toEqual([
		["late-mail", 1],
		["late-mail", 0, true],
	]);
	const subjects = (await mailsTo(OPERATOR_EMAIL)).map(({ subject }) => subject);
	expect(subjects).toContainEqual(
		expect.stringMatching(/^Vyřešeno: žádný e-mail už nečeká déle než půl hodiny – /),
	);
});

test("flight logs that take half of their room are told once, and once when there is room again", async () => {
	const fill = (bytes: number) => db.update(editionState).set({ storedLogBytes: bytes });
	await fill(9_999_999_999);
	await lookAfter(5);
	expect(await alertsTo()).toEqual([]);
	await fill(10_400_000_000);
	await lookAfter(10);
	await lookAfter(100);
	expect(await alertsTo()).toEqual([["storage", 52]]);
	await lookAfter(24 * 60 + 20);
	expect(await alertsTo()).toHaveLength(1);
	await fill(0);
	await lookAfter(24 * 60 + 25);
	await lookAfter(24 * 60 + 30);
	expect(await alertsTo()).toEqual([
		["storage", 52],
		["storage", 0, true],
	]);
});

test("what comes and goes within an hour is told once", async () => {
	const { faults, bucket } = faultyBucket(env.FILES, { head: "before" });
	const look = (minutes: number) => lookAfter(minutes, { FILES: bucket });
	await look(5);
	faults.head = undefined;
	await look(10);
	faults.head = "before";
	await look(30);
	expect(await alertsTo()).toEqual([["files", 1]]);
	faults.head = undefined;
	await look(65);
	expect(await alertsTo()).toHaveLength(2);
});

/** How often a watchdog was told; the provider of mail stands for it, and notes each request. */
async function timesTold(): Promise<number> {
	const requests = await fetch(`${fakeServices().resend}/__control/requests`);
	return ((await requests.json()) as unknown[]).length;
}

test("a watchdog is told of each run that went well, and of none with a job that failed or is set aside", async () => {
	const watched = { WATCHDOG_URL: `${fakeServices().resend}/watchdog` };
	const before = await timesTold();
	await runAfter(1, watched);
	expect(await timesTold()).toBe(before + 1);
	await db
		.insert(jobFuses)
		.values({ job: "make-replays", unfinished: 2, beganAt: minutesLater(3) })
		.onConflictDoUpdate({ target: jobFuses.job, set: { unfinished: 2, beganAt: minutesLater(3) } });
	await runAfter(3, watched);
	expect(await timesTold()).toBe(before + 1);
	await db.delete(jobFuses);
	await runAfter(4, { WATCHDOG_URL: "http://127.0.0.1:9/" });
	await runAfter(5, watched);
	expect(await timesTold()).toBe(before + 2);
});
