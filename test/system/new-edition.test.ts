import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sameWeekdayOf } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { copyCheckout } from "~test/support/copied-checkout";
// Those of the site, not those of the tests.
import { editions, newestEdition } from "../../editions/index";
import {
	editionFile,
	editionList,
	wranglerConfiguration,
	yearComplaint,
} from "../../scripts/lib/new-edition";
import { inProject } from "../../scripts/lib/paths.mjs";

const before = newestEdition().year;
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
	const text = editionFile(read(`editions/${before}.ts`), newestEdition(), year, "startsAsDraft");
	expect(text).not.toContain(String(before));
	expect(text).toContain(`export const edition${year}: Edition`);
	expect(text).toContain(`from: "${sameWeekdayOf(year, newestEdition().competition.from)}"`);
	expect(text).toContain(`\tyear: ${year},\n\tstartsAsDraft: true,\n`);
	expect(text).toContain("soaringSpotUrl: null,");
	expect(text).toContain("contestId: null,");
});

test("in the list of editions the new one takes the place of the one before, whose values are a row", () => {
	const text = editionList(read("editions/index.ts"), before, year);
	expect(text).toContain(`import { edition${year} } from "./${year}";\n`);
	expect(text).toContain(`[...pastYears, edition${year}]`);
	expect(text).not.toContain(String(before));
});

test("a practice of an earlier year stands before the others, and is nobody's newest edition", () => {
	const file = editionFile(read(`editions/${before}.ts`), newestEdition(), 2015, "practice");
	expect(file).toContain("\tyear: 2015,\n\tpractice: true,\n");
	expect(file).toContain(`from: "${sameWeekdayOf(2015, newestEdition().competition.from)}"`);
	const list = editionList(read("editions/index.ts"), before, 2015, true);
	expect(list.match(/edition\d{4}(?= })/g)).toEqual(["edition2015", `edition${before}`]);
	expect(list).toContain(`[...pastYears, edition${before}, edition2015]`);
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

test.each([2024, 2025, 2101, 20_266])("there is no new edition %d after 2025", (wanted) => {
	expect(yearComplaint(wanted, 2025)).not.toBeNull();
});

test("the year after the newest one is fine, and so is a later one", () => {
	expect([2026, 2027].map((wanted) => yearComplaint(wanted, 2025))).toEqual([null, null]);
});

test("a year whose successor is prepared keeps its values when those of the coming year change", () => {
	const { folder, remove } = copyCheckout("public", "docs");
	onTestFinished(remove);
	const run = (...words: readonly string[]) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
		expect(status, stderr).toBe(0);
		return stdout;
	};
	const editionsOfCopy = (): Edition[] => {
		const say = `import("./editions/index.ts").then(({ editions }) => console.log(JSON.stringify(editions)))`;
		return JSON.parse(run("--import", "tsx", "--eval", say));
	};
	run("scripts/run.mjs", "new-edition", String(year));
	const common = join(folder, "editions/common.ts");
	const written = readFileSync(common, "utf8");
	writeFileSync(common, written.replace(/(?<=elevation: )\d+/, "99"));
	const all = editionsOfCopy();
	expect(all.filter((edition) => edition.year < year)).toEqual(editions);
	expect(all.at(-1)).toMatchObject({ year, startsAsDraft: true, airfield: { elevation: 99 } });
	run("node_modules/@biomejs/biome/bin/biome", "format", "editions");
});
