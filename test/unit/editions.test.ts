import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-hosts";
import { editionOfYear, editions, newestEdition } from "~editions/index";
import { newestOf, parseEditions } from "~editions/parse";
import type { Edition } from "~editions/schema";
import { editions as editionsOfSite } from "../../editions/index";
import { inProject } from "../../scripts/lib/paths.mjs";

const changed = (change: Partial<Edition>): Edition => ({ ...newestEdition(), ...change });

test("what the coming year takes over is read by no year that is over", () => {
	const text = readFileSync(inProject("editions/past-years.ts"), "utf8");
	expect([...text.matchAll(/ from "(.*)"/g)].map(([, name]) => name)).toEqual(["./archive", "./schema"]);
});

test("the newest edition is the one of the highest year, whatever the order of the files", () => {
	const shuffled = parseEditions([...editions].reverse());
	expect(shuffled.map(({ year }) => year)).toEqual(editions.map(({ year }) => year));
	expect(newestEdition().year).toBe(Math.max(...editions.map(({ year }) => year)));
});

test("an edition is found by its year, and none where there is none", () => {
	expect(editionOfYear(2022)?.title).toBe("Glider Cup 2022");
	expect(editionOfYear(1999)).toBeUndefined();
});

test("the API endpoint of every edition leads to that edition", () => {
	for (const { apiEndpoint, year } of editionsOfSite) {
		const { hostname } = new URL(apiEndpoint);
		expect(isApiHost(hostname)).toBe(true);
		expect(editionOfHost(hostname, editionsOfSite, newestOf(editionsOfSite)).year).toBe(year);
	}
});

test("the logo of every sponsor is there", () => {
	const logos = Object.keys(import.meta.glob("../../public/sponsors/*.svg"));
	for (const { sponsors } of editionsOfSite) {
		for (const { logo } of sponsors) expect(logos).toContain(`../../public${logo}`);
	}
});

test.each([
	[
		"an end before the beginning",
		changed({ competition: { ...newestEdition().competition, to: "2025-07-11" } }),
		/ends before/,
	],
	[
		"a day that does not exist",
		changed({ competition: { ...newestEdition().competition, to: "2025-07-32" } }),
		/competition\.to/,
	],
	["dates of another year", changed({ year: 2026 }), /edition's year/],
	[
		"a signup time without its offset",
		changed({ competition: { ...newestEdition().competition, signupSince: "2025-03-01T12:00:00" } }),
		/signupSince/,
	],
	[
		"a signup that opens during the competition",
		changed({ competition: { ...newestEdition().competition, signupSince: "2025-07-12T12:00:00+02:00" } }),
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
	[
		"albums that stand oldest first",
		changed({ photoGalleries: newestEdition().photoGalleries.toReversed() }),
		/newest first/,
	],
	["a link that runs a script", changed({ bugReportUrl: "javascript:alert(1)" }), /bugReportUrl/],
	["a text without its English version", changed({ place: { cs: "letiště", en: "" } }), /place\.en/],
	["a misspelt key", { ...newestEdition(), soaringspotUrl: null } as Edition, /soaringspotUrl/],
])("%s is refused with a message that names it", (_, edition, message) => {
	expect(() => parseEditions([edition])).toThrow(message);
});

test("a year that stands there twice is refused", () => {
	expect(() => parseEditions([...editions, newestEdition()])).toThrow(/stands there twice/);
});

test("no edition at all is refused", () => {
	expect(() => parseEditions([])).toThrow(/at least one/);
});
