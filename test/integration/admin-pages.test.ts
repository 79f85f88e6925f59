import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { textsOf } from "~/lib/i18n/i18n.server";
import { buildInWords } from "~/routes/admin._index/build-in-words.server";
import { auditLog, competitionDays, outbox, syncRuns } from "~db/schema";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	recordStatus,
	seedReference,
	storeStatus,
} from "~test/support/factories";
import { attributeIn, elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";

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

const page = async (path: string) => sourceOf(await app.get(path, { as: admin, language: "cs" }));

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
	expect(await page("/admin")).toContain("Dnes není úloha");
	await createRegistration({ accepted: false });
	const [{ id: day = "" } = {}] = await db
		.select()
		.from(competitionDays)
		.where(eq(competitionDays.date, "2025-07-12"));
	for (const status of ["HOME", "OUTLANDING", "DNF"] as const)
		await recordStatus((await createRegistration({ accepted: true })).id, day, status);
	await createRegistration({ accepted: true, isReserve: true });
	await mail({ state: "failed", lastError: "422" });
	await db.update(competitionDays).set({ task: "TASK" }).where(eq(competitionDays.date, "2025-07-12"));
	await db.insert(syncRuns).values({
		id: crypto.randomUUID(),
		startedAt: new Date("2025-07-12T15:00:00Z"),
		outcome: "partial",
		detail: { error: null, classes: [] },
	});
	const html = await page("/admin");
	expect(html).toContain("1 přihláška čeká na přijetí");
	expect(
		elementsIn(html, ".attention")
			.flatMap(linksIn)
			.filter(([words]) => words.startsWith("Nahrát úlohu")),
	).toEqual(
		["2025-07-12", "2025-07-13"].flatMap((date) => [
			[expect.stringMatching(/^Nahrát úlohu: Club, /), `/admin/tasks/${date}/club`],
			[expect.stringMatching(/^Nahrát úlohu: Kombi, /), `/admin/tasks/${date}/18_meter`],
		]),
	);
	expect(html).toContain("Dnes chybí 2 záznamy letů");
	expect(html).toContain("1 e-mail se nepodařilo odeslat");
	expect(html).toContain("Výsledky se načetly jen zčásti, sobota 12.\u00a07.\u00a02025 17:00");
});

test("what is in order is folded away, and what waits comes in the order of the moment", async () => {
	const at = async (clock: string) =>
		sourceOf(await createApp({ clock }).get("/admin", { as: admin, language: "en" }));
	await mail({ state: "failed", lastError: "422" });
	const html = await at("2025-07-14T07:00:00Z");
	const folded = textsIn(html, "details .attention");
	expect(folded.join()).toContain("Nobody has withdrawn");
	expect(folded.filter((line) => !line.startsWith("Fine"))).toEqual([]);
	expect(textsIn(html, ":not(details) > ul > .attention").every((line) => line.startsWith("Attention"))).toBe(
		true,
	);
	const titles = async (clock: string) => textsIn(await at(clock), '[aria-labelledby="pages"] h3');
	expect(await titles("2025-07-14T07:00:00Z")).toEqual([
		"Flying",
		"Entries and people",
		"Scoring and results",
		"Site and operations",
	]);
	expect((await titles("2025-02-10T11:00:00Z"))[0]).toBe("Entries and people");
	expect((await titles("2025-08-01T08:00:00Z"))[0]).toBe("Scoring and results");
});

test("the overview ends with the version and the commit that run", async () => {
	expect(await page("/admin")).toContain("Verze\u00A01.7.2, sestavená z\u00A0neznámého commitu");
	const built = { commit: "0123456789abcdef", committedAt: "2025-07-12T10:00:00+02:00" };
	expect(buildInWords(textsOf("en").t, "en", built)).toBe(
		"Version\u00A01.7.2, commit 01234567 of 12\u00A0July\u00A02025, 10:00",
	);
});

test("missing keys of SoaringSpot need attention", async () => {
	const attention = async (env: Partial<Env>) => {
		const html = await sourceOf(await createApp({ env }).get("/admin", { as: admin, language: "en" }));
		const row = elementsIn(html, ".attention").find((one) =>
			linksIn(one).some(([, to]) => to === "/admin/scoring"),
		);
		return row?.textContent ?? "";
	};
	await db.delete(syncRuns);
	expect(await attention({ SOARING_SPOT_CLIENT_ID_2025: "", SOARING_SPOT_SECRET_2025: "" })).toMatch(
		/Attention.*The keys of SoaringSpot are missing/s,
	);
	const keys = { SOARING_SPOT_CLIENT_ID_2025: "id", SOARING_SPOT_SECRET_2025: "secret" };
	expect(await attention(keys)).not.toContain("keys");
});

test("an edition whose results are not yet at SoaringSpot needs no keys", async () => {
	await db.delete(syncRuns);
	changeEdition({ soaringSpotUrl: null });
	expect(await page("/admin")).not.toContain("SoaringSpot");
});

test("what has changed several times in a week is one line that counts", async () => {
	for (const at of ["2025-07-12T09:00:00Z", "2025-07-12T11:00:00Z", "2025-07-12T10:00:00Z"])
		await audit({ action: "role.invite", at: new Date(at) });
	const lines = textsIn(await page("/admin"), ".attention").filter((line) => line.includes("Tým"));
	expect(lines).toEqual([
		expect.stringContaining("Pozvánka do týmu, 3×, naposledy sobota 12.\u00a07.\u00a02025 13:00"),
	]);
});

test("who has nothing to look after reads no heading of it", async () => {
	const desk = await createUser({ role: "desk" });
	const html = await sourceOf(await app.get("/admin", { as: desk, language: "cs" }));
	expect(textsIn(html, "h2")).not.toContain("Co je potřeba");
});

