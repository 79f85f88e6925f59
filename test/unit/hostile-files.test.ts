import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "~/lib/csv/csv-reader";
import { readResultsCsv } from "~/lib/results/read-results-csv";
import { readChart } from "~/lib/tasks/charts/read-chart";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";
import { scaled } from "~test/support/scale";
import { areaZones, cupFile, racingZones } from "~test/support/task-files";

/* Files of organisers that somebody has broken on purpose: a good file, cut, repeated and mixed with bytes of every kind. */

const cup = await cupFile(racingZones, areaZones).text();
const airspace = [
	"AC D\nAN Praha I\nAH FL 95\nAL 1000ft AGL\nDP 49:31:52 N 015:52:28 E\nDP 49:41:52 N 015:52:28 E\nDP 49:31:52 N 016:52:28 E",
	"AC R\nAN LKR 1\nAH UNL\nAL GND\nV X=49:31:52 N 015:52:28 E\nDC 3",
	"AC C\nAN MTMA\nAH 3000 ft MSL\nAL GND\nV X=49:31:52 N 015:52:28 E\nV D=-\nDA 10,270,290\nDB 49:41:52 N 015:52:28 E, 49:31:52 N 016:07:48 E",
].join("\n\n");
const tsk = `<Task type="AAT" aat_min_time="10800">${["Start", "Area", "Finish"]
	.map(
		(type) =>
			`<Point type="${type}"><Waypoint name="${type} &amp; b" altitude="400"><Location longitude="15.87" latitude="49.5"/></Waypoint><ObservationZone type="Sector" radius="5000" start_radial="10" end_radial="200"/></Point>`,
	)
	.join("")}</Task>`;
const results =
	"#;cn;name;handicap;points;distance;speed\n1;AB;Petra;1,04;987,5;312,4;98,7\n2;7;Karel;;800;;\n";

/** What readers trip over: numbers out of reach, half of a character, names of a script's own, marks of every format. */
const scraps = [
	"1e999 -1e999 NaN Infinity -0 99999999999999999999 0x10 ١٢".split(" "),
	["\u0000", "\ufeff", "\ufffd", "\u202e", "\ud83d", "\r", "\u2028", "\t"],
	["__proto__", "constructor", "toString", "hasOwnProperty"],
	['"', "'", "<", ">", "&", "&#x110000;", "]]>", "<!--", "<!DOCTYPE a>", ";", ",", ":", "=", "*"],
	[
		"N",
		"S",
		"AC D",
		"DA",
		"DB",
		"DC",
		"V X=",
		"ObsZone=",
		"Options",
		"<Task>",
		"</Task>",
		"-----Related Tasks-----",
	],
].flat();

/** A file with up to eight of its places cut out, repeated or written over. */
function broken(file: string): fc.Arbitrary<string> {
	const place = fc.nat(file.length);
	const wound = fc.record({
		from: place,
		length: fc.nat(40),
		by: fc.constantFrom("", ...scraps),
		times: fc.nat(3),
	});
	return fc.array(wound, { minLength: 1, maxLength: 8 }).map((wounds) =>
		wounds.reduce((text, { from, length, by, times }) => {
			const cut = text.slice(from, from + length);
			return text.slice(0, from) + (by || cut).repeat(times) + text.slice(from + length);
		}, file),
	);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const isOnEarth = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
	Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

function holdsFor(file: string, check: (bytes: Uint8Array) => void): void {
	fc.assert(
		fc.property(broken(file), (text) => check(bytesOf(text))),
		{ numRuns: scaled(5_000) },
	);
	fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), check), { numRuns: scaled(2_000) });
}

test.each([
	["SeeYou", cup],
	["XCSoar", tsk],
])("a broken task of %s is read or refused: what is read lies on the earth", (_program, file) => {
	expect(readTaskFile(bytesOf(file), "2025-07-15").tasks.length).toBeGreaterThan(0);
	holdsFor(file, (bytes) => {
		const { tasks, complaints } = readTaskFile(bytes, "2025-07-15");
		expect(tasks.length + complaints.length).toBeGreaterThan(0);
		for (const { points } of tasks) expect(points.every(isOnEarth)).toBe(true);
	});
});

test("a broken waypoint file is read or refused: what is read lies on the earth", () => {
	holdsFor(cup, (bytes) => {
		const { content, complaints } = readChart("waypoints", bytes);
		expect(content.length + complaints.length).toBeGreaterThan(0);
		for (const one of content) expect("latitude" in one && isOnEarth(one)).toBe(true);
	});
});

test("a broken airspace file is read or refused: every number of what is read is one", () => {
	holdsFor(airspace, (bytes) => {
		const { content, complaints } = readChart("airspace", bytes);
		expect(content.length + complaints.length).toBeGreaterThan(0);
		// JSON, as it is stored, has null in place of what is no number.
		expect(JSON.parse(JSON.stringify(content))).toEqual(content);
	});
});

test("a broken table of results is read or refused: every number of what is read is one", () => {
	expect(readResultsCsv(results).ok).toBe(true);
	holdsFor(results, (bytes) => {
		const read = readResultsCsv(decodeText(bytes));
		if (read.ok) for (const row of read.rows) expect(Object.values(row).some(Number.isNaN)).toBe(false);
		else expect(read.errors.length).toBeGreaterThan(0);
	});
});
