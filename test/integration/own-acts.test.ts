import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import { ownLogProof } from "~/lib/flights/log-rights/confirm-log.server";
import { writeLimits } from "~/lib/http/write-limits";
import { dayScores, erasures, outbox, protests, registrations, users } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { entryBody, idsOf } from "~test/support/entries";
import { createAdmin, databaseOf, recordStatus, referenceOf } from "~test/support/factories";
import { place } from "~test/support/flown";
import { elementsIn, plain } from "~test/support/html";
import { deleteLogs, pilotOf, runScheduleAt, uploadBody } from "~test/support/igc";
import { home, short } from "~test/support/scored-class";
import { flight, sentLogs } from "~test/support/sent-logs";

/*
 * Nobody's own act reopens their own right (docs/security.md, rule 52): every act of a competitor, of a rival and of a stranger × the
 * state of the day. The acts of a state follow each other in one world, each of another competitor where it needs one.
 */

const db = databaseOf();
const sent = sentLogs();
const { scored } = sent;

/** By the state of the day: when the acts come, and whether the results are announced then. */
const states = {
	before: { at: "2025-07-15T06:00:00Z", isAnnounced: false },
	"in the air": { at: "2025-07-15T18:10:00Z", isAnnounced: false },
	preliminary: { at: "2025-07-15T18:10:00Z", isAnnounced: false },
	"unofficial, time left": { at: "2025-07-15T18:10:00Z", isAnnounced: true },
	"unofficial, time over": { at: "2025-07-16T19:00:00Z", isAnnounced: true },
	official: { at: "2025-07-16T19:00:00Z", isAnnounced: true },
} as const;
type State = keyof typeof states;

interface Id {
	readonly id: string;
}

const names = ["A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8", "J9"] as const;
type Name = (typeof names)[number];
/** Entries by start number. A1 and B2 have sent their logs, all others are in the air or at home without one. */
const entries = Object.fromEntries(names.map((name) => [name, { id: "" }])) as Record<Name, Id>;
let admin: Id;
/** The log that a stranger has sent for C3 before, logs of another day, sent in the hour before, and the backup of B2. */
let versions = { ofStranger: "", away: "", here: "", backup: "" };

const recorderOf = (name: Name) => `LXV${name}Q`;
const flown = (name: Name, hops = home, begins = "10:00:00", date = "2025-07-15") =>
	flight([], { hops, begins, date, recorder: `A${recorderOf(name)}` });
const longer = [...short.slice(0, -1), { to: place(70_000), height: 0, stay: 120 }];

const upload = (app: App, to: Name, log: string, as?: Id, day = scored.day.id) =>
	app.post("/igc", uploadBody(entries[to].id, day, log), { as });

/** Id of the log that was uploaded. */
const versionIn = (answer: Response) =>
	answer.headers.get("Location")?.split("?")[0]?.split("/").at(-1) ?? "";

const own = async (name: Name) => pilotOf(entries[name].id);

const report = async (app: App, of: Name, as?: Id) =>
	app.post(
		"/outlandings/report",
		{ pilot: entries[of].id, day: scored.day.id, position: "49.6543 15.3321", condition: "well" },
		{ as },
	);

interface Act {
	readonly name: string;
	/** The writing routes that it stands for. */
	readonly routes: readonly string[];
	/** `log`: an own log, or its confirmation; `status`: where the own pilot is. These two may change points before they are announced. */
	readonly kind: "log" | "status" | "other" | "stranger";
	/** The status of its answer while the results are preliminary. */
	readonly answer: number;
	readonly act: (app: App, now: Date) => Promise<Response>;
}

