import { expect, test } from "vitest";
import { recordedChanges } from "~/routes/admin.operations/recorded-change";

test("a field is told as it was and as it is", () => {
	expect(recordedChanges({ accepted: false, igcId: null }, { accepted: true, igcId: 4210 })).toEqual([
		{ field: "accepted", before: false, after: true },
		{ field: "igcId", before: null, after: "4210" },
	]);
});

test("what the log does not say of a field is absent, not empty", () => {
	expect(recordedChanges({ taskUrl: "https://example.com/1" }, { dayId: "day-1" })).toEqual([
		{ field: "taskUrl", before: "https://example.com/1" },
		{ field: "dayId", after: "day-1" },
	]);
	expect(recordedChanges(null, null)).toEqual([]);
});

test("a value with parts of its own is told as JSON", () => {
	expect(recordedChanges(null, { taskUrls: { club: null } })).toEqual([
		{ field: "taskUrls", after: '{"club":null}' },
	]);
});
