import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, onTestFinished, vi } from "vitest";
import { createInvitationLink } from "~/lib/accounts/accept-invitation.server";
import { createSeasons } from "~/worker/seasons.server";
import { auditLog, editionSettings, igcFileVersions, invitations, jobFuses } from "~db/schema";
import { editions } from "~editions/index";
import { newestOf } from "~editions/parse";
import type { Edition } from "~editions/schema";
import { createApp, freshWorker, json } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { countedDatabase } from "~test/support/counted-database";
import { draftHost, draftOf, draftYear, keepDrafts, openDraft } from "~test/support/draft";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { textsIn } from "~test/support/html";
import { uploadBody } from "~test/support/igc";
import { testEdition } from "~test/support/test-edition";
import { dayOn, test } from "~test/support/world";

const opened = new Date("2025-09-01T10:00:00Z");
const clock = "2025-07-15T10:00:00Z";
const past = testEdition.title;
const coming = `Glider Cup ${draftYear}`;

keepDrafts(draftOf(draftYear));

type App = ReturnType<typeof createApp>;

const titleAt = async (app: App, path = "/", asked: Parameters<App["get"]>[1] = {}) => {
	const html = await (await app.get(path, asked)).text();
	return textsIn(html, "title").join();
};

const appAt = (host: string, other: Parameters<typeof createApp>[0] = {}) =>
	createApp({ host, clock, ...other });

describe("a draft", () => {
	test("leaves the main domain and unknown hosts to the year before, which takes entries", async () => {
		for (const host of ["localhost", "2031.localhost"]) expect(await titleAt(appAt(host))).toContain(past);
		expect(await json(await appAt("localhost").get("/api"))).toMatchObject({ edition: testEdition.year });
		expect((await appAt("localhost").get("/signup")).status).toBe(200);
		expect(await titleAt(appAt(`${testEdition.year}.localhost`))).toContain(past);
	});

	test("shows strangers on its host what an unknown host shows, and its organisers itself", async () => {
		const app = appAt(draftHost);
		const organiser = await createAdmin({}, draftYear);
		const scorer = await createUser({ role: "scorer" }, draftYear);
		const account = await createUser({}, draftYear);
		const ofPast = await createAdmin();
		expect(await titleAt(app)).toContain(past);
		expect(await titleAt(app, "/", { as: organiser })).toContain(coming);
		expect(await titleAt(app, "/contacts", { as: scorer })).toContain(coming);
		expect(await titleAt(app, "/", { as: account })).toContain(past);
		expect(await titleAt(app, "/", { as: ofPast })).toContain(past);
	});

	test("answers strangers by its login, and by an invitation to it", async () => {
		const app = appAt(draftHost);
		const made = { id: crypto.randomUUID(), createdAt: opened, expiresAt: new Date("2025-07-16T10:00:00Z") };
		await databaseOf(draftYear)
			.insert(invitations)
			.values({ ...made, email: "new@example.com", role: "organiser" });
		const ctx = contextOf({ year: draftYear, now: new Date(clock) });
		const invitation = (await createInvitationLink(ctx, made.id)) ?? "";
		for (const door of ["/login", "/LOGIN/", invitation]) {
			const response = await app.get(door);
			const html = await response.text();
			expect(textsIn(html, "title").join(), door).toContain(coming);
			expect(html, door).not.toContain('href="/password-reset"');
			expect(response.headers.get("X-Robots-Tag"), door).toBe("noindex");
			expect(response.headers.get("X-Edge-Cache"), door).not.toBe("HIT");
		}
		for (const path of ["/password-reset", "/signup", "/users", "/admin", "/calendar.ics", "/news.atom"]) {
			const text = await (await app.get(path)).text();
			expect(text.includes(coming), path).toBe(false);
		}
	});

	test("is left by who lost the role, with the next request", async () => {
		const app = appAt(draftHost);
		const organiser = await createAdmin({}, draftYear);
		expect(await titleAt(app, "/admin", { as: organiser })).toContain(coming);
		await databaseOf(draftYear).run("UPDATE users SET role = NULL");
		expect(await titleAt(app, "/", { as: organiser })).toContain(past);
	});

	test("answers calls of the API to its organisers alone", async () => {
		const app = appAt(`api.${draftHost}`);
		const organiser = await createAdmin({}, draftYear);
		const ofPast = await createAdmin();
		const token = await app.token(organiser);
		const asked = { headers: { Authorization: `Bearer ${token}` } };
		expect(await json(await app.get("/api/health"))).toMatchObject({ edition: testEdition.year });
		expect(await json(await app.get("/api/health", asked))).toMatchObject({ edition: draftYear });
		const login = await app.api("POST", "/api/auth", { email: ofPast.email, password: "x" });
		expect(login.status).toBe(400);
	});

	test("without a database exists for nobody, and its jobs do not run", async () => {
		const unbound = { env: { [`DB_${draftYear}`]: undefined } as Partial<Env> };
		expect(await titleAt(appAt(draftHost, unbound))).toContain(past);
		expect(await titleAt(appAt("localhost", unbound))).toContain(past);
		expect(await titleAt(appAt(draftHost, unbound), "/login")).toContain(past);
	});
});

