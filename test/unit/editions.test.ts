import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-hosts";
import type { Edition } from "~editions/schema";
// Those of the site, not those of the tests.
import { editionOfYear, editions, newestEdition } from "../../editions/index";
import { parseEditions } from "../../editions/parse";
import { firstGuess } from "../../scripts/lib/new-edition";
import { inProject } from "../../scripts/lib/paths.mjs";
import { editionsOfTests } from "../support/editions";

const edition2025 = editionOfYear(2025) ?? newestEdition;
const changed = (change: Partial<Edition>): Edition => ({ ...edition2025, ...change });

test("every year has its dates", () => {
	const dates = editions.map(({ year, competition: { from, to, signupSince } }) => [
		year,
		from,
		to,
		signupSince,
	]);
	expect(dates).toEqual([
		[2020, "2020-07-11", "2020-07-19", "2020-03-01T12:00:00+01:00"],
		[2021, "2021-07-10", "2021-07-18", "2021-03-01T12:00:00+01:00"],
		[2022, "2022-07-09", "2022-07-17", "2022-03-01T12:00:00+01:00"],
		[2023, "2023-07-08", "2023-07-16", "2023-03-01T12:00:00+01:00"],
		[2024, "2024-07-05", "2024-07-13", "2024-03-01T12:00:00+01:00"],
		[2025, "2025-07-12", "2025-07-20", "2025-03-01T12:00:00+01:00"],
	]);
});

test("what the coming year takes over is read by no year that is over", () => {
	const text = readFileSync(inProject("editions/past-years.ts"), "utf8");
	expect([...text.matchAll(/ from "(.*)"/g)].map(([, name]) => name)).toEqual(["./archive", "./schema"]);
});

test("the newest edition is the one of the highest year, whatever the order of the files", () => {
	const shuffled = parseEditions([...editions].reverse());
	expect(shuffled.map(({ year }) => year)).toEqual(editions.map(({ year }) => year));
	const played = editions.filter(({ practice }) => !practice);
	expect(newestEdition.year).toBe(Math.max(...played.map(({ year }) => year)));
});

test("a new edition is none of the tests'", () => {
	const year = newestEdition.year + 1;
	const next = { ...newestEdition, year, competition: firstGuess(newestEdition, year) };
	expect(editionsOfTests([...editions, next])).toEqual(editionsOfTests(editions));
});

test("an edition is found by its year, and none where there is none", () => {
	expect(editionOfYear(2022)?.title).toBe("Glider Cup 2022");
	expect(editionOfYear(1999)).toBeUndefined();
});

test("the API endpoint of every edition leads to that edition", () => {
	for (const edition of editions) {
		const { hostname } = new URL(edition.apiEndpoint);
		expect(isApiHost(hostname)).toBe(true);
		expect(editionOfHost(hostname, editions).year).toBe(edition.year);
	}
});

test("the logo of every sponsor is there", () => {
	const logos = Object.keys(import.meta.glob("../../public/sponsors/*.svg"));
	for (const { sponsors } of editions) {
		for (const { logo } of sponsors) expect(logos).toContain(`../../public${logo}`);
	}
});

test("the archive leads to every year from 2009 to 2024 and on, newest first, and so do the albums", () => {
	for (const { archive, photoGalleries } of editions) {
		const years = archive.map(({ year }) => year);
		const [newest = 0] = years;
		expect(newest).toBeGreaterThanOrEqual(2024);
		expect(years).toEqual(Array.from({ length: newest - 2008 }, (_, index) => newest - index));
		const albums = photoGalleries.map(({ year }) => year);
		expect(albums[0]).toBeGreaterThanOrEqual(2024);
		expect(albums).toEqual(albums.toSorted((a, b) => b - a));
	}
});

test.each([
	[
		"an end before the beginning",
		changed({ competition: { ...edition2025.competition, to: "2025-07-11" } }),
		/ends before/,
	],
	[
		"a day that does not exist",
		changed({ competition: { ...edition2025.competition, to: "2025-07-32" } }),
		/competition\.to/,
	],
	["dates of another year", changed({ year: 2026 }), /edition's year/],
	[
		"a signup time without its offset",
		changed({ competition: { ...edition2025.competition, signupSince: "2025-03-01T12:00:00" } }),
		/signupSince/,
	],
	[
		"a signup that opens during the competition",
		changed({ competition: { ...edition2025.competition, signupSince: "2025-07-12T12:00:00+02:00" } }),
		/signup opens after/,
	],
	[
		"a signup that closes before it opens",
		changed({ signupUntil: "2025-02-01T12:00:00+01:00" }),
		/closes before/,
	],
	[
		"entries that close before signup opens",
		changed({ entriesUntil: "2025-02-01T12:00:00+01:00" }),
		/entries close/,
	],
	[
		"a wrong IBAN",
		changed({ payment: { iban: "CZ6508000000192000145398", amount: 1, currency: "CZK", recipient: "A" } }),
		/check digits/,
	],
	[
		"a viewer without the flight's place",
		changed({ mapViewer: { template: "https://www.soaringspot.com/{contestId}" } }),
		/\{flightId\}/,
	],
	[
		"a frame list without the viewer",
		changed({ frameSources: ["https://example.com"] }),
		/viewer's own origin/,
	],
	["a link that runs a script", changed({ bugReportUrl: "javascript:alert(1)" }), /bugReportUrl/],
	["a text without its English version", changed({ place: { cs: "letiště", en: "" } }), /place\.en/],
	["a misspelt key", { ...edition2025, soaringspotUrl: null } as Edition, /soaringspotUrl/],
])("%s is refused with a message that names it", (_, edition, message) => {
	expect(() => parseEditions([edition])).toThrow(message);
});

test("a year that stands there twice is refused", () => {
	expect(() => parseEditions([...editions, newestEdition])).toThrow(/stands there twice/);
});

test("no edition at all is refused", () => {
	expect(() => parseEditions([])).toThrow(/at least one/);
});
