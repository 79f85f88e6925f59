import type { Airspace } from "~db/schema";
import { airfield, cylinder, line, outAndReturn, place, point } from "./flown";

/*
 * Logs that somebody writes to keep the processor busy: each blows up one dimension, and is else as a recorder writes it. Used at a
 * tenth of their size, where steps are counted, and in full by the soak tests, where times are taken.
 */

export interface HostileLog {
	/** A file of that size. */
	readonly file: (size: number) => Uint8Array;
	/** The size that fills the largest file, or a log with the most fixes. */
	readonly most: number;
	readonly task?: keyof typeof hostileTasks;
}

/** Metres from the airfield, and above it. */
type Place = readonly [north: number, east: number, height: number];

const ring = [place(40_000), place(40_000, 20_000), place(10_000, 25_000)] as const;

/** By kind; lines and areas lie where the logs cross them. */
export const hostileTasks = {
	racing: outAndReturn({
		rules: { pev: { presses: 3, waitS: 300, windowS: 600 }, startAltitudeM: 1_500, startSpeedKmh: 170 },
	}),
	areas: outAndReturn({
		kind: "AAT",
		taskTimeS: 7_200,
		points: [
			point(place(0), line(10_000), "Start"),
			...ring.map((centre, index) => point(centre, cylinder(20_000), `Area ${index}`)),
			point(place(0), cylinder(3_000), "Finish"),
		],
	}),
	far: outAndReturn({
		points: [
			point(place(0), line(10_000), "Start"),
			...Array.from({ length: 12 }, (_, index) =>
				point(place(20_000 + index * 600), cylinder(200), `P${index}`),
			),
			point(place(0), cylinder(3_000), "Finish"),
		],
	}),
} as const;

/** Lies across the ways of the logs, in all heights. */
export const hostileAirspace: Airspace = {
	name: "LKR 1",
	airspaceClass: "R",
	floor: { reference: "GND", value: 0 },
	ceiling: { reference: "UNL", value: 0 },
	outline: [
		place(20_000, -5_000),
		place(30_000, -5_000),
		place(30_000, 20_000),
		place(20_000, 20_000),
	].flatMap(({ latitude, longitude }) => [latitude, longitude]),
};

const crlf = "\r\n";
const head = ["ALXV6MS", "HFDTEDATE:150725", "I013638ENL"].join(crlf) + crlf;

function two(value: number): string {
	return value < 10 ? `0${value}` : `${value}`;
}

/** Degrees and thousandths of minutes. */
function angle(degrees: number, width: number): string {
	const thousandths = Math.round(degrees * 60_000);
	return (
		`${Math.floor(thousandths / 60_000)}`.padStart(width, "0") + `${thousandths % 60_000}`.padStart(5, "0")
	);
}

const metresPerLongitude = 111_412 * Math.cos((airfield.latitude * Math.PI) / 180);

/** @param time seconds since midnight of the day, which may be days ago */
function fix(time: number, [north, east, height]: Place, noise = 0): string {
	const clock = [time / 3600, time / 60, time].map((value, part) =>
		two(Math.floor(value) % (part === 0 ? 24 : 60)),
	);
	const latitude = angle(airfield.latitude + north / 111_230, 2);
	const longitude = angle(airfield.longitude + east / metresPerLongitude, 3);
	const altitude = `${Math.round(450 + height)}`.padStart(5, "0");
	return `B${clock.join("")}${latitude}N${longitude}EA${altitude}${altitude}${`${noise}`.padStart(3, "0")}${crlf}`;
}

/** Some seconds on the ground, so that there is a take-off. */
const standing = Array.from({ length: 40 }, (_, second) => fix(36_000 + second, [-400, 0, 0])).join("");

interface Flown {
	/** Seconds between fixes. */
	readonly every?: number;
	/** Lines before the fixes. */
	readonly before?: string;
	readonly noise?: (index: number) => number;
}