const acts: readonly Act[] = [
	{
		name: "a stranger sends a log that is cut short",
		routes: ["POST /igc"],
		kind: "stranger",
		answer: 303,
		act: (app) => upload(app, "A1", flown("A1", short)),
	},
	{
		name: "a stranger sends a log for somebody without one",
		routes: ["POST /igc/upload"],
		kind: "stranger",
		answer: 201,
		act: (app) => app.post("/igc/upload", uploadBody(entries.G7.id, scored.day.id, flown("G7", longer))),
	},
	{
		name: "a stranger sends a log of somebody else's recorder",
		routes: ["POST /api/igc"],
		kind: "stranger",
		answer: 201,
		act: (app) => app.api("POST", "/api/igc", uploadBody(entries.G7.id, scored.day.id, flown("A1", longer))),
	},
	{
		name: "a stranger reports an outlanding",
		routes: ["POST /outlandings/report"],
		kind: "stranger",
		answer: 303,
		act: (app) => report(app, "G7"),
	},
	{
		name: "a stranger confirms the log that somebody else sent",
		routes: ["POST /igc/mine/:versionId"],
		kind: "stranger",
		answer: 403,
		act: (app) => app.post(`/igc/mine/${versions.ofStranger}`, {}),
	},
	{
		name: "a stranger moves somebody's log",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "stranger",
		answer: 403,
		act: (app) => app.post(`/igc/receipt/${versions.away}`, {}),
	},
	{
		name: "a rival sends a log for somebody",
		routes: ["POST /igc"],
		kind: "stranger",
		answer: 303,
		act: async (app) => upload(app, "A1", flown("A1", longer), await own("B2")),
	},
	{
		name: "a rival reports somebody's outlanding",
		routes: ["POST /outlandings/report"],
		kind: "stranger",
		answer: 303,
		act: async (app) => report(app, "G7", await own("B2")),
	},
	{
		name: "the own log is cut short",
		routes: ["POST /igc"],
		kind: "log",
		answer: 303,
		act: async (app) => upload(app, "A1", flown("A1", short), await own("A1")),
	},
	{
		name: "the own log is whole again",
		routes: ["POST /igc/upload"],
		kind: "log",
		answer: 200,
		act: async (app) =>
			app.post("/igc/upload", uploadBody(entries.A1.id, scored.day.id, flown("A1")), { as: await own("A1") }),
	},
	{
		name: "another flight of the day",
		routes: ["POST /api/igc"],
		kind: "log",
		answer: 201,
		act: async (app) =>
			app.api("POST", "/api/igc", uploadBody(entries.B2.id, scored.day.id, flown("B2", longer, "14:00:00")), {
				as: await own("B2"),
			}),
	},
	{
		name: "the first log",
		routes: ["POST /igc"],
		kind: "log",
		answer: 303,
		act: async (app) => upload(app, "E5", flown("E5", longer), await own("E5")),
	},
	{
		name: "the log of a rival as the own one",
		routes: ["POST /igc"],
		kind: "log",
		answer: 303,
		act: async (app) => upload(app, "F6", flown("A1"), await own("F6")),
	},
	{
		name: "the confirmation, by the link of the mail, of a log that somebody else sent",
		routes: ["POST /igc/mine/:versionId"],
		kind: "log",
		answer: 303,
		act: async (app, now) => {
			const proof = await ownLogProof(contextOf({ now }), versions.ofStranger);
			return app.post(`/igc/mine/${versions.ofStranger}?${proof}`, {});
		},
	},
	{
		name: "the bytes that somebody else sent",
		routes: ["POST /igc"],
		kind: "log",
		answer: 303,
		act: async (app) => upload(app, "G7", flown("G7", longer), await own("G7")),
	},
	{
		name: "the own log is moved to its day",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "log",
		answer: 303,
		act: async (app) => app.post(`/igc/receipt/${versions.away}`, {}, { as: await own("H8") }),
	},
	{
		name: "a log of another day is moved here",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "log",
		answer: 303,
		act: async (app) => app.post(`/igc/receipt/${versions.here}`, {}, { as: await own("J9") }),
	},
	{
		name: "the log of the own second recorder counts",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "log",
		answer: 303,
		act: async (app) =>
			app.post(`/igc/receipt/${versions.backup}`, { intent: "choose" }, { as: await own("B2") }),
	},
	{
		name: "a rival lets the log of somebody else's second recorder count",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "stranger",
		answer: 403,
		act: async (app) =>
			app.post(`/igc/receipt/${versions.backup}`, { intent: "choose" }, { as: await own("A1") }),
	},
	{
		name: "who of both pilots has flown",
		routes: ["POST /igc/receipt/:versionId"],
		kind: "other",
		answer: 303,
		act: async (app) => {
			const said = { intent: "crew", crew: "both" };
			return app.post(`/igc/receipt/${versions.ofStranger}`, said, { as: await own("C3") });
		},
	},
	{
		name: "the own outlanding is reported",
		routes: ["POST /outlandings/report"],
		kind: "status",
		answer: 303,
		act: async (app) => report(app, "D4", await own("D4")),
	},
	{
		name: "the own entry is scratched from the grid",
		routes: ["POST /grid"],
		kind: "other",
		answer: 303,
		act: async (app) => {
			const fields = { intent: "scratch", day: scored.day.id, pilot: entries.A1.id, reason: "horečka" };
			return app.post("/grid", fields, { as: await own("A1") });
		},
	},
	{
		name: "another class and glider are asked for",
		routes: ["POST /registration", "POST /api/registration", "PUT /api/registration"],
		kind: "other",
		answer: 200,
		act: async (app) => {
			const ids = idsOf(referenceOf());
			const body = entryBody(ids);
			const glider = { ...body.glider, gliderType: ids.kombiGlider, startNumber: "A9" };
			const asked = { ...body, glider, competitionClass: ids.kombi };
			return app.api("PUT", "/api/registration", asked, { as: await own("A1") });
		},
	},
	{
		name: "a safety card",
		routes: ["POST /registration/safety-card"],
		kind: "other",
		answer: 303,
		act: async (app) => app.post("/registration/safety-card", { crewName: "Petr" }, { as: await own("A1") }),
	},
	{
		name: "devices and consent for live positions",
		routes: ["POST /registration/live"],
		kind: "other",
		answer: 303,
		act: async (app) => app.post("/registration/live", { agrees: "on" }, { as: await own("A1") }),
	},
	{
		name: "a protest",
		routes: ["POST /protests/:date/:class"],
		kind: "other",
		answer: 409,
		act: async (app) =>
			app.post("/protests/2025-07-15/club", { text: "Odlet byl pozdě" }, { as: await own("A1") }),
	},
	{
		name: "the own account is erased",
		routes: [
			"POST /user-profile/erase",
			"POST /erase-account/:erasureId",
			"POST /confirm",
			"POST /user-profile",
			"PUT /api/users",
		],
		kind: "other",
		answer: 200,
		act: async (_, now) => {
			const userId = (await own("A1"))?.id ?? "";
			const [user] = await db.select().from(users).where(eq(users.id, userId));
			const erasure = { id: crypto.randomUUID(), userId, tokenVersion: user?.tokenVersion ?? 0 };
			await db.insert(erasures).values({ ...erasure, createdAt: now });
			const isErased = await eraseAccount(contextOf({ now }), { ...erasure, by: null });
			return new Response(null, { status: isErased ? 200 : 409 });
		},
	},
];