test("mails are shown by state, the newest first, those of one moment as they were written, a hundred at a time", async () => {
	for (let i = 0; i < 105; i += 1) {
		await mail({
			recipient: `r${i}@example.com`,
			createdAt: new Date(Date.UTC(2025, 6, 1, 0, Math.floor(i / 30))),
		});
	}
	await mail({ state: "failed", recipient: "failed@example.com", createdAt: new Date("2025-07-20") });
	const first = await page("/admin/operations?view=mail&state=sent");
	expect(first).toContain("r104@example.com");
	expect(first).not.toContain("failed@example.com");
	expect(first).not.toContain("r4@example.com");
	const next = attributeIn(first, 'a[rel="next"]', "href") ?? "";
	const second = await page(`/admin/operations${next}`);
	expect(second).toContain("r4@example.com");
	expect(second).toContain("r0@example.com");
	expect(second).not.toContain("r5@example.com");
	expect(second).not.toContain('rel="next"');
	expect(await page("/admin/operations?view=mail&state=odd&after=odd")).toContain("failed@example.com");
});

/** What the rows of the audit log are about, as far as it has no name. */
const subjectsIn = (html: string) =>
	textsIn(html, "details p").flatMap((words) => /^Záznam (subject-\d+)$/.exec(words)?.[1] ?? []);

test("the audit log is narrowed down to an action, a person and a day of Prague", async () => {
	const other = await createAdmin({ name: "Eva", surname: "Druhá" });
	await audit({ subjectId: "subject-1", after: { title: "<script>" } });
	await audit({ subjectId: "subject-2", action: "news.delete" });
	await audit({ subjectId: "subject-3", actorId: other.id });
	await audit({ subjectId: "subject-4", at: new Date("2025-07-12T22:30:00Z") });
	await audit({ subjectId: "subject-5", actorId: null, action: "results.sync" });
	const shown = async (query: string) => {
		const html = await page(`/admin/operations?view=audit&${query}`);
		return subjectsIn(html)
			.map((subject) => subject.replace("subject-", ""))
			.sort();
	};
	expect(await shown("")).toEqual(["1", "2", "3", "4", "5"]);
	expect(await shown("action=news.delete&person=&date=")).toEqual(["2"]);
	expect(await shown(`person=${other.id}`)).toEqual(["3"]);
	expect(await shown("date=2025-07-13")).toEqual(["4"]);
	expect(await shown("date=2025-07-12&action=news.add")).toEqual(["1", "3"]);
	expect(await shown("date=yesterday")).toHaveLength(5);
	expect(await page("/admin/operations?view=audit")).toContain("&lt;script&gt;");
	expect(await page("/admin/operations?view=audit&action=none")).toContain("Takový záznam tu není.");
});

test("the audit log goes on where the page before ended, in the order in which it was written, with the filter kept", async () => {
	for (let i = 0; i < 60; i += 1) await audit({ subjectId: `subject-${i}` });
	const first = await page("/admin/operations?view=audit&action=news.add");
	const next = attributeIn(first, 'a[rel="next"]', "href") ?? "";
	expect(next).toContain("action=news.add");
	const second = await page(`/admin/operations${next}`);
	const writtenLastFirst = Array.from({ length: 60 }, (_, i) => `subject-${59 - i}`);
	expect([first, second].flatMap(subjectsIn)).toEqual(writtenLastFirst);
});

test("the audit log names what was changed, and tells how", async () => {
	const pilot = await createUser({ name: "Jana", surname: "Modrá" });
	const entry = await createRegistration({ userId: pilot.id, accepted: true });
	const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, "2025-07-14"));
	const status = {
		statusId: "status-of-jana",
		registrationId: entry.id,
		dayId: day?.id ?? "",
		statusAt: new Date(),
	};
	await storeStatus(status);
	const shown = async (values: Partial<typeof auditLog.$inferInsert>) => {
		await db.delete(auditLog);
		await audit(values);
		return page("/admin/operations?view=audit");
	};
	const flags = await shown({
		subjectId: entry.id,
		action: "registration.flags",
		before: { accepted: false, note: null },
		after: { accepted: true, note: "druhý den" },
	});
	expect(flags).toContain("Modrá Jana");
	expect(flags).toContain("Přijato: Ne → Ano");
	expect(flags).toContain("Poznámka: – → druhý den");
	const moved = await shown({
		action: "igc.reassign",
		before: { registrationId: entry.id, dayId: day?.id ?? "" },
		after: { registrationId: "gone", status: "OUTLANDING" },
	});
	expect(textsIn(moved, "td details li")).toEqual([
		"Pilot: Modrá Jana → gone",
		"Den: Den\u00a03",
		"Stav: V\u00a0poli",
	]);
	const received = await shown({ action: "igc.receive", after: { sha256: "17e6", state: "pending" } });
	expect(textsIn(received, "td details li")).toEqual(["Otisk (SHA-256): 17e6", "Stav: čeká"]);
	expect(await shown({ subjectId: "status-of-jana" })).toContain("Modrá Jana, Den\u00a03");
	expect(await shown({ subjectId: day?.id })).toContain(">Den\u00a03<");
	expect(await shown({ subjectId: pilot.id, action: "account.export" })).toContain(">Modrá Jana<");
	expect(await shown({ subjectId: admin.id, action: "account.login" })).not.toContain("muted block");
	expect(await shown({ subjectId: "unknown" })).not.toContain("muted block");
	expect(await shown({ subjectId: entry.id, action: "registration.amend" })).toContain(
		"Úprava přihlášky pořadatelem",
	);
});
