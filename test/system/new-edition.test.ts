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
	const text = editionList(read("editions/index.ts"), year);
	expect(text).toContain(`import { edition${year} } from "./${year}";\n`);
	expect(text).toContain(`\tedition${before},\n\tedition${year},\n]`);
});

test("a practice of an earlier year stands before the others, and is nobody's newest edition", () => {
	const file = editionFile(read(`editions/${before}.ts`), newestEdition, 2015, true);
	expect(file).toContain("\tyear: 2015,\n\tpractice: true,\n");
	expect(file).toContain(`from: "${sameWeekdayOf(2015, newestEdition.competition.from)}"`);
	const list = editionList(read("editions/index.ts"), 2015);
	expect(list.match(/edition\d{4}(?= })/g)?.[0]).toBe("edition2015");
	expect(list).toMatch(/\[\n\tedition2015,\n\tedition\d{4},\n/);
	expect(expectedEditions(read("test/unit/editions.test.ts"), newestEdition, 2015)).toMatch(
		/toEqual\(\[\n\t\t\[2015, "2015-07-11", .*\n\t\t\[/,
	);
	expect([2015, 1999, before].map((wanted) => yearComplaint(wanted, before, true))).toEqual([
		null,
		"There can be no edition 1999: years go from 2000 to 2100.",
		null,
	]);
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
