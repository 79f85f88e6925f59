import type { Random } from "../../scripts/demo/random";
import {
	heightForms,
	kindsByClass,
	kindsByOldClass,
	longNames,
	noHeights,
	typesByKind,
} from "./openair-forms";

/* Invented OpenAir files in every manner in which such files are written, good and bad. What they say, their readers decide. */

const classes = [...Object.keys(kindsByClass), ...Object.keys(kindsByOldClass), "UNCLASSIFIED", "class c"];
const types = [...Object.values(typesByKind).flat(), ...Object.keys(longNames)];
const remarks = ["", "", "", " * along the river", "*x", " ; to the bridge", ";1", "\t* 50:00:00 N"];
const words = ["", "", "", " then along the river", " (corner 3)"];
const passed = [
	"AF 120.155",
	"AG Podhora",
	"AX 7000",
	"AW MON.08:00L",
	"SP 0,1,0,0,255",
	"SB -1,-1,-1",
	"V Z=100",
	"TP 7000",
];
const activations = [
	"AA NONE",
	"AA NONE ; by NOTAM",
	"AA 2025-07-15T08:00Z/NONE",
	"AA NONE/2025-07-15T08:00Z",
	"AA H24",
];
const badLines = [
	...["DP 49:30:61 N 015:30:00 E", "DP 49:30:00 N", "DP 91:00:00 N 015:30:00 E", "DP 15:30:00 E 49:30:00 N"],
	...[
		"DC 5 km",
		"DC 0",
		"DA 5, 90",
		"DB 49:30:00 N 015:30:00 E",
		"DY 49:30:00 N 015:30:00 E",
		"V X=49:30",
		"V D=left",
	],
	...noHeights.filter(Boolean).map((text) => `AL ${text}`),
];

/** A file of so many spaces. */
export function randomOpenAir(random: Random, count: number): string {
	const spaces = Array.from({ length: count }, (_, index) => spaceLines(random, index + 1));
	const pens = random.chance(0.3) ? ["AC Q", "SP 0,2,127,0,127", "SB -1,-1,-1"] : [];
	return [...pens, ...spaces.flat()].join(random.pick(["\n", "\r\n", "\r"]));
}

function spaceLines(random: Random, number: number): string[] {
	const name = `AN ${random.chance(0.05) ? "x".repeat(random.integer(95, 120)) : `Prostor ${number}`}`;
	const type = random.chance(0.6) ? [`AY ${random.pick(types)}`] : [];
	const begin = `AC ${random.pick(classes)}`;
	const heads = [
		[begin, ...type, name],
		[...type, begin, name],
		[name, begin, ...type],
		[begin, name, ...type],
	];
	const shape = random.chance(0.3) ? circle(random) : outline(random);
	const limits = [`AL ${floor(random)}`, `AH ${ceiling(random)}`];
	const aside = [random.pick(passed), ...(random.chance(0.2) ? [random.pick(activations)] : [])];
	const body = random.chance(0.8) ? [...limits, ...aside, ...shape] : [...aside, ...shape, ...limits];
	if (random.chance(0.12)) body.splice(random.integer(0, body.length), 0, random.pick(badLines));
	if (random.chance(0.04)) body.splice(random.integer(0, body.length - 1), 1);
	const lines = [...random.pick(heads), ...body].map((line) =>
		line.startsWith("AN") ? line : line + random.pick(remarks),
	);
	return random.chance(0.1) ? [...lines, "", "* end", random.pick(passed)] : lines;
}

/** Of the lower heights, so that most spaces have their ceiling above. */
function floor(random: Random): string {
	return random.chance(0.5) ? "GND" : random.pick(heightForms).text;
}

function ceiling(random: Random): string {
	return random.chance(0.5) ? "FL 195" : random.pick(heightForms).text;
}

interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

/** Degrees of latitude of a minute, and of longitude on the middle of the country. */
const minute = 1 / 60;

function place(random: Random): Place {
	return { latitude: 48.6 + random.next() * 2.3, longitude: 12.2 + random.next() * 6.5 };
}

function circle(random: Random): string[] {
	const radius = (0.5 + random.next() * 19).toFixed(2);
	const written = random.pick([radius, radius.replace(".", ","), `${radius} NM`, `${radius}nm`]);
	return [`V X=${position(random, place(random))}`, `DC ${written}`];
}

/** Corners around a place, and arcs between some of them: good ones, uneven ones, and some that lie too far apart. */
function outline(random: Random): string[] {
	const middle = place(random);
	const radius = (1 + random.next() * 14) * minute;
	const at = (degrees: number, share = 1): Place => ({
		latitude: middle.latitude + radius * share * Math.cos((degrees * Math.PI) / 180),
		longitude:
			middle.longitude +
			(radius * share * Math.sin((degrees * Math.PI) / 180)) / Math.cos((middle.latitude * Math.PI) / 180),
	});
	const corners = Array.from(
		{ length: random.integer(3, 9) },
		(_, index) => `DP ${position(random, at(index * 25, 0.7 + random.next() * 0.4))}${random.pick(words)}`,
	);
	const isLeft = random.chance(0.3);
	const turn = isLeft
		? [random.pick(["V D=-", "V D=-5", "V D=- left"])]
		: random.pick([[], ["V D=+"], ["V D=+1"]]);
	const centre = `V X=${position(random, middle)}`;
	const share = random.pick([1, 1, 1.01, 0.93, 1.06, 0.8, 1.2]);
	const ends = [position(random, at(250)), position(random, at(330, share))].join(
		random.pick([",", ", ", " , "]),
	);
	const miles = (radius * 60).toFixed(2);
	const arcs = [
		[],
		[centre, ...turn, `DB ${ends}`],
		[centre, ...turn, `DA ${miles}, 250, 330`],
		[centre, ...turn, `DA ${miles},${random.integer(200, 260)},${random.integer(300, 359)}`],
	];
	return [...corners, ...random.pick(arcs)];
}

function position(random: Random, { latitude, longitude }: Place): string {
	const isMinutes = random.chance(0.4);
	const gap = random.pick([" ", ""]);
	const angle = (degrees: number, letter: string) =>
		(isMinutes ? minutesOf(random, degrees) : secondsOf(random, degrees)) + gap + letter;
	return `${angle(latitude, random.pick(["N", "n"]))} ${angle(longitude, "E")}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Sometimes 60 seconds, as programs write it that round. */
function secondsOf(random: Random, degrees: number): string {
	const all = Math.round(degrees * 3600);
	if (random.chance(0.1)) return `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:60`;
	return `${two(Math.floor(all / 3600))}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
}

function minutesOf(random: Random, degrees: number): string {
	const whole = Math.floor(degrees);
	return random.chance(0.05) ? `${whole}:60.000` : `${whole}:${((degrees - whole) * 60).toFixed(3)}`;
}
