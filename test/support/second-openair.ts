import type { AirspaceLimit } from "~db/schema";

/*
 * OpenAir a second time: slowly, from the rules of docs/formats.md section 7 alone. It must never import from app/lib, as it judges what is
 * there. It measures on the ellipsoid by the middle latitude, which is within decimetres as far as these spaces reach.
 */

interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

export interface SecondSpace {
	readonly name: string;
	readonly kind: "restricted" | "controlled" | "open" | "waiting";
	readonly floor: AirspaceLimit;
	readonly ceiling: AirspaceLimit;
	readonly corners: readonly Place[];
	/** Whether some of the corners are of arcs, split finely. */
	readonly hasArcs: boolean;
}

interface Read {
	readonly spaces: readonly SecondSpace[];
	/** Names of the spaces that are missing, and the lines because of which. */
	readonly missing: readonly (readonly [name: string, line: number])[];
	/** Lines with an uneven arc of a space that is there. */
	readonly uneven: readonly number[];
}

interface Line {
	readonly number: number;
	readonly command: string;
	readonly value: string;
}

/** Lines of one space in order; its type may stand before its class. */
interface Block {
	readonly line: number;
	readonly lines: Line[];
}

export function readAgain(text: string): Read {
	const lines = text.split(/\r\n|\r|\n/).flatMap((line, index) => lineOf(line, index + 1));
	const spaces: SecondSpace[] = [];
	const missing: [string, number][] = [];
	const uneven: number[] = [];
	let centre: Place | null = null;
	for (const block of blocksOf(lines)) {
		const judged = judge(block, centre);
		centre = judged.centre;
		if (judged.isPen) continue;
		if (judged.bad !== null) missing.push([judged.name, judged.bad]);
		if (judged.space) spaces.push(judged.space);
		if (judged.space && judged.uneven !== null) uneven.push(judged.uneven);
	}
	return { spaces, missing, uneven };
}

