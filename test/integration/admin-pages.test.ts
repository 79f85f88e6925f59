import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog, competitionDays, outbox, syncRuns } from "~db/schema";
import { createApp } from "~test/app";
import { createAdmin, createRegistration, databaseOf, seedReference } from "~test/factories";

const app = createApp({ clock: "2025-07-12T16:00:00Z" });
const db = databaseOf();
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeAll(async () => {
	await seedReference();
	admin = await createAdmin();
});

beforeEach(async () => {
	await db.delete(outbox);
	await db.delete(auditLog);
});

const page = async (path: string) => (await app.get(path, { as: admin, language: "cs" })).text();

function mail(values: Partial<typeof outbox.$inferInsert>) {
	const at = new Date("2025-07-12T10:00:00Z");
	const row = {
		id: crypto.randomUUID(),
		kind: "news",
		recipient: "jana@example.com",
		language: "cs" as const,
		payload: {},
		state: "sent" as const,
		nextAttemptAt: at,
		createdAt: at,
		...values,
	};
	return db.insert(outbox).values(row);
}

function audit(values: Partial<typeof auditLog.$inferInsert>) {
	return db.insert(auditLog).values({
		id: crypto.randomUUID(),
		at: new Date("2025-07-12T10:00:00Z"),
		actorId: admin.id,
		action: "news.add",
		requestId: "request",
		...values,
	});
}

test("the overview counts what waits, what is missing today and what failed", async () => {
	await createRegistration({ accepted: false });
	await createRegistration({ accepted: true });
	await createRegistration({ accepted: true });
	await createRegistration({ accepted: true, isReserve: true });
	await mail({ state: "failed", lastError: "422" });
	expect(await page("/admin")).toContain("Dnes není úloha");
	await db.update(competitionDays).set({ task: "TASK" }).where(eq(competitionDays.date, "2025-07-12"));
	await db.insert(syncRuns).values({
		id: crypto.randomUUID(),
		startedAt: new Date("2025-07-12T15:00:00Z"),
		outcome: "partial",
		detail: {},
	});
	const html = await page("/admin");
	expect(html).toContain("1 přihláška čeká na schválení");
	expect(html).toContain("Dnes chybí 2 záznamy letů");
	expect(html).toContain("1 e-mail se nepodařilo odeslat");
	expect(html).toContain("Výsledky se načetly jen zčásti, sobota 12.\u00a07.\u00a02025 17:00");
});

test("mails are shown by state, the newest first, a hundred at a time", async () => {
	for (let i = 0; i < 105; i += 1) {
		await mail({ recipient: `r${i}@example.com`, createdAt: new Date(Date.UTC(2025, 6, 1, 0, i)) });
	}
	await mail({ state: "failed", recipient: "failed@example.com", createdAt: new Date("2025-07-20") });
	const first = await page("/admin/mail?state=sent");
	expect(first).toContain("r104@example.com");
	expect(first).not.toContain("failed@example.com");
	expect(first).not.toContain("r4@example.com");
	const next = /href="(\?[^"]*after=[^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
	const second = await page(`/admin/mail${next}`);
	expect(second).toContain("r4@example.com");
	expect(second).toContain("r0@example.com");
	expect(second).not.toContain("r5@example.com");
	expect(second).not.toContain('rel="next"');
	expect(await page("/admin/mail?state=odd&after=odd")).toContain("failed@example.com");
});

test("the audit log is narrowed down to an action, a person and a day of Prague", async () => {
	const other = await createAdmin({ name: "Eva", surname: "Druhá" });
	await audit({ subjectId: "subject-1", after: { title: "<script>" } });
	await audit({ subjectId: "subject-2", action: "news.delete" });
	await audit({ subjectId: "subject-3", actorId: other.id });
	await audit({ subjectId: "subject-4", at: new Date("2025-07-12T22:30:00Z") });
	await audit({ subjectId: "subject-5", actorId: null, action: "results.sync" });
	const shown = async (query: string) => {
		const html = await page(`/admin/audit?${query}`);
		return [...html.matchAll(/>Záznam subject-(\d)</g)].map(([, number]) => number).sort();
	};
	expect(await shown("")).toEqual(["1", "2", "3", "4", "5"]);
	expect(await shown("action=news.delete&person=&date=")).toEqual(["2"]);
	expect(await shown(`person=${other.id}`)).toEqual(["3"]);
	expect(await shown("date=2025-07-13")).toEqual(["4"]);
	expect(await shown("date=2025-07-12&action=news.add")).toEqual(["1", "3"]);
	expect(await shown("date=yesterday")).toHaveLength(5);
	expect(await page("/admin/audit")).toContain("&lt;script&gt;");
	expect(await page("/admin/audit?action=none")).toContain("Takový záznam tu není.");
});

test("the audit log goes on where the page before ended, with the filter kept", async () => {
	for (let i = 0; i < 60; i += 1) await audit({ subjectId: `subject-${i}` });
	const first = await page("/admin/audit?action=news.add");
	const next = /href="(\?[^"]*after=[^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
	expect(next).toContain("action=news.add");
	const second = await page(`/admin/audit${next}`);
	const subjects = [first, second].flatMap((html) =>
		[...html.matchAll(/>Záznam (subject-\d+)</g)].map(([, s]) => s),
	);
	expect(new Set(subjects).size).toBe(60);
	expect(subjects).toHaveLength(60);
});
