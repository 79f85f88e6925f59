import { expect, test } from "vitest";
import { editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { stableId } from "../../scripts/reference/stable-id";

const rows = referenceRows(newestEdition());
const indexOf = (name: string) => rows.gliderTypes.find((row) => row.name === name)?.index;

test("regions, classes and accommodation have the names that existing clients know", () => {
	expect(rows.regions.map(({ name, country }) => `${name} ${country}`)).toEqual([
		"Morava CZ",
		"Německo DE",
		"Rakousko AT",
		"Čechy 1. CZ",
		"Čechy 2. CZ",
	]);
	expect(rows.competitionClasses.map(({ name, type }) => [name, type])).toEqual([
		["Klub", "club"],
		["Kombi", "18_meter"],
	]);
	expect(rows.accommodationTypes.map(({ name }) => name)).toEqual([
		"Děkuji, nemám zájem",
		"Kemp",
		"Ubytovna",
	]);
});

test("the classes take their reference indices from the edition", () => {
	const indices = [102.5, 118];
	const classes = newestEdition().classes.map((one, index) => ({
		...one,
		referenceIndex: indices[index] ?? 0,
	}));
	const edition = { ...newestEdition(), classes };
	expect(referenceRows(edition).competitionClasses.map(({ referenceIndex }) => referenceIndex)).toEqual([
		102.5, 118,
	]);
});

test("there are at least sixty glider types, each once a class and with a plausible index", () => {
	expect(rows.gliderTypes.length).toBeGreaterThanOrEqual(60);
	const names = rows.gliderTypes.map(({ name, competitionClassType }) => `${competitionClassType}/${name}`);
	expect(new Set(names).size).toBe(names.length);
	for (const { index, competitionClassType } of rows.gliderTypes) {
		const [least, most] = competitionClassType === "club" ? [70, 106] : [104, 125];
		expect(index).toBeGreaterThanOrEqual(least);
		expect(index).toBeLessThanOrEqual(most);
		expect(index).toBe(Math.round(index * 10) / 10);
	}
});

test("a better glider has a higher index", () => {
	expect(indexOf("LS 4")).toBe(105.2);
	const ascending = [
		"L-13 Blaník",
		"VT-116 Orlík II",
		"ASW 15",
		"Standard Cirrus",
		"LS 4",
		"Discus",
		"ASG 29 18 m",
		"AS 33 18 m",
	];
	const indices = ascending.map(indexOf);
	expect(indices).not.toContain(undefined);
	expect(indices).toEqual([...indices].sort((a, b) => Number(a) - Number(b)));
});

test.each(editions)("$title has a named day for every date from the first to the last", (edition) => {
	const days = referenceRows(edition).competitionDays;
	expect(days.map(({ name }) => name)).toEqual(days.map((_, index) => `Den ${index + 1}`));
	expect(days.at(0)?.date).toBe(edition.competition.from);
	expect(days.at(-1)?.date).toBe(edition.competition.to);
	expect(days).toHaveLength(9);
	expect(new Set(days.map(({ task }) => task))).toEqual(new Set(["NO_TASK"]));
});

test("ids are the same every time, look like UUIDs and differ between things and editions", () => {
	const idsOf = (edition: Edition) =>
		Object.values(referenceRows(edition)).flatMap((table) => table.map(({ id }) => id));
	expect(idsOf(newestEdition())).toEqual(idsOf(newestEdition()));
	const all = editions.flatMap(idsOf);
	expect(new Set(all).size).toBe(all.length);
	for (const id of all)
		expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an id never changes, since databases hold it", () => {
	expect(stableId(2025, "region", "Morava")).toBe("7d4f43d2-8f48-8a55-8ec4-4486e38b3eb3");
});
