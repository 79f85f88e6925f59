import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import type { Effect } from "~/lib/db/effects";
import { auditLog, commitGuard, competitionDays, outbox, regions } from "~db/schema";
import { contentVersion, databaseOf, seedReference } from "~test/support/factories";

const db = databaseOf();
let queued = 0;
const ctx = {
	db,
	now: new Date("2025-03-02T10:00:00Z"),
	actor: null,
	requestId: "request",
	start: ({ kind }: Effect) => {
		if (kind === "mail-queued") queued += 1;
	},
	contentChanged: () => {},
	written: () => {},
} as unknown as Ctx;

const mail = {
	kind: "test",
	recipient: "jana@example.com",
	userId: null,
	language: "cs",
	payload: {},
} as const;

beforeEach(async () => {
	await seedReference();
	queued = 0;
});

test("a change, its audit row, its mail and the raised content version are one", async () => {
	const before = await contentVersion();
	const id = crypto.randomUUID();
	const committed = await commit(ctx, {
		statements: [db.insert(regions).values({ id, name: "Slezsko", country: "CZ" })],
		audit: { action: "glider-types.import", subjectId: id, after: { names: ["Slezsko", "x".repeat(301)] } },
		outbox: [mail],
		visible: true,
	});
	expect(committed).toEqual({ ok: true });
	expect(await contentVersion()).toBe(before + 1);
	const audited = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
	// The log keeps no copy of a long text.
	const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
	expect(audited.map(({ after }) => after)).toEqual([{ names: ["Slezsko", digest] }]);
	expect(await db.$count(outbox, eq(outbox.kind, "test"))).toBe(1);
	expect(queued).toBe(1);
});

test("a guarded statement that matches no row undoes everything", async () => {
	const before = await contentVersion();
	const id = crypto.randomUUID();
	const [day] = await db.select().from(competitionDays).limit(1);
	const committed = await commit(ctx, {
		statements: [
			db.insert(regions).values({ id, name: "Slezsko", country: "CZ" }),
			exactlyOne(
				db
					.update(competitionDays)
					.set({ version: sql`${competitionDays.version} + 1` })
					.where(and(eq(competitionDays.id, day?.id ?? ""), eq(competitionDays.version, 99))),
			),
		],
		audit: { action: "glider-types.import", subjectId: id },
		visible: true,
	});
	expect(committed).toEqual({ ok: false, reason: "missed" });
	expect(await db.$count(regions, eq(regions.id, id))).toBe(0);
	expect(await db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
	expect(await db.$count(commitGuard)).toBe(0);
	expect(await contentVersion()).toBe(before);
});

test("a guarded statement that matches one row lets the write through and leaves no guard", async () => {
	const [day] = await db.select().from(competitionDays).limit(1);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(competitionDays)
					.set({ task: "TASK" })
					.where(eq(competitionDays.id, day?.id ?? "")),
			),
		],
		audit: [],
		visible: false,
	});
	expect(committed).toEqual({ ok: true });
	expect(await db.$count(commitGuard)).toBe(0);
});

test("a violated unique index is told by its columns", async () => {
	const [day] = await db.select().from(competitionDays).limit(1);
	const committed = await commit(ctx, {
		statements: [
			db
				.insert(competitionDays)
				.values({ ...day, id: crypto.randomUUID() } as typeof competitionDays.$inferInsert),
		],
		audit: [],
		visible: true,
	});
	expect(committed).toEqual({ ok: false, reason: "taken", columns: "competition_days.date" });
});
