import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFlightId } from "~/lib/results/results-address";
import { SoaringSpotError } from "~/lib/results/soaring-spot/hal";
import { mapResults, matchClass } from "~/lib/results/soaring-spot/map-results";
import { readTask, type SoaringSpotResult, type SoaringSpotTask } from "~/lib/results/soaring-spot/resources";

const days = [
	{ id: "day-12", date: "2025-07-12" },
	{ id: "day-13", date: "2025-07-13" },
];

function result(startNumber: string, overrides: Partial<SoaringSpotResult> = {}): SoaringSpotResult {
	return {
		rank: 1,
		totalRank: 2,
		points: 900,
		totalPoints: 1800,
		penalty: 0,
		distanceM: 312_400,
		speedKmh: 98.64,
		flightId: 10_541_334_728,
		contestant: {
			name: `Pilot ${startNumber}`,
			club: "Aeroklub Lípa",
			glider: "LS 4",
			startNumber,
			registrationNumber: null,
			handicap: 1.04,
			notCompeting: false,
		},
		...overrides,
	};
}

function task(overrides: Partial<SoaringSpotTask> = {}): SoaringSpotTask {
	return { date: "2025-07-12", number: 1, status: "official", results: [result("A")], ...overrides };
}

const rowsOf = (...results: SoaringSpotResult[]) => mapResults([task({ results })], days).days[0]?.rows ?? [];

test("a task becomes the results of the day of its date", () => {
	expect(mapResults([task({ results: [result("A", { penalty: 25 })] })], days)).toEqual({
		days: [
			{
				dayId: "day-12",
				status: "official",
				rows: [
					{
						competitor: "A",
						position: 1,
						points: 900,
						totalPoints: 1800,
						totalPosition: 2,
						penalty: 25,
						distanceM: 312_400,
						speedKmh: 98.64,
						name: "Pilot A",
						aeroclub: "Aeroklub Lípa",
						glider: "LS 4",
						handicap: 1.04,
						flightId: 10_541_334_728,
					},
				],
			},
		],
		skipped: [],
	});
});

test("practice, cancelled, foreign and empty days are skipped with their reason", () => {
	const { days: scored, skipped } = mapResults(
		[
			task({ number: -1 }),
			task({ status: "practice" }),
			task({ date: "2025-07-13", number: 2, status: "cancelled" }),
			task({ date: "2025-07-13", number: 3, results: [] }),
			task({ date: "2025-07-30", number: 4 }),
		],
		days,
	);
	expect(scored).toEqual([]);
	expect(skipped.map(({ taskNumber, reason }) => `${taskNumber} ${reason}`).toSorted()).toEqual([
		"-1 practice",
		"1 practice",
		"2 cancelled",
		"3 noResults",
		"4 unknownDay",
	]);
});

test("of two tasks on one date the later one counts, also when it comes first", () => {
	const tasks = [task({ number: 2, results: [result("B")] }), task({ number: 1 })];
	for (const order of [tasks, tasks.toReversed()]) {
		const mapped = mapResults(order, days);
		expect(mapped.days.map(({ rows }) => rows[0]?.competitor)).toEqual(["B"]);
		expect(mapped.skipped).toEqual([{ date: "2025-07-12", taskNumber: 1, reason: "superseded" }]);
	}
});

test.each([
	["official", "official"],
	["unofficial", "unofficial"],
	["preliminary", "preliminary"],
	["", "preliminary"],
	["something new", "preliminary"],
])("the status %j is kept as %s", (status, kept) => {
	expect(mapResults([task({ status })], days).days[0]?.status).toBe(kept);
});

test("days come by date and rows by position", () => {
	const mapped = mapResults(
		[
			task({ date: "2025-07-13", number: 2 }),
			task({ results: [result("C", { rank: 3 }), result("A"), result("B", { rank: 2 })] }),
		],
		days,
	);
	expect(mapped.days.map(({ dayId }) => dayId)).toEqual(["day-12", "day-13"]);
	expect(mapped.days[0]?.rows.map(({ competitor }) => competitor)).toEqual(["A", "B", "C"]);
});

test("who flies outside the competition is left out", () => {
	const plain = result("G", { rank: null });
	const guest = { ...plain, contestant: { ...plain.contestant, notCompeting: true } };
	expect(rowsOf(guest, result("A")).map(({ competitor }) => competitor)).toEqual(["A"]);
});

test("a missing rank follows from the points", () => {
	const rows = rowsOf(
		result("A", { rank: 1, points: 900 }),
		result("B", { rank: null, points: 500 }),
		result("C", { rank: null, points: 0 }),
		result("D", { rank: null, points: 0 }),
	);
	expect(rows.map(({ competitor, position }) => [competitor, position])).toEqual([
		["A", 1],
		["B", 2],
		["C", 3],
		["D", 3],
	]);
});

