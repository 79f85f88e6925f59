import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { competitionDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, seedReference } from "~test/support/factories";

test("the calendar holds every competition day with its task, in the reader's language", async () => {
	const { competitionDays: days } = await seedReference();
	const [first] = days;
	await databaseOf()
		.update(competitionDays)
		.set({ task: "TASK_CANCELLED" })
		.where(eq(competitionDays.id, first?.id ?? ""));
	const response = await createApp().get("/calendar.ics?lng=en");
	expect(response.status).toBe(200);
	expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
	const text = await response.text();
	expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(9);
	expect(text).toContain(`UID:${first?.id}@`);
	expect(text).toContain("DTSTART;VALUE=DATE:20250712\r\n");
	expect(text).toContain("SUMMARY:Glider Cup 2025: Day\u00a01\r\n");
	expect(text).toMatch(/DESCRIPTION:Task cancelled\\nhttp\S+\/days\/1\r\n/);
	expect(await (await createApp().get("/calendar.ics?lng=cs")).text()).toContain("Úloha zrušena");
});
