import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-hosts";
import { editionOfYear, editions, newestEdition } from "~editions/index";
import { newestOf, parseEditions } from "~editions/parse";
import type { Edition } from "~editions/schema";
import * as common from "../../editions/common";
import { editions as editionsOfSite } from "../../editions/index";
import { pastYears } from "../../editions/past-years";
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

const { account: _, ...inCommon } = common;
const shared: Edition = { ...newestEdition(), ...inCommon };

test.each([
	[{ ...shared, title: "" }, "editions/2025.ts: title: Too small"],
	[
		{ ...shared, capacity: 40 } as unknown as Edition,
		"editions/2025.ts: capacity: expected either { total } or { byClass }",
	],
	[
		{ ...shared, capacity: { byClass: { open: 9 } } },
		"editions/2025.ts: capacity.byClass.open: expected a class",
	],
	[{ ...shared, year: 2026 }, "editions/2026.ts: competition.from: is not in the edition's year"],
	[{ ...pastYears[0], contestId: -1 } as Edition, "editions/2020.ts: contestId: Too small"],
])("a wrong value is said in a line with its file, its field and what is expected there", (edition, line) => {
	expect(() => parseEditions([edition])).toThrow(line);
});

test("so it is with a value that several years share, and with one of a year that is over", () => {
	const [oldest] = pastYears;
	const before = common.contacts.field.phone;
	onTestFinished(() => void Object.assign(common.contacts.field, { phone: before }));
	Object.assign(common.contacts.field, { phone: "12" });
	expect(() => parseEditions([shared])).toThrow("editions/common.ts: contacts.field.phone: Invalid string");
	onTestFinished(() => void Object.assign(oldest ?? {}, { contestId: 3190 }));
	Object.assign(oldest ?? {}, { contestId: -1 });
	expect(() => parseEditions([...pastYears])).toThrow("editions/past-years.ts: contestId: Too small");
});

test("a year that stands there twice is refused", () => {
	expect(() => parseEditions([...editions, newestEdition()])).toThrow(/stands there twice/);
});

test("no edition at all is refused", () => {
	expect(() => parseEditions([])).toThrow(/at least one/);
});