function lineOf(line: string, number: number): Line[] {
	const text = line.trim();
	if (/^[*;#]/.test(text)) return [];
	const variable = /^V\s*([XDWZT])\s*=\s*(.*)$/i.exec(text);
	if (variable)
		return [{ number, command: `V${variable[1]?.toUpperCase()}`, value: before(variable[2] ?? "", /[*;]/) }];
	const other = /^([A-Z]{2})(?![A-Z])(.*)$/i.exec(text);
	if (!other) return [];
	const command = other[1]?.toUpperCase() ?? "";
	return [{ number, command, value: before(other[2] ?? "", command === "AN" ? /\*/ : /[*;]/) }];
}

const before = (text: string, mark: RegExp) => (text.split(mark)[0] ?? "").trim();

/** Splits by classes and names: a second one of either begins a space, and so does any behind a shape. */
function blocksOf(lines: readonly Line[]): Block[] {
	const blocks: Block[] = [];
	let waiting: Line[] = [];
	for (const [index, line] of lines.entries()) {
		const block = blocks.at(-1);
		const isHead = line.command === "AC" || line.command === "AN";
		const has = (command: string) => block?.lines.some((one) => one.command === command && one.value !== "");
		if (isHead && (!block || has(line.command) || shapedBy(block.lines) > 0)) {
			blocks.push({ line: line.number, lines: [...waiting, line] });
			waiting = [];
		} else if (
			line.command === "AY" &&
			(!block || (shapedBy(block.lines) >= 3 && headFollows(lines, index)))
		) {
			waiting = [line];
		} else block?.lines.push(line);
	}
	return blocks;
}

/** Whether the next line that matters begins a space. */
function headFollows(lines: readonly Line[], from: number): boolean {
	const next = lines.slice(from + 1).find(({ command }) => /^(AC|AN|AL|AH|D.)$/.test(command));
	return next === undefined || /^A[CN]$/.test(next.command);
}

function shapedBy(lines: readonly Line[]): number {
	return lines.reduce(
		(sum, { command }) => sum + (/^(DP|DY)$/.test(command) ? 1 : /^D[ABC]$/.test(command) ? 3 : 0),
		0,
	);
}

function judge({ line, lines }: Block, centreBefore: Place | null) {
	const last = (command: string) => lines.findLast((one) => one.command === command)?.value ?? "";
	const [airspaceClass, type] = [codeOf(last("AC")), codeOf(last("AY"))];
	const name = last("AN").slice(0, 100) || airspaceClass || type;
	let centre = centreBefore;
	let isLeft = false;
	let bad: number | null = null;
	let uneven: number | null = null;
	let hasArcs = false;
	const corners: Place[] = [];
	for (const { number, command, value } of lines) {
		const fail = () => {
			bad ??= number;
		};
		if (command === "VX") {
			centre = placesIn(value, 1)[0] ?? null;
			if (!centre) fail();
		} else if (command === "VD") {
			isLeft = value.startsWith("-");
			if (!/^[-+]/.test(value)) fail();
		} else if (command === "AL" || command === "AH") {
			if (!heightOf(value)) fail();
		} else if (command === "DP") {
			const [place] = placesIn(value, 1);
			if (place) corners.push(place);
			else fail();
		} else if (/^D[ABC]$/.test(command)) {
			const arc = centre && arcIn(command, value, centre, isLeft);
			if (!arc || (command === "DC" && corners.length > 0)) fail();
			else {
				hasArcs = true;
				corners.push(...arc.places);
				if (arc.isUneven) uneven ??= number;
			}
		} else if (/^D/.test(command)) fail();
	}
	const [floor, ceiling] = [heightOf(last("AL")), heightOf(last("AH"))];
	const isPen =
		last("AN") === "" && !lines.some(({ command }) => /^(AL|AH|D.)$/.test(command)) && bad === null;
	const isComplete =
		last("AC") + last("AY") !== "" && floor && ceiling && !isUpsideDown(floor, ceiling) && areThree(corners);
	if (bad === null && !isComplete) bad = line;
	const kind = kindOf(airspaceClass || "UNC", type, lines);
	const space = bad === null && floor && ceiling ? { name, kind, floor, ceiling, corners, hasArcs } : null;
	return { isPen, name, bad, uneven, centre, space };
}

function isUpsideDown(floor: AirspaceLimit, ceiling: AirspaceLimit): boolean {
	if (floor.reference === "UNL" || ceiling.reference === "GND") return true;
	return floor.reference === ceiling.reference && floor.value >= ceiling.value;
}

const areThree = (corners: readonly Place[]) =>
	new Set(corners.map(({ latitude, longitude }) => `${latitude.toFixed(6)} ${longitude.toFixed(6)}`)).size >
	2;

/* Codes. */

const short: readonly (readonly [RegExp, string])[] = [
	[/^UNCLASSIFIED$/, "UNC"],
	[/^CLASS ([A-G])$/, "$1"],
	[/^RESTRICTED$/, "R"],
	[/^PROHIBITED$/, "P"],
	[/^DANGER$/, "Q"],
	[/^(GS|GLIDING SECTOR)$/, "GSEC"],
	[/^AIRWAY$/, "AWY"],
	[/^WARNING AREA$/, "WARNING"],
	[/^(FIS|ACC|VFR) SECTOR$/, "$1SEC"],
	[/^OVERFLIGHT RESTRICTION$/, "OFR"],
	[/^AERIAL SPORTING RECREATIONAL$/, "ASRA"],
	[/^RADIO MANDATORY ZONE$/, "RMZ"],
	[/^CONTROL ZONE$/, "CTR"],
];

function codeOf(text: string): string {
	const plain = text.toUpperCase().replace(/[_\s-]+/g, " ");
	const [pattern, code] = short.find(([name]) => name.test(plain)) ?? [];
	return (pattern && code ? plain.replace(pattern, code) : plain).replace("FISSEC", "FIS");
}

function kindOf(airspaceClass: string, type: string, lines: readonly Line[]): SecondSpace["kind"] {
	const followsClass = /^(|UNC|FIS|ACCSEC|VFRSEC|FIR|UIR|NONE)$/.test(type);
	const code = followsClass ? airspaceClass : type;
	const activations = lines.filter(({ command }) => command === "AA").map(({ value }) => value.toUpperCase());
	const isByNotam = activations.length > 0 && activations.every((value) => value === "NONE");
	if (code === "GSEC" || (followsClass && /^([E-G]|W|UNC)$/.test(code))) return "open";
	const isControlled =
		/^(CTR|CTA|TMA|TMZ|RMZ|ATZ|MATZ)$/.test(code) || (followsClass && /^[A-D]$/.test(code));
	const isRestricted = /^(P|R|Q|TRA|TSA|MTA|TFR|ADIZ)$/.test(code) || (followsClass && code === "GP");
	if (isByNotam || !(isControlled || isRestricted)) return "waiting";
	return isControlled ? "controlled" : "restricted";
}

/* Heights. */

const word = {
	unit: "FT|FEET|F|'|METRES|METERS|MT|M",
	reference: "AMSL|MSL|ALT|QNH|AGL|ASFC|GND|SFC|STD|ABOVE GROUND|GROUND",
};
const numberText = String.raw`\d+(?:[.,']\d+)*(?: \d{3}(?!\d))*`;
const orders = [
	`(?<number>${numberText}) ?(?<unit>${word.unit}) ?\\(?(?<reference>${word.reference})?(?![A-Z\\d])`,
	`(?<number>${numberText}) ?(?<reference>${word.reference}) ?(?<unit>${word.unit})?(?![A-Z\\d])`,
	`(?<reference>AMSL|MSL|ALT|QNH|AGL|STD) ?(?<number>${numberText}) ?(?<unit>${word.unit})?(?![A-Z\\d])`,
	`(?<number>${numberText})(?<unit>)(?<reference>)(?= ?\\(|$)`,
].map((order) => new RegExp(`^${order}`));

function heightOf(text: string): AirspaceLimit | null {
	const plain = text.toUpperCase().replace(/\s+/g, " ").trim();
	if (/^(UNL|UNLD|UNLTD|UNLIM|UNLIMITED)\b/.test(plain)) return { reference: "UNL", value: 0 };
	if (/^(GND|SFC|SURFACE|ASFC|GROUND)\b/.test(plain)) return { reference: "GND", value: 0 };
	const level = /^FL ?(\d{1,3})(?![\d.,]| \d{3}(?!\d))/.exec(plain) ?? /^(\d{1,3}) ?FL\b/.exec(plain);
	if (level) return { reference: "FL", value: Number(level[1]) };
	for (const order of orders) {
		const found = order.exec(plain)?.groups;
		if (!found) continue;
		const rest = plain.slice(order.exec(plain)?.[0].length);
		// A height above what nobody knows, or above two things.
		if (/^ ?(AAL|ABOVE|AGL|MSL|GND)\b/.test(rest)) return null;
		if (!found.reference && /\b(AGL|ASFC|GND|SFC|GROUND)\b/.test(rest)) return null;
		return measured(found.number ?? "", found.unit ?? "", found.reference ?? "");
	}
	return null;
}

function measured(digits: string, unit: string, reference: string): AirspaceLimit | null {
	const plain = digits.replace(/[ .,']/g, "");
	const isThousands = /^[1-9]\d{0,2}([ .,']\d{3})+$/.test(digits) && Number(plain) <= 100_000;
	const isDecimal = /^\d{1,6}[.,]\d{1,6}$/.test(digits) && unit !== "";
	const isWhole = /^\d{1,6}$/.test(digits);
	if (!isThousands && !isDecimal && !isWhole) return null;
	const value = Number(isThousands ? plain : digits.replace(",", "."));
	const feet = unit.startsWith("M") ? value / 0.3048 : value;
	if (reference === "STD") return { reference: "FL", value: feet / 100 };
	const isAboveGround = /^(AGL|ASFC|GND|SFC|ABOVE GROUND|GROUND)$/.test(reference);
	if (isAboveGround && value === 0) return { reference: "GND", value: 0 };
	return { reference: isAboveGround ? "AGL" : "MSL", value: Math.round(feet * 3.048) / 10 };
}

/* Places. */

function placesIn(text: string, wanted: number): Place[] {
	const angle = String.raw`(\d{1,3})((?::\d{1,2}(?:\.\d+)?){0,2}) ?`;
	const places: Place[] = [];
	let rest = text.trim();
	while (places.length < wanted) {
		const found = new RegExp(`^${angle}([NS])[ ,]*${angle}([EW])`, "i").exec(rest);
		if (!found) return [];
		const [all, latitude = "", minutes = "", ns = "", longitude = "", otherMinutes = "", ew = ""] = found;
		const place = {
			latitude: signed(latitude, minutes, /s/i.test(ns)),
			longitude: signed(longitude, otherMinutes, /w/i.test(ew)),
		};
		if (!(Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180)) return [];
		places.push(place);
		rest = rest.slice(all.length).replace(/^[ ,]+/, "");
	}
	return places;
}

function signed(degrees: string, minutes: string, isNegative: boolean): number {
	const [minute = 0, second = 0] = minutes.split(":").slice(1).map(Number);
	if (minute > 60 || second > 60) return Number.NaN;
	const angle = Number(degrees) + (minute + second / 60) / 60;
	return isNegative ? -angle : angle;
}

/* Arcs. */

const radians = Math.PI / 180;
const [equator, squared] = [6_378_137, 0.006_694_379_990_14];

/** Metres of a radian north and east at a latitude. */
function scaleAt(latitude: number) {
	const curve = 1 - squared * Math.sin(latitude * radians) ** 2;
	return {
		north: (equator * (1 - squared)) / curve ** 1.5,
		east: (equator * Math.cos(latitude * radians)) / Math.sqrt(curve),
	};
}

/** Metres and direction at the begin. */
function wayBetween(from: Place, to: Place) {
	const middle = (from.latitude + to.latitude) / 2;
	const { north, east } = scaleAt(middle);
	const turn = (to.longitude - from.longitude) * radians;
	const northward = (to.latitude - from.latitude) * radians * north * Math.cos(turn / 2);
	const eastward = turn * east;
	const converging = (turn * Math.sin(middle * radians)) / 2;
	return {
		metres: Math.hypot(northward, eastward),
		bearing: (Math.atan2(eastward, northward) - converging) / radians,
	};
}

/** The place so far in a direction: nearer with every guess. */
function placeAt(from: Place, bearing: number, metres: number): Place {
	let place = from;
	for (let guess = 0; guess < 8; guess += 1) {
		const middle = (from.latitude + place.latitude) / 2;
		const { north, east } = scaleAt(middle);
		const turn = (place.longitude - from.longitude) * radians;
		const direction = bearing * radians + (turn * Math.sin(middle * radians)) / 2;
		place = {
			latitude: from.latitude + (metres * Math.cos(direction)) / north / Math.cos(turn / 2) / radians,
			longitude: from.longitude + (metres * Math.sin(direction)) / east / radians,
		};
	}
	return place;
}

const mile = 1852;
const numbersIn = (text: string) => (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);

function arcIn(command: string, value: string, centre: Place, isLeft: boolean) {
	if (command === "DB") {
		const [from, to] = placesIn(value, 2);
		if (!from || !to) return null;
		const [first, last] = [wayBetween(centre, from), wayBetween(centre, to)];
		const apart = Math.abs(first.metres - last.metres);
		const isUneven = apart > 200 && apart > first.metres / 50;
		// A second of an angle is 31 m.
		if (isUneven && apart > first.metres / 10 + 31) return null;
		const places = sweep(centre, first, last, isLeft);
		return { places: [from, ...places.slice(1, -1), to], isUneven };
	}
	const text = command === "DC" ? value.replace(",", ".") : value;
	const [radius = 0, from = 0, to = 360] = numbersIn(text);
	const wanted = command === "DC" ? 1 : 3;
	if (radius === 0 || numbersIn(text).length !== wanted || /km/i.test(text)) return null;
	const end = (bearing: number) => ({ metres: radius * mile, bearing });
	const places = sweep(centre, end(from), end(to), isLeft && command === "DA");
	return { places: command === "DC" ? places.slice(0, -1) : places, isUneven: false };
}

interface End {
	readonly metres: number;
	readonly bearing: number;
}

/** Half a degree after the other; the radius grows evenly. */
function sweep(centre: Place, from: End, to: End, isLeft: boolean): Place[] {
	const turned = isLeft ? from.bearing - to.bearing : to.bearing - from.bearing;
	const whole = turned === 360 ? 360 : ((turned % 360) + 360) % 360;
	const steps = Math.ceil(whole * 2);
	return Array.from({ length: steps + 1 }, (_, step) => {
		const share = step / steps;
		const bearing = from.bearing + (isLeft ? -1 : 1) * whole * share;
		return placeAt(centre, bearing, from.metres + (to.metres - from.metres) * share);
	});
}