test("a competitor stands once in a day; without a start number the name tells who it is", () => {
	const plain = result("");
	const nameless = { ...plain, contestant: { ...plain.contestant, name: "Eva Názorná" } };
	expect(
		rowsOf(result("A 1"), result("a1", { points: 1 }), nameless).map(({ competitor }) => competitor),
	).toEqual(["Eva Názorná", "A1"]);
});

test("a class is found by type, among several of the type by name, else by name alone", () => {
	const theirs = [
		{ id: 1, name: "Club A", type: "club" },
		{ id: 2, name: "Klub", type: "club" },
		{ id: 3, name: " kombi ", type: "unknown" },
	];
	const match = (name: string, type: string) => matchClass({ name, type }, theirs, [])?.id ?? null;
	expect(match("KLUB", "club")).toBe(2);
	expect(match("Other", "club")).toBe(1);
	expect(match("Kombi", "18_meter")).toBe(3);
	expect(match("Open", "open")).toBeNull();
	expect(matchClass({ name: "Open", type: "" }, [{ id: 4, name: "X", type: null }], [])?.id).not.toBe(4);
});

test("a class with a key of its own is found by its kind where that leaves no doubt, or by a name in any language", () => {
	const theirs = [
		{ id: 1, name: "Std", type: "standard" },
		{ id: 2, name: "Club A", type: "club" },
		{ id: 3, name: "Club B", type: "club" },
		{ id: 4, name: "Two-seaters", type: null },
	];
	const classOf = (type: string, kind: "standard" | "club" | "20_meter", cs: string, en: string) => ({
		type,
		kind,
		name: { cs, en },
	});
	const classes = [
		classOf("std-2025", "standard", "Standardní", "Standard"),
		classOf("club-a", "club", "Klub A", "Club A"),
		classOf("club-b", "club", "Klub B", "Club B"),
		classOf("club-c", "club", "Klub C", "Club C"),
		classOf("20m", "20_meter", "Dvoumístné", "Two-seaters"),
	];
	const found = classes.map(
		({ type, name }) => matchClass({ name: name.cs, type }, theirs, classes)?.id ?? null,
	);
	expect(found).toEqual([1, 2, 3, null, 4]);
});

const REL = "http://api.soaringspot.com/rel/";
const halTask = (halResult: object) => ({
	task_date: "2025-07-12",
	task_number: 1,
	_embedded: { [`${REL}results`]: [halResult] },
});

test("values that come as text are read, absent ones are none", () => {
	const { results } = readTask(
		halTask({
			points: "856.5",
			rank: "3",
			_links: { [`${REL}flight`]: { href: "https://api.soaringspot.com/v1/flights/10541334728/?x=1" } },
			_embedded: { [`${REL}contestant`]: { contestant_number: 7, not_competing: "True", name: " Eva " } },
		}),
	);
	expect(results[0]).toEqual({
		rank: 3,
		totalRank: null,
		points: 856.5,
		totalPoints: null,
		penalty: null,
		distanceM: null,
		speedKmh: null,
		flightId: 10_541_334_728,
		contestant: {
			name: "Eva",
			club: null,
			glider: "",
			startNumber: "7",
			registrationNumber: null,
			handicap: null,
			notCompeting: true,
		},
	});
});

test("a contestant without a name goes by the names of the pilots", () => {
	const pilots = [{ first_name: "Eva", last_name: "Názorná" }, { first_name: "Jan" }, {}];
	const contestant = { _embedded: { [`${REL}pilot`]: pilots } };
	const { results } = readTask(halTask({ _embedded: { [`${REL}contestant`]: contestant } }));
	expect(results[0]?.contestant.name).toBe("Eva Názorná, Jan");
});

test.each([
	["10541334728", 10_541_334_728],
	[10_541_334_728, 10_541_334_728],
	["9007199254740993", null],
	["0", null],
	["-5", null],
	["1e3", null],
	["", null],
	[undefined, null],
	[1.5, null],
])("the flight id %j is read as %j", (value, id) => {
	expect(parseFlightId(value)).toBe(id);
});

test("whatever JSON comes, a task is read or refused as one of unknown shape", () => {
	const halish = fc.record(
		{
			task_date: fc.oneof(fc.constant("2025-07-12"), fc.jsonValue()),
			task_number: fc.oneof(fc.integer(), fc.jsonValue()),
			result_status: fc.jsonValue(),
			_embedded: fc.oneof(
				fc.jsonValue(),
				fc.record({
					[`${REL}results`]: fc.array(
						fc.record(
							{
								points: fc.jsonValue(),
								rank: fc.jsonValue(),
								_links: fc.oneof(fc.jsonValue(), fc.record({ [`${REL}flight`]: fc.jsonValue() })),
								_embedded: fc.record({
									[`${REL}contestant`]: fc.record({ name: fc.jsonValue(), _embedded: fc.jsonValue() }),
								}),
							},
							{ requiredKeys: [] },
						),
					),
				}),
			),
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(halish, (resource) => {
			try {
				mapResults([readTask(resource)], days);
			} catch (error) {
				expect(error).toBeInstanceOf(SoaringSpotError);
			}
		}),
		{ numRuns: 500 },
	);
});