/** Routes that begin or end sessions, and change what only logging in needs: they know no day. */
const ofAccounts = [
	"POST /login",
	"POST /login/code",
	"POST /second-factor",
	"POST /second-factor/passkeys",
	"POST /signup",
	"POST /invitation/:invitationId",
	"POST /password-reset",
	"POST /confirm-email",
	"POST /undo-email",
	"POST /change-password",
	"POST /user-profile/data",
	"POST /user-profile/sessions",
	"GET /logout",
	"POST /logout",
	"POST /api/auth",
	"POST /api/auth/change-password",
	"POST /api/auth/reset-password",
	"POST /api/auth/reset-password/valid",
	"POST /api/auth/reset-password/reset",
	"POST /api/users",
];

/** Routes that only organisers write to, or the desk of a day. */
const ofOrganisers = Object.keys(writeLimits).filter((route) =>
	[
		/ \/admin/,
		/ \/registration\/:registrationId$/,
		/ \/api\/registration\/:registrationId/,
		/starting-list/,
		/competition-days| \/(api\/)?days/,
		/ \/igc\/read$/,
		/statuses/,
		/ \/duty/,
		/ \/outlandings$/,
		/ \/outlandings\/overdue/,
		/tracking/,
		/ \/api\/tasks/,
		/ \/api\/scoring/,
		/archive/,
		/ \/igc\/:igcFileId$/,
		/ \/api\/igc\/:id$/,
		/news/,
		/documents/,
		/ \/users$/,
	].some((pattern) => pattern.test(route)),
);

