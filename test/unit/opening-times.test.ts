import { expect, test } from "vitest";
import {
	areEntriesOpen,
	areUploadsOpen,
	isSignupAhead,
	isSignupOpen,
	phaseOf,
} from "~/lib/editions/opening-times";
import { editionOfYear, newestEdition } from "~editions/index";

const newestYear = newestEdition().year;
const edition = { ...(editionOfYear(2025) ?? newestEdition()), newestYear };
const at = (time: string) => new Date(time);

test.each([
	["2025-03-01T10:59:59.999Z", "signup-closed"],
	["2025-03-01T11:00:00Z", "open"],
	["2025-07-11T21:59:59.999Z", "open"],
	["2025-07-11T22:00:00Z", "flying"],
	["2025-07-20T21:59:59.999Z", "flying"],
	["2025-07-20T22:00:00Z", "over"],
	["2031-01-01T00:00:00Z", "over"],
])("at %s the edition of 2025 is %s", (time, phase) => {
	expect(phaseOf(edition, at(time))).toBe(phase);
});

test("signup opens at its very moment and closes with the last competition day", () => {
	expect(isSignupOpen(edition, at("2025-03-01T10:59:59.999Z"))).toBe(false);
	expect(isSignupAhead(edition, at("2025-03-01T10:59:59.999Z"))).toBe(true);
	expect(isSignupOpen(edition, at("2025-03-01T12:00:00+01:00"))).toBe(true);
	expect(isSignupAhead(edition, at("2025-03-01T12:00:00+01:00"))).toBe(false);
	expect(isSignupOpen(edition, at("2025-07-20T21:59:59.999Z"))).toBe(true);
	expect(isSignupOpen(edition, at("2025-07-20T22:00:00Z"))).toBe(false);
	expect(isSignupAhead(edition, at("2025-07-20T22:00:00Z"))).toBe(false);
});

test("a practice, which is played after its days, takes accounts at any time", () => {
	expect(isSignupOpen({ ...edition, practice: true }, at("2030-01-01T00:00:00Z"))).toBe(true);
});

test("a later signupUntil does not keep signup open after the last competition day", () => {
	const late = { ...edition, signupUntil: "2025-08-31T23:59:00+02:00" };
	expect(isSignupOpen(late, at("2025-07-20T22:00:00Z"))).toBe(false);
});

test("signup closes at signupUntil where an edition sets one, and is not ahead then", () => {
	const closing = { ...edition, signupUntil: "2025-06-30T23:59:00+02:00" };
	expect(isSignupOpen(closing, at("2025-06-30T21:58:59Z"))).toBe(true);
	expect(isSignupOpen(closing, at("2025-06-30T21:59:00Z"))).toBe(false);
	expect(isSignupAhead(closing, at("2025-06-30T21:59:00Z"))).toBe(false);
	expect(phaseOf(closing, at("2025-07-05T00:00:00Z"))).toBe("signup-closed");
	expect(phaseOf(closing, at("2025-07-15T00:00:00Z"))).toBe("flying");
});

test("entries are open always, or until entriesUntil where an edition sets one", () => {
	const closing = { ...edition, entriesUntil: "2025-07-12T08:00:00+02:00" };
	expect(areEntriesOpen(edition, at("2030-01-01T00:00:00Z"))).toBe(true);
	expect(areEntriesOpen(closing, at("2025-07-12T05:59:59Z"))).toBe(true);
	expect(areEntriesOpen(closing, at("2025-07-12T06:00:00Z"))).toBe(false);
});

test("an edition with a successor takes nothing but flight logs, those until two days after its end", () => {
	const old = { ...edition, year: newestYear - 1 };
	for (const time of ["2025-02-01T00:00:00Z", "2025-05-01T00:00:00Z", "2025-07-15T00:00:00Z"]) {
		expect(isSignupAhead(old, at(time))).toBe(false);
		expect(isSignupOpen(old, at(time))).toBe(false);
		expect(areEntriesOpen(old, at(time))).toBe(false);
		expect(areUploadsOpen(old, at(time))).toBe(true);
	}
	expect(areUploadsOpen(old, at("2025-07-22T21:59:59Z"))).toBe(true);
	expect(areUploadsOpen(old, at("2025-07-22T22:00:00Z"))).toBe(false);
	expect(areUploadsOpen({ ...old, year: newestYear }, at("2025-07-22T22:00:00Z"))).toBe(true);
});
