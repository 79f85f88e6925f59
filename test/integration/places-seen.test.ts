import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { editionSettings, outbox, users } from "~db/schema";
import { changeEdition } from "~test/support/change-edition";
import { recordStatus } from "~test/support/factories";
import { elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { applyList, beginEmpty, enters, mailsQueued, withPolicy } from "~test/support/place-rounds";
import { setEdition } from "~test/support/set-edition";
import { nthDay, test } from "~test/support/world";

/* What everybody sees of the places that a policy gives, and the mail before the list is final. */

const { db, app, final } = beginEmpty();

describe("the list that visitors see", () => {
	const listed = async (on = app) => sourceOf(await on.get("/starting-list", { language: "en" }));

	test("says who has a place, who waits in which order, and until when it is provisional", async ({
		admin,
	}) => {
		withPolicy("by-ranking", 1, "2025-04-15");
		changeEdition({ showsPaid: true });
		await enters("Adam", { rankingPosition: 9, paid: true });
		await enters("Bor", { rankingPosition: 2 });
		await enters("Cibulka", { isWildcard: true });
		const before = await listed();
		expect(before).toContain("Provisional until 15");
		expect(before).toContain("place not confirmed yet");
		await applyList(app, admin);
		const html = (await listed()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
		expect(html).not.toContain("not confirmed");
		expect(html.indexOf("Jan Bor")).toBeLessThan(html.indexOf("Jan Cibulka"));
		expect(html.indexOf("Jan Cibulka")).toBeLessThan(html.indexOf("Jan Adam"));
		expect(html).toMatch(/Jan Bor.*Ranked 2/);
		expect(html).toMatch(/Jan Cibulka.*WC/);
		expect(html).toMatch(/Jan Adam.*Reserve 1.*Ranked 9.*Paid/);
		expect(await listed(final)).toContain("Final list");
	});

	test("shows nobody who has no account any more, is out or has withdrawn", async () => {
		withPolicy("by-entry", 5);
		await enters("Adam", { placeByHand: "out" });
		await enters("Bor", { withdrawnFrom: "2025-07-13" });
		await enters("Cibulka");
		const html = await listed();
		expect(html).toContain("Jan Cibulka");
		expect(html).not.toContain("Jan Adam");
		expect(html).not.toContain("Jan Bor");
	});

	test("organisers find the list on the dashboard, and in theirs who waits as applied has the place in the queue", async ({
		admin,
	}) => {
		const read = async (path: string) => sourceOf(await app.get(path, { as: admin, language: "en" }));
		expect(await read("/admin"), "without a policy").not.toContain('href="/admin/places"');
		withPolicy("by-ranking", 1);
		const a = await enters("Adam", { rankingPosition: 2 });
		await enters("Cibulka", { rankingPosition: 30 });
		await applyList(app, admin);
		await enters("Dub", { rankingPosition: 1 });
		expect(linksIn(await read("/admin")).filter(([, to]) => to === "/admin/places")).toHaveLength(2);
		const html = await read("/starting-list");
		const [row = ""] = elementsIn(html, `#entry-${a.id}`);
		expect(elementsIn(row, ".badge-reserve"), "has a place until the list is applied").toEqual([]);
		expect(textsIn(html, ".badge-reserve")).toEqual(["Reserve 2"]);
	});

	test("the competitor reads the place in the queue on the own page", async ({ admin }) => {
		withPolicy("by-ranking", 1);
		await enters("Adam", { rankingPosition: 1 });
		const b = await enters("Bor", { rankingPosition: 30 });
		await enters("Cibulka", { rankingPosition: 20 });
		await applyList(app, admin);
		const html = await sourceOf(await app.get("/registration", { as: { id: b.userId }, language: "en" }));
		expect(html).toContain("number 2 on the list");
	});
});

describe("the day before the list is final", () => {
	test("who has a place and is unpaid gets one mail, and nobody else", async ({ admin }) => {
		withPolicy("by-entry", 4, "2025-04-15");
		await enters("Adam");
		await enters("Bor", { paid: true });
		await enters("Cibulka", { placeByHand: "place" });
		const flown = await enters("Dub");
		await enters("Ebr");
		await applyList(app, admin);
		await recordStatus(flown.id, nthDay(0), "HOME");
		await db.delete(outbox);
		await runScheduleAt("2025-04-13T10:00:00Z");
		expect(await mailsQueued()).toEqual([]);
		await runScheduleAt("2025-04-14T10:00:00Z");
		await runScheduleAt("2025-04-14T12:00:00Z");
		expect(await mailsQueued()).toEqual(["adam entry-final-warning"]);
		await runScheduleAt("2025-04-15T10:00:00Z");
		expect(await mailsQueued()).toEqual(["adam entry-final-warning"]);
	});

	test("a policy that was set in the browser is that of the schedule too", async ({ admin }) => {
		const typed = {
			...{ "admission/policy": "by-entry", "admission/places/total": "4" },
			"admission/finalSince": "2025-04-15",
		};
		const saved = await setEdition(app, admin, "admission", typed);
		expect(saved.headers.get("X-Refusal")).toBeNull();
		await enters("Adam", { accepted: true });
		await db.delete(outbox);
		try {
			await runScheduleAt("2025-04-14T10:00:00Z");
			expect(await mailsQueued()).toEqual(["adam entry-final-warning"]);
		} finally {
			await db.delete(editionSettings);
		}
	});

	test("whose address has had its mails of the day is told as soon as it may get one", async ({ admin }) => {
		withPolicy("by-entry", 4, "2025-04-15");
		const { userId } = await enters("Adam");
		await applyList(app, admin);
		await db.delete(outbox);
		await db.update(users).set({ verifiedAt: null }).where(eq(users.id, userId));
		const createdAt = new Date("2025-04-13T11:00:00Z");
		for (let n = 0; n < 10; n++)
			await db.insert(outbox).values({
				...{
					id: crypto.randomUUID(),
					kind: "entry-reserve",
					recipient: "adam@example.com",
					userId,
					language: "cs",
				},
				...{ payload: {}, state: "sent", attempts: 1, nextAttemptAt: createdAt, createdAt },
			});
		const warned = async () => (await mailsQueued()).filter((mail) => mail.endsWith("entry-final-warning"));
		await runScheduleAt("2025-04-14T10:00:00Z");
		expect(await warned()).toEqual([]);
		await runScheduleAt("2025-04-14T12:00:00Z");
		expect(await warned()).toHaveLength(1);
	});
});
