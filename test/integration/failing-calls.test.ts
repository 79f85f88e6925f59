import { env } from "cloudflare:test";
import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	auditLog,
	documents,
	documentVersions,
	igcFiles,
	igcFileVersions,
	news,
	outbox,
	registrations,
} from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { entryBody, idsOf } from "~test/support/entries";
import {
	contentVersion,
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { type CallFault, failingCall } from "~test/support/faulty-bindings";
import { evening, pilotOf, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { testEdition } from "~test/support/test-edition";

/*
 * The n-th call to the database or the bucket fails, for n = 1, 2, … until a request passes untouched, as SQLite tests what
 * happens when memory or disk fail. However it fails, nothing is half done and the same request can be made again.
 */

const db = databaseOf();
const clean = createApp({ clock: evening });
/** No request makes more calls. */
const mostCalls = 60;

const reference = await seedReference();
const admin = await createAdmin();

interface Case {
	/** Makes what a request needs; what it returns sends the request, the same one each time. */
	readonly prepare: () => Promise<(app: App) => Promise<Response>>;
	/** How many changes there are to be seen, and how many rows of the audit log and of mail tell of them. */
	readonly count: () => Promise<{ readonly changes: number; readonly told: readonly number[] }>;
	/** Whether each change raises the content version. */
	readonly visible: boolean;
	/** Statuses of a request that is made again after one that failed. */
	readonly repeated: readonly number[];
}

const audited = (...actions: string[]) => db.$count(auditLog, inArray(auditLog.action, actions));
const mailed = (kind: string) => db.$count(outbox, eq(outbox.kind, kind));
const isReady = eq(documentVersions.state, "ready");

const cases: Record<string, Case> = {
	"POST /api/news with e-mail": {
		prepare: async () => {
			const title = crypto.randomUUID();
			return (app) => app.api("POST", "/api/news", { title, body: "x", email: true }, { as: admin });
		},
		count: async () => ({
			changes: await db.$count(news),
			// The organiser is the only one with an account.
			told: [await audited("news.add"), await mailed("news")],
		}),
		visible: true,
		repeated: [201],
	},
	"POST /api/registration": {
		prepare: async () => {
			const user = await createUser();
			const body = entryBody(idsOf(reference));
			return (app) => app.api("POST", "/api/registration", body, { as: user });
		},
		count: async () => ({
			changes: await db.$count(registrations),
			told: [await audited("registration.enter"), await mailed("entry-submitted")],
		}),
		visible: true,
		// The entry of the first request is there.
		repeated: [201, 400],
	},
	"PUT /api/registration/:id/quick-actions": {
		prepare: async () => {
			const { id } = await createRegistration();
			const path = `/api/registration/${id}/quick-actions`;
			return (app) => app.api("PUT", path, { accepted: true }, { as: admin });
		},
		count: async () => ({
			changes: await db.$count(registrations, eq(registrations.accepted, true)),
			told: [await audited("registration.flags"), await mailed("entry-accepted")],
		}),
		visible: true,
		repeated: [200],
	},
	"POST /api/documents": {
		prepare: async () => {
			const name = `${crypto.randomUUID()}.txt`;
			return (app) => {
				const form = multipart({ document: new File([name], name) });
				return app.api("POST", "/api/documents", form, { as: admin });
			};
		},
		count: async () => ({
			changes: await db.$count(documentVersions, isReady),
			told: [
				await audited("document.add"),
				(
					await db
						.select()
						.from(documents)
						.innerJoin(documentVersions, and(eq(documentVersions.id, documents.currentVersionId), isReady))
				).length,
			],
		}),
		visible: true,
		// The same bytes again change nothing.
		repeated: [200, 201],
	},
	"POST /api/igc": {
		prepare: async () => {
			const { id } = await createRegistration({ accepted: true });
			const day = reference.competitionDays.find(({ date }) => date === "2025-07-15")?.id ?? "";
			// The pilot's own: nobody sees a log of a stranger.
			const as = await pilotOf(id);
			return (app) => app.api("POST", "/api/igc", uploadBody(id, day, { pilot: id }), { as });
		},
		count: async () => ({
			changes: await db.$count(igcFileVersions, eq(igcFileVersions.state, "ready")),
			told: [
				await audited("igc.upload"),
				(
					await db
						.select()
						.from(igcFiles)
						.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
				).length,
			],
		}),
		visible: testEdition.publishTracks,
		repeated: [200, 201],
	},
};

async function measure({ count }: Case) {
	const { changes, told } = await count();
	return { changes, told, version: await contentVersion() };
}

/** What stands in the database says that each of these objects is whole. */
async function readyWithoutObject(): Promise<string[]> {
	const rows = [
		...(await db.select({ key: documentVersions.key }).from(documentVersions).where(isReady)),
		...(await db
			.select({ key: igcFileVersions.key })
			.from(igcFileVersions)
			.where(eq(igcFileVersions.state, "ready"))),
	];
	const found = await Promise.all(rows.map(async ({ key }) => [key, await env.FILES.head(key)] as const));
	return found.filter(([, object]) => object === null).map(([key]) => key);
}

async function expectWhole(one: Case, before: Awaited<ReturnType<typeof measure>>) {
	const after = await measure(one);
	const changes = after.changes - before.changes;
	const told = after.told.map((rows, i) => rows - (before.told[i] ?? 0));
	expect(told).toEqual(told.map(() => changes));
	expect(after.version - before.version).toBe(one.visible ? changes : 0);
	expect(await readyWithoutObject()).toEqual([]);
}

const faults: readonly CallFault[] = ["before", "after"];

test.each(Object.keys(cases).flatMap((name) => faults.map((fault) => [name, fault] as const)))(
	"%s: whichever call fails (%s it is made), nothing is half done and it can be sent again",
	{ timeout: 120_000 },
	async (name, fault) => {
		const one = cases[name];
		if (!one) throw new Error("there is no such case");
		for (let n = 1; n <= mostCalls; n += 1) {
			const send = await one.prepare();
			const before = await measure(one);
			const { state, env: bindings } = failingCall(env.DB_2025, env.FILES, n, fault);
			const answer = await send(createApp({ clock: evening, env: bindings }));
			if (answer.status >= 400) {
				expect([500, 503], `call ${n}`).toContain(answer.status);
				expect(await answer.json(), `call ${n}`).toMatchObject({ msg: expect.any(String) });
			}
			await expectWhole(one, before);
			if (!state.struck) {
				expect(answer.status).toBeLessThan(300);
				// Who is asking, what there is, the write.
				expect(state.calls).toBeGreaterThanOrEqual(3);
				return;
			}
			expect(one.repeated, `call ${n}`).toContain((await send(clean)).status);
			await expectWhole(one, before);
			expect((await measure(one)).changes, `call ${n}`).toBeGreaterThan(before.changes);
		}
		throw new Error(`there was no end after ${mostCalls} calls`);
	},
);

test("whichever call meets the write of another process, the request waits and succeeds", async () => {
	// Of the mails of news there are more with each account that the others have made.
	const one = cases["PUT /api/registration/:id/quick-actions"];
	if (!one) throw new Error("there is no such case");
	for (let n = 1; n <= mostCalls; n += 1) {
		const send = await one.prepare();
		const before = await measure(one);
		const { state, env: bindings } = failingCall(env.DB_2025, env.FILES, n, "busy");
		expect((await send(createApp({ clock: evening, env: bindings }))).status, `call ${n}`).toBe(200);
		expect((await measure(one)).changes, `call ${n}`).toBe(before.changes + 1);
		if (!state.struck) return;
	}
	throw new Error(`there was no end after ${mostCalls} calls`);
});