test("every writing route has its act here, or is one of accounts or organisers", () => {
	const known = [...acts.flatMap(({ routes }) => routes), ...ofAccounts, ...ofOrganisers];
	expect(Object.keys(writeLimits).filter((route) => !known.includes(route))).toEqual([]);
	expect(known.filter((route) => !(route in writeLimits))).toEqual([]);
});

interface Scores {
	readonly protestsUntil: string | null;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly points: number | null;
		readonly rank: number | null;
	}[];
}

async function readScores(app: App) {
	const scoring = await app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	const { computedAt: _, ...scores } = await scoring.json<Scores & { readonly computedAt: string | null }>();
	return scores;
}

/** What a log that nobody has confirmed may change (rule 42): its row says so instead of the status, as the class is scored then. */
const ofUnconfirmed = / (flying|no log yet|unconfirmed)|last calculated [^,]*, \d\d:\d\d/g;

/** What visitors read of the day. */
async function readPublic(app: App) {
	const text = async (address: string) => {
		const html = await (await app.get(address, { language: "en" })).text();
		return plain(elementsIn(html, "main")[0]?.textContent ?? "");
	};
	const results = await text(`/results?view=daily&class=${scored.club}&day=${scored.day.id}`);
	const json = async (address: string) => (await app.api("GET", address)).text();
	return {
		scores: await readScores(app),
		results: [
			await json(`/api/results/daily/${scored.club}/${scored.day.id}`),
			await json(`/api/results/total/${scored.club}`),
			await json("/api/results/top"),
		],
		statuses: await json(`/api/competitorstatuses/${scored.day.id}`),
		pages: [
			results.replaceAll(ofUnconfirmed, ""),
			await text(`/results?class=${scored.club}`),
			await text("/days/2025-07-15"),
			await text("/statuses?view=board"),
			await text("/outlandings"),
		],
	};
}

/** Who can protest, of those who have sent a log. */
async function protesters(app: App): Promise<readonly Name[]> {
	const mayProtest = async (name: Name) => {
		const page = await app.get("/protests/2025-07-15/club", { as: await own(name) });
		return elementsIn(await page.text(), "main textarea").length > 0;
	};
	const asked = (["A1", "B2"] as const).map(async (name) => ((await mayProtest(name)) ? [name] : []));
	return (await Promise.all(asked)).flat();
}

const pointsOf = ({ rows }: Scores) =>
	Object.fromEntries((rows ?? []).map(({ startNumber, points, rank }) => [startNumber, [points, rank]]));

const newProtestTimes = async () =>
	(await db.select().from(outbox)).filter(
		({ kind, payload }) => kind === "results-published" && (payload as { changed?: boolean }).changed,
	).length;

