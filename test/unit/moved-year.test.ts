import { expect, test } from "vitest";
import { movedSettings } from "~/lib/season/moved-year";
import { type SettingGroup, settingGroups } from "~/lib/season/setting-groups";
import { newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";

const edition = newestEdition();

const movedTo = (year: number, group: SettingGroup, changes: Partial<Edition> = {}) =>
	Object.fromEntries(
		movedSettings({ ...edition, ...changes }, year, group).map(({ key, value }) => [key, value.is]),
	);

test("the competition begins on the same weekday and is as long", () => {
	expect(movedTo(2026, "dates")).toMatchObject({
		"competition.from": "2026-07-11",
		"competition.to": "2026-07-19",
	});
	expect(movedTo(2028, "dates")).toMatchObject({
		"competition.from": "2028-07-15",
		"competition.to": "2028-07-23",
	});
});

test("instants keep their local time, also over another change of the clocks", () => {
	const dates = movedTo(2026, "dates", {
		signupUntil: "2025-03-30T20:00:00+02:00",
		entriesUntil: "2025-07-11T22:00:00Z",
	});
	expect(dates).toMatchObject({
		"competition.signupSince": "2026-03-01T11:00:00.000Z",
		// The Sunday before is in summer time as well: 29 March 2026.
		signupUntil: "2026-03-29T18:00:00.000Z",
		entriesUntil: "2026-07-10T22:00:00.000Z",
	});
});

test("dates of the fee stay on their day of the month, and 29 February becomes the day after", () => {
	const fees = { earlyUntil: "2024-02-29", lateFrom: "2024-05-15", byClass: {} };
	expect(movedTo(2025, "fee", { year: 2024, fees })).toMatchObject({
		fees: { earlyUntil: "2025-03-01", lateFrom: "2025-05-15" },
	});
});

test("texts name the new year, while links and albums stay, and the contest elsewhere is a new one", () => {
	expect(movedTo(2026, "texts")).toMatchObject({ title: "Glider Cup 2026" });
	expect(movedTo(2026, "links")).toMatchObject({
		soaringSpotUrl: null,
		contestId: null,
		archive: edition.archive,
	});
	expect(movedTo(2026, "photos")).toEqual({ photoGalleries: edition.photoGalleries });
	expect(movedTo(2026, "invitation", { capacity: undefined })).toHaveProperty("capacity", undefined);
});

test("every other setting comes along as it is", () => {
	const others = (Object.keys(settingGroups) as SettingGroup[]).filter(
		(group) => !["dates", "texts", "links", "fee"].includes(group),
	);
	for (const group of others) {
		for (const [key, value] of Object.entries(movedTo(2026, group))) {
			const held = key.split(".").reduce<unknown>((within, part) => (within as never)?.[part], edition);
			expect(value, key).toEqual(held);
		}
	}
});
