import { describe, expect, test } from "vitest";
import { exchangedLogs, type MarkedLog, namingsOf } from "~/lib/flights/log-rights/exchanged-logs";

const competitors = [
	["a", "AB", "OK-1000"],
	["k", "7K", "OK-7000"],
	["x", "XY", "D-1234"],
	["z", "Z1", "OK-9000"],
	// A start number of another class, and a glider of two.
	["z2", "Z1", "OK-5000"],
	["z3", "Z3", "OK-5000"],
].map(([registrationId = "", startNumber = "", registrationNumber = ""]) => ({
	registrationId,
	startNumber,
	registrationNumber,
}));

/** A log, such as "a: 7K OK-7000", of the recorder of its last word's entry: "a: - - k". A dash is a mark that is missing. */
function logOf(text: string): MarkedLog & { readonly owner: string | null } {
	const [, id = "", number = "-", registration = "-", owner = "-"] =
		/^(\w+): (\S+)(?: (\S+))?(?: (\S+))?$/.exec(text) ?? [];
	const own = competitors.find(({ registrationId }) => registrationId === id);
	const said = (mark: string) => (mark === "-" ? null : mark);
	return {
		registrationId: id,
		startNumber: own?.startNumber ?? "",
		registrationNumber: own?.registrationNumber ?? "",
		header: { competitionNumber: said(number), registration: said(registration) },
		owner: said(owner),
	};
}

function found(...texts: readonly string[]) {
	const namings = namingsOf(texts.map(logOf), competitors, ({ owner }) => owner);
	return {
		named: namings.map(({ log, names }) => `${log.registrationId} ${names}`),
		rings: exchangedLogs(namings).map((ring) =>
			ring
				.map(({ log }) => log.registrationId)
				.toSorted()
				.join(),
		),
	};
}

describe("a log names another competitor", () => {
	test.each([
		"a: 7K OK-7000",
		"a: 7K -",
		"a: - OK-7000",
		"a: 7k -",
		"a: - ok7000",
		"a: - - k",
		"a: 7K OK-7000 k",
		"a: 7K D-9999",
		"a: NONE OK-7000",
	])("%s", (text) => {
		expect(found(text).named).toEqual(["a k"]);
		expect(found(text).rings).toEqual([]);
	});

	test.each([
		["no mark", "a: -"],
		["its own marks", "a: AB OK-1000"],
		["one mark of its own", "a: AB OK-7000"],
		["the other mark of its own", "a: 7K OK-1000"],
		["its own recorder", "a: 7K OK-7000 a"],
		["marks of two others", "a: 7K D-1234"],
		["the recorder of a third", "a: 7K - x"],
		["a mark of nobody", "a: Q9 D-0000"],
		["a start number of two", "a: Z1 -"],
		["a glider of two", "a: - OK-5000"],
	])("but not one with %s", (_, text) => {
		expect(found(text).named).toEqual([]);
	});
});

describe("logs are exchanged when", () => {
	test.each([
		["both headers say so", ["a: 7K OK-7000", "k: AB OK-1000"], ["a,k"]],
		["one mark of each does", ["a: 7K -", "k: - OK-1000"], ["a,k"]],
		["both recorders are the other's", ["a: - - k", "k: - - a"], ["a,k"]],
		["two pairs are", ["a: 7K -", "x: Z3 -", "k: AB -", "z3: XY -"], ["a,k", "x,z3"]],
		["three have each other's", ["a: 7K -", "k: XY -", "x: AB -"], ["a,k,x"]],
		["three recorders are in a circle", ["a: - - k", "k: - - x", "x: - - a"], ["a,k,x"]],
		["others name them too", ["z: 7K -", "a: 7K -", "k: AB -"], ["a,k"]],
		["each has a flight of its own beside", ["a: AB -", "a: 7K -", "k: AB -", "k: 7K -"], ["a,k"]],
		[
			"each has two flights of the other",
			["a: 7K -", "a: - OK-7000", "k: AB -", "k: - OK-1000"],
			["a,a,k,k"],
		],
	])("%s", (_, logs, rings) => {
		expect(found(...logs).rings).toEqual(rings);
	});
});

describe("nobody is held by the act of another", () => {
	test.each([
		["the other header is empty", ["a: 7K -", "k: -"]],
		["the other log fits its own entry", ["a: 7K -", "k: 7K -"]],
		["the other has no log", ["a: 7K OK-7000"]],
		["the other recorder alone says so, whose owner the one has become", ["a: 7K -", "k: - - a"]],
		["they are a chain with an open end", ["a: 7K -", "k: XY -"]],
		["they are a chain into a circle of others", ["z: 7K -", "a: 7K -", "k: XY -"]],
	])("when %s", (_, logs) => {
		expect(found(...logs).rings).toEqual([]);
	});

	test("a chain into a circle leaves the circle", () => {
		expect(found("z3: 7K -", "a: 7K -", "k: XY -", "x: AB -").rings).toEqual(["a,k,x"]);
	});
});

test("a long chain that closes is one circle", () => {
	const many = Array.from({ length: 2_000 }, (_, index) => ({
		registrationId: String(index),
		startNumber: `N${index}`,
		registrationNumber: "",
	}));
	const logs = many.map((one, index) => ({
		...one,
		header: { competitionNumber: `N${(index + 1) % many.length}`, registration: null },
	}));
	const rings = exchangedLogs(namingsOf(logs, many, () => null));
	expect(rings.map((ring) => ring.length)).toEqual([2_000]);
});