/** A log that flies from place to place. */
function flying(
	count: number,
	placeOf: (index: number) => Place,
	{ every = 1, before = "", noise = () => 0 }: Flown = {},
): Uint8Array {
	const parts = [head, before, standing];
	for (let index = 0; index < count; index++) {
		parts.push(fix(36_040 + index * every, placeOf(index), noise(index)));
	}
	return bytes(parts.join(""));
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** Ten minutes of ordinary flight behind other lines. */
const shortFlight = Array.from({ length: 600 }, (_, index) => fix(36_040 + index, [index * 25, 0, 800])).join(
	"",
);
const withLines = (lines: string) => bytes(head + lines + standing + shortFlight);

/** Fixes of a log with the most of them, without those on the ground. */
const mostFlown = 149_900;

/** Up and down over the field, with a stop of some minutes: fixes that are 20 s apart need the least of them. */
const hopFixes = 18;
function hopping(index: number, far: number): Place {
	const step = index % hopFixes;
	if (step >= 5) return [-400, 0, 0];
	return step < 3 ? [-400 + step * far, 0, step * 60] : [-400 + (5 - step) * far * 0.6, 0, (5 - step) * 40];
}

/** Back and forth at 25 m/s, so that there is a flight. */
function drift(index: number, far = 4_000): number {
	const flown = (index * 25) % (2 * far);
	return flown < far ? flown : 2 * far - flown;
}

/** North and south of the start line in turn. */
const zigzag = (index: number): Place => [index % 2 === 0 ? -60 : 60, drift(index), 900];
/** On a circle through all areas, so that no place is better than another. */
const around = (index: number, radius = 18_000): Place => [
	25_000 + radius * Math.sin(index * 0.004),
	12_000 + radius * Math.cos(index * 0.004),
	1_000 + 200 * Math.sin(index * 0.01),
];

/** Twelve circles of 25 s that climb, then a glide to another place or back. */
function thermalling(index: number): Place {
	const [climb, glide] = [Math.min(index % 400, 300), Math.max(0, (index % 400) - 300)];
	const turn = (climb * 2 * Math.PI) / 25;
	const way = index % 800 < 400 ? glide * 25 : 2_500 - glide * 25;
	return [25_000 + 110 * Math.sin(turn), 12_000 + 110 * Math.cos(turn) + way, 800 + climb - 3 * glide];
}

export const hostileLogs: Readonly<Record<string, HostileLog>> = {
	"announced fields": {
		file: (n) =>
			bytes(head.replace("I013638ENL", `I99${"3638ENL".repeat(n)}`) + standing + shortFlight.repeat(30)),
		most: 50_000,
	},
	"announced fields of noise": {
		file: (n) =>
			flying(n, around, { before: `${`I99${"3638ENL".repeat(99)}${crlf}`}`, noise: (index) => index % 999 }),
		most: mostFlown,
		task: "areas",
	},
	"event lines": { file: (n) => withLines(`E100500PEV${crlf}`.repeat(n)), most: 800_000 },
	"presses of the event marker": {
		file: (n) => flying(n * 60, zigzag, { before: `E100500PEV${crlf}`.repeat(n) }),
		most: 2_000,
		task: "racing",
	},
	"task points": { file: (n) => withLines(`C4931872N01700000EPOINT${crlf}`.repeat(n)), most: 390_000 },
	"header lines": { file: (n) => withLines(`HFPLTPILOT:\u00ff\u00fe${crlf}`.repeat(n)), most: 640_000 },
	"comment lines": { file: (n) => withLines(`LXXX${crlf}`.repeat(n)), most: 1_600_000 },
	"empty lines": { file: (n) => withLines("\n".repeat(n)), most: 9_900_000 },
	"records of fields": { file: (n) => withLines(`I013638ENL${crlf}`.repeat(n)), most: 800_000 },
	"unreadable fixes": { file: (n) => withLines(`B1${crlf}`.repeat(n)), most: 2_400_000 },
	"signature lines": { file: (n) => withLines(`G00${crlf}`.repeat(n)), most: 1_900_000 },
	fixes: { file: (n) => flying(n, around), most: 240_000, task: "areas" },
	circles: { file: (n) => flying(n, thermalling), most: mostFlown, task: "areas" },
	"crossings of a line": { file: (n) => flying(n, zigzag), most: mostFlown, task: "racing" },
	"crossings of a line on the way": {
		file: (n) => flying(n, (index) => (index < n / 2 ? zigzag(index) : around(index))),
		most: mostFlown,
		task: "areas",
	},
	"starts that are too high": {
		file: (n) => flying(n, (index) => [zigzag(index)[0], drift(index), 3_000]),
		most: mostFlown,
		task: "racing",
	},
	"starts that are too fast": {
		file: (n) => flying(n, (index) => [zigzag(index)[0], drift(index * 2.5), 900]),
		most: mostFlown,
		task: "racing",
	},
	"near misses of a line": {
		file: (n) =>
			flying(n, (index) => [600 * Math.sin(index * 0.05), 5_620 + 600 * Math.cos(index * 0.05), 900]),
		most: mostFlown,
		task: "racing",
	},
	landings: { file: (n) => flying(n * hopFixes, (index) => hopping(index, 240), { every: 20 }), most: 8_200 },
	legs: {
		file: (n) => flying(n * hopFixes, (index) => hopping(index, 900), { every: 20 }),
		most: 8_200,
		task: "areas",
	},
	"zone entries": {
		file: (n) => flying(n, (index) => [index % 2 === 0 ? 19_900 : 20_100, drift(index, 1_000), 900]),
		most: mostFlown,
		task: "areas",
	},
	"near misses of points": {
		file: (n) =>
			flying(n, (index) =>
				index < 200 ? zigzag(index) : [20_000 + ((index * 130) % 7_000), 350 * (index % 3), 900],
			),
		most: mostFlown,
		task: "far",
	},
	"places of an area": {
		file: (n) => flying(n, (index) => around(index, 5_000)),
		most: mostFlown,
		task: "areas",
	},
	"places by chance": {
		file: (n) =>
			flying(
				n,
				(index) => [20_000 + ((index * 7_919) % 10_007), 10_000 + ((index * 104_729) % 10_009), 900],
				{ every: 59 },
			),
		most: mostFlown,
		task: "areas",
	},
	"airspace edges": {
		file: (n) => flying(n, (index) => [index % 2 === 0 ? 29_900 : 30_100, drift(index), 900]),
		most: mostFlown,
	},
	"airspace entries": {
		file: (n) =>
			flying(n, (index) => [index % 8 < 4 ? 29_000 : 31_000, drift(index * 59), 900], { every: 59 }),
		most: mostFlown,
	},
	"long straight lines": {
		file: (n) => flying(n, (index) => [25_000 + 4_000 * (index % 2), 500 * (index % 7), 900], { every: 59 }),
		most: mostFlown,
		task: "areas",
	},
	gaps: { file: (n) => flying(n, around, { every: 61 }), most: mostFlown, task: "areas" },
	"times that contradict each other": {
		file: (n) =>
			bytes(
				head +
					standing +
					Array.from({ length: n }, (_, index) =>
						fix(36_040 + index + (index % 62 < 31 ? 1_800 : 0), around(index)),
					).join(""),
			),
		most: mostFlown,
		task: "areas",
	},
	"stops of a drive": {
		file: (n) => flying(n, (index) => [0, Math.floor(index / 80) * 480 + Math.min(index % 80, 40) * 12, 0]),
		most: mostFlown,
	},
	"peaks of noise": {
		file: (n) => flying(n, around, { noise: (index) => (index % 2 === 0 ? 900 : 0) }),
		most: mostFlown,
		task: "areas",
	},
	names: {
		file: (n) => withLines(`HFPLTPILOT:${"x".repeat(n)}${crlf}HFCIDCID:${" ".repeat(n)}${crlf}`),
		most: 4_900_000,
	},
};
