import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newestEdition } from "~editions/index";
import {
	editionFile,
	editionList,
	expectedEditions,
	sameWeekdayOf,
	wranglerConfiguration,
	yearComplaint,
} from "../../scripts/lib/new-edition";
import { inProject } from "../../scripts/lib/paths.mjs";

const before = newestEdition.year;
const year = before + 1;
const read = (path: string) => readFileSync(inProject(path), "utf8");

test.each([
	["2025-07-12", 2026, "2026-07-11"],
	["2025-07-20", 2026, "2026-07-19"],
	["2024-07-05", 2025, "2025-07-04"],
	["2025-07-12", 2028, "2028-07-15"],
])("the weekday of %s in %d is %s", (date, other, expected) => {
	expect(sameWeekdayOf(other, date)).toBe(expected);
});

test("the new edition's file says nothing of the year before and has no results page yet", () => {
	const text = editionFile(read(`editions/${before}.ts`), newestEdition, year);
	expect(text).not.toContain(String(before));
	expect(text).toContain(`export const edition${year}: Edition`);
	expect(text).toContain(`from: "${sameWeekdayOf(year, newestEdition.competition.from)}"`);
	expect(text).toContain("soaringSpotUrl: null,");
	expect(text).toContain("contestId: null,");
});

test("the list of editions gets an import and an element", () => {
	const text = editionList(read("editions/index.ts"), before, year);
	expect(text).toContain(`import { edition${year} } from "./${year}";\n`);
	expect(text).toContain(`\tedition${before},\n\tedition${year},\n]`);
});

test("wrangler.toml gets one more database, which is not that of the year before", () => {
	const text = wranglerConfiguration(
		read("wrangler.toml")
			.replace(`local-${before}`, "a-real-id")
			.replace(`glidercup-${before}"`, `glidercup-${before}-restored"`),
		before,
		year,
	);
	const added = text.split("[[d1_databases]]").find((block) => block.includes(`DB_${year}`));
	expect(added).toContain(`database_name = "glidercup-${year}"`);
	expect(added).toContain(`database_id = "local-${year}"`);
	expect(text.split("[[d1_databases]]").length).toBe(
		read("wrangler.toml").split("[[d1_databases]]").length + 1,
	);
});

test("the test of the editions' dates gets a row", () => {
	const text = expectedEditions(read("test/unit/editions.test.ts"), newestEdition, year);
	expect(text).toContain(`[${year}, "${sameWeekdayOf(year, newestEdition.competition.from)}"`);
});

test.each([2024, 2025, 2101, 20_266])("there is no new edition %d after 2025", (wanted) => {
	expect(yearComplaint(wanted, 2025)).not.toBeNull();
});

test("the year after the newest one is fine, and so is a later one", () => {
	expect([2026, 2027].map((wanted) => yearComplaint(wanted, 2025))).toEqual([null, null]);
});