describe("a year that organisers have opened", () => {
	test("has the main domain, and the year before is closed", async () => {
		await openDraft(opened);
		expect(await titleAt(appAt("localhost"))).toContain(coming);
		expect(await titleAt(appAt(draftHost))).toContain(coming);
		const before = await (await appAt(`${testEdition.year}.localhost`).get("/")).text();
		expect(before).toContain(coming);
		expect(await json(await appAt("localhost").get("/api"))).toMatchObject({ edition: draftYear });
	});

	test("is known to an isolate that has asked before within seconds, on cached pages too", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		onTestFinished(() => void vi.useRealTimers());
		const worker = freshWorker();
		const main = appAt("localhost", { worker });
		expect(await titleAt(main)).toContain(past);
		expect((await main.get("/")).headers.get("X-Edge-Cache")).toBe("HIT");
		await openDraft(opened);
		vi.setSystemTime(Date.now() + 2_001);
		expect(await titleAt(main)).toContain(coming);
		const signup = await (await appAt(`${testEdition.year}.localhost`, { worker }).get("/")).text();
		expect(signup).toContain(coming);
	});

	test("takes no log of the year before: one that was sent before it opened is kept, one after it goes to that year's own address", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		onTestFinished(() => void vi.useRealTimers());
		const { id } = await createRegistration({ accepted: true });
		const worker = freshWorker();
		const send = (host: string, fixes: number, at = clock) =>
			createApp({ host, worker, clock: at }).post(
				"/igc/upload",
				uploadBody(id, dayOn("2025-07-12"), { date: "2025-07-12", fixes }),
				{ language: "en", headers: { Accept: "application/json", "X-Edition": String(testEdition.year) } },
			);
		expect((await send("localhost", 300)).status).toBe(201);
		await openDraft(opened);
		// The isolate does not know yet.
		expect((await send("localhost", 310)).status).toBe(201);
		vi.setSystemTime(Date.now() + 2_001);
		const refused = await send("localhost", 320);
		expect(refused.status).toBe(403);
		expect(await refused.json()).toMatchObject({
			kept: true,
			msg: expect.stringContaining(`http://${testEdition.year}.localhost:8787/igc`),
		});
		expect((await send(`${testEdition.year}.localhost`, 320)).status).toBe(201);
		const late = await send("localhost", 330, "2025-09-01T10:00:00Z");
		expect(await late.json()).toMatchObject({ kept: true, msg: "Flight logs are no longer accepted." });
		// That year's organisers have set a later end.
		const setting = {
			key: "competition.to",
			version: 1,
			value: { is: "2025-08-31" },
			changedAt: new Date(0),
		};
		await databaseOf().insert(editionSettings).values(setting);
		const still = await send("localhost", 330, "2025-09-01T10:00:00Z");
		expect(await still.json()).toMatchObject({
			kept: true,
			msg: expect.stringContaining(`http://${testEdition.year}.localhost:8787/igc`),
		});
		await databaseOf().delete(editionSettings);
		expect(await databaseOf().$count(igcFileVersions)).toBe(3);
		expect(await databaseOf(draftYear).$count(igcFileVersions)).toBe(0);
	});

	test("is asked by the schedule, which asks the flown year before once a day from then on", async () => {
		const asked = async () => {
			const { binding, asked: ofPast } = countedDatabase(env.DB_2025 as D1Database);
			const bindings = { ...env, DB_2025: binding, CLOCK: "" } as Env;
			const execution = createExecutionContext();
			const run = { scheduledTime: Date.parse("2025-09-01T10:01:00Z"), cron: "* * * * *", noRetry() {} };
			await freshWorker().scheduled(run, bindings, execution);
			await waitOnExecutionContext(execution);
			return ofPast.statements;
		};
		expect(await asked()).toBeGreaterThan(0);
		await openDraft(opened);
		expect(await asked()).toBe(0);
		expect(await databaseOf(draftYear).$count(jobFuses)).toBeGreaterThan(0);
	});

	test("leaves a practice beside it as it is", async () => {
		const { startsAsDraft: _, ...values } = draftOf(draftYear + 1);
		const practice: Edition = { ...values, practice: true };
		(editions as unknown as Edition[]).unshift(practice);
		onTestFinished(() => void (editions as unknown as Edition[]).splice(editions.indexOf(practice), 1));
		const bound = { env: { [`DB_${practice.year}`]: env.DB_2020 } as Partial<Env> };
		const titles = async () => [
			await titleAt(appAt("localhost", bound), "/contacts"),
			await titleAt(appAt(`${practice.year}.localhost`, bound), "/contacts"),
		];
		expect(await titles()).toEqual([expect.stringContaining(past), expect.stringContaining(practice.title)]);
		await openDraft(opened);
		expect(await titles()).toEqual([
			expect.stringContaining(coming),
			expect.stringContaining(practice.title),
		]);
		const archive = await (await appAt("localhost", bound).get("/archive")).text();
		expect(archive).not.toContain(`${practice.year}.localhost`);
	});

	test("makes way for the year before in a release without its file, and is open again in the next one", async () => {
		await openDraft(opened);
		expect(await titleAt(appAt("localhost"))).toContain(coming);
		const files = editions as unknown as Edition[];
		const [file] = files.splice(-1, 1);
		try {
			expect(await titleAt(appAt("localhost"))).toContain(past);
			expect(await titleAt(appAt(draftHost))).toContain(past);
		} finally {
			if (file) files.push(file);
		}
		expect(await titleAt(appAt("localhost"))).toContain(coming);
	});

	test("stays what it was while its database fails, before and after", async () => {
		const broken = {
			env: {
				[`DB_${draftYear}`]: {
					withSession() {
						throw new Error("D1_ERROR: away");
					},
				},
			} as unknown as Partial<Env>,
		};
		expect(await titleAt(appAt("localhost", broken))).toContain(past);
		await databaseOf()
			.insert(auditLog)
			.values({
				id: crypto.randomUUID(),
				at: opened,
				action: "next-year.open",
				subjectId: String(draftYear),
				requestId: "test",
			});
		expect((await appAt("localhost", broken).get("/")).status).toBe(503);
		await databaseOf().delete(auditLog);
	});
});

