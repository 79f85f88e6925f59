import { afterEach, beforeEach, expect, test } from "vitest";
import { editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { draftInWords } from "../../scripts/backup/draft-state";
import { openedQuery, openedYears } from "../../scripts/lib/opened-years";

const draft: Edition = { ...newestEdition(), year: 2026, startsAsDraft: true };

beforeEach(() => void (editions as unknown as Edition[]).push(draft));
afterEach(() => void (editions as unknown as Edition[]).pop());

test("a command means the newest edition that is open where it works", async () => {
	expect(newestEdition(await openedYears(async () => [])).year).toBe(2025);
	expect(newestEdition(await openedYears(async () => [{ 1: 1 }])).year).toBe(2026);
});

test("a draft whose database is not there yet is a draft", async () => {
	const opened = await openedYears(async () => Promise.reject(new Error("no such table: edition_state")));
	expect(newestEdition(opened).year).toBe(2025);
});

test("a database that does not answer makes no edition a draft", async () => {
	const lost = openedYears(async () => Promise.reject(new Error("fetch failed")));
	await expect(lost).rejects.toThrow("fetch failed");
});

test("only editions that start as drafts are asked", async () => {
	const asked: number[] = [];
	await openedYears(async (year) => [asked.push(year)]);
	expect(asked).toEqual([2026]);
});

test("a restored draft is what the backup says; where the year before knows that it was opened, the operator hears it", async () => {
	const answers = (opened: boolean, noted: number | null) => ({
		query: async (year: number, sql: string) =>
			sql === openedQuery ? (opened ? [{ 1: 1 }] : []) : [{ at: year === 2025 ? noted : null }],
	});
	expect(await draftInWords(answers(false, null), 2026)).toContain("organisers alone see");
	expect(await draftInWords(answers(true, null), 2026)).toContain("it is open here");
	const lost = await draftInWords(answers(false, Date.parse("2025-09-01T10:00:00Z")), 2026);
	expect(lost).toContain("The audit log of 2025 says that it was opened on 2025-09-01T10:00:00.000Z");
	expect(await draftInWords(answers(false, null), 2025)).toBeNull();
});