beforeEach(async () => {
	await db.delete(outbox);
	admin = await createAdmin();
	for (const name of names) {
		entries[name] = await scored.pilot(`Pilot${name}`, name);
		const isTheirs = eq(registrations.id, entries[name].id);
		await db
			.update(registrations)
			.set({ logger: recorderOf(name), secondPilot: "Petr Nový" })
			.where(isTheirs);
	}
});

async function reach(state: State) {
	const evening = createApp({ clock: "2025-07-15T18:05:00Z" });
	if (state === "before") {
		await deleteLogs();
		await db.delete(dayScores);
		return;
	}
	for (const name of names)
		await recordStatus(entries[name].id, scored.day.id, state === "in the air" ? "FLYING" : "HOME");
	// In every state somebody is missed, who is presumed to finish.
	await recordStatus(entries.D4.id, scored.day.id, "FLYING");
	await upload(evening, "A1", flown("A1"), await own("A1"));
	await upload(evening, "B2", flown("B2", short), await own("B2"));
	const saturday = scored.days.find(({ date }) => date === "2025-07-12")?.id ?? "";
	const second = flight([], { hops: longer, recorder: "AFLAB2Q" });
	versions = {
		backup: versionIn(await upload(evening, "B2", second, await own("B2"))),
		ofStranger: versionIn(await upload(evening, "C3", flown("C3", longer))),
		away: versionIn(
			await upload(evening, "H8", flown("H8", longer, "10:00:00", "2025-07-12"), await own("H8")),
		),
		here: versionIn(await upload(evening, "J9", flown("J9", longer), await own("J9"), saturday)),
	};
	if (!states[state].isAnnounced) return;
	const put = (app: App, to: string) =>
		app.api(
			"PATCH",
			`/api/scoring/${scored.day.id}/${scored.club}`,
			{ state: to, reason: "Zkontrolováno" },
			{ as: admin },
		);
	expect((await put(evening, "unofficial")).status).toBe(200);
	// A1 has protested already, and it was decided: another protest would need other points.
	await db.insert(protests).values({
		id: crypto.randomUUID(),
		dayId: scored.day.id,
		competitionClassId: scored.club,
		registrationId: entries.A1.id,
		revision: 1,
		text: "Odlet byl pozdě",
		feePaid: false,
		createdAt: new Date("2025-07-15T18:06:00Z"),
		outcome: "rejected",
		outcomeReason: "Nebyl",
		decidedAt: new Date("2025-07-15T18:07:00Z"),
	});
	if (state === "official")
		expect((await put(createApp({ clock: "2025-07-16T18:30:00Z" }), "official")).status).toBe(200);
}

describe.each(Object.keys(states) as State[])("%s", (state) => {
	const { at, isAnnounced } = states[state];

	test("no act gives its actor points, protest time or a right to protest that an organiser has not given", async () => {
		await reach(state);
		const app = createApp({ clock: at });
		let scores = await readScores(app);
		let rights = await protesters(app);
		for (const { name, kind, answer, act } of acts) {
			const shown = kind === "stranger" ? await readPublic(app) : null;
			const { status } = await act(app, new Date(at));
			if (state === "preliminary") expect.soft(status, name).toBe(answer);
			if (shown) expect.soft(await readPublic(app), `what is public: ${name}`).toEqual(shown);
			const after = await readScores(app);
			const mayProtest = isAnnounced ? await protesters(app) : [];
			const mayChangePoints = !isAnnounced && (kind === "log" || kind === "status");
			if (!mayChangePoints) expect.soft(pointsOf(after), `points: ${name}`).toEqual(pointsOf(scores));
			expect.soft(after.protestsUntil, `protest time: ${name}`).toBe(scores.protestsUntil);
			expect.soft(rights, `right to protest: ${name}`).toEqual(expect.arrayContaining([...mayProtest]));
			[scores, rights] = [after, mayProtest];
		}
		await runScheduleAt(at);
		expect(pointsOf(await readScores(app))).toEqual(pointsOf(scores));
		expect(await newProtestTimes()).toBe(0);
	});
});