test("editions that were deployed before drafts are open, and no database is asked for it", () => {
	const [oldest, ...younger] = editions.filter(({ startsAsDraft }) => !startsAsDraft);
	if (!oldest) throw new Error("no edition");
	const seasons = createSeasons([oldest, ...younger]);
	expect(seasons.known()).toEqual({ newest: testEdition, drafts: [] });
});

test("of two drafts the earlier one waits, and the later one is a draft as well", async () => {
	const later = draftOf(draftYear + 1);
	const seasons = createSeasons([testEdition, draftOf(draftYear), later]);
	const bindings = { ...env, [`DB_${later.year}`]: env.DB_2020 } as unknown as Env;
	const years = async () => {
		seasons.forget();
		const { newest, drafts } = await seasons.recall(bindings);
		return [newest.year, drafts.map(({ year }) => year)];
	};
	expect(await years()).toEqual([2025, [2026, 2027]]);
	await openDraft(opened);
	expect(await years()).toEqual([2026, [2027]]);
});

test("a site whose only year is a draft shows it", () => {
	const [first, second] = [draftOf(draftYear), draftOf(draftYear + 1)];
	expect(newestOf([second, first])).toBe(first);
	expect(newestOf([second, first], new Set([draftYear + 1]))).toBe(second);
	expect(newestOf([testEdition, { ...first, practice: true }], new Set([draftYear]))).toBe(testEdition);
});
