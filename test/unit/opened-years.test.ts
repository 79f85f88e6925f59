import { afterEach, beforeEach, expect, test } from "vitest";
import { editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { openedYears } from "../../scripts/lib/opened-years";

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
