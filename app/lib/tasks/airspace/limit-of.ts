import type { AirspaceLimit } from "~db/schema";
import { metresOfFeet, metresOfLevel } from "./airspace";

type Word =
	| "level"
	| "unlimited"
	| "feet"
	| "metres"
	| "MSL"
	| "AGL"
	| "STD"
	| "ground"
	| "foreign"
	| "filler";

const wordOf: ReadonlyMap<string, Word> = new Map(
	Object.entries({
		level: ["FL"],
		unlimited: ["UNL", "UNLD", "UNLT", "UNLTD", "UNLIM", "UNLIMITED", "UNLMT", "UNLMTD"],
		feet: ["FT", "FTS", "F", "FEET", "FOOT", "'"],
		metres: ["M", "MT", "MTR", "MTRS", "METER", "METERS", "METRE", "METRES"],
		MSL: ["MSL", "AMSL", "ALT", "QNH"],
		AGL: ["AGL"],
		STD: ["STD", "QNE"],
		ground: ["GND", "SFC", "SURFACE", "ASFC", "GROUND"],
		// Heights above what no file says.
		foreign: ["AAL", "AAE", "AFE", "QFE", "TERRAIN", "AERODROME"],
		filler: ["ABOVE"],
	} as const).flatMap(([word, texts]) => texts.map((text) => [text, word as Word] as const)),
);

/** Metres or feet. Above it, three digits behind a point are decimals. */
const highest = 100_000;

const digits = /\d{1,7}(?:[.,'’]\d{1,7})*(?: \d{3}(?!\d))*/y;
const letters = /[A-Z]{1,20}(?![A-Z])|'/y;
const blanks = /[ .]*/y;
/** A reference in brackets. */
const bracket = /\((?=(?:A?MSL|AGL|ASFC|GND|SFC|STD)\))/y;

const fromGround = /\b(AGL|ASFC|GND|SFC|SURFACE|GROUND|AAL|QFE)\b/;

interface Height {
	number?: string;
	unit?: "feet" | "metres";
	reference?: "MSL" | "AGL" | "STD";
	/** Whether a word says so that is a height by itself. */
	isLevel?: boolean;
	isUnlimited?: boolean;
	isGround?: boolean;
}

/**
 * `FL 95`, `1000ft AGL`, `9500 AMSL FT`, `1200 m MSL`, `GND`, `UNL`: number, unit and reference in any order. Without a unit in feet, without
 * a reference above sea level. What follows a whole height is passed over. Null when nothing of that is sure: a wrong height would be
 * worse than none.
 */
export function limitOf(text: string): AirspaceLimit | null {
	const plain = text.trim().replace(/\s+/g, " ").toUpperCase();
	const height: Height = {};
	let at = 0;
	const take = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const [found = ""] = pattern.exec(plain) ?? [];
		at += found.length;
		return found;
	};
	for (;;) {
		const before = at;
		take(blanks);
		const number = take(digits);
		if (number !== "") {
			if (isWhole(height)) break;
			if (height.number !== undefined) return null;
			height.number = number;
			continue;
		}
		take(bracket);
		const words = wordsIn(take(letters));
		if (!words) at = before;
		if (!words) break;
		for (const word of words) if (!addWord(height, word)) return null;
	}
	const rest = plain.slice(at).trimStart();
	// Without a unit, anything may have been meant to be one.
	if (!isWhole(height) && rest !== "" && !/^[([]/.test(rest)) return null;
	// `300 m (1000 ft) AGL`: what it counts from may stand behind another number.
	if (height.number !== undefined && !height.isLevel && !height.reference && fromGround.test(rest))
		return null;
	return limitOfHeight(height);
}

function isWhole({ number, unit, reference, isLevel, isUnlimited, isGround }: Height): boolean {
	if (isUnlimited) return true;
	return number === undefined ? isGround === true : isLevel === true || (unit ?? reference) !== undefined;
}

/** Letters as one known word, or as two that are glued together; null for others. */
function wordsIn(text: string): readonly Word[] | null {
	const known = wordOf.get(text);
	if (known) return [known];
	for (let index = 1; index < text.length; index += 1) {
		const [first, second] = [wordOf.get(text.slice(0, index)), wordOf.get(text.slice(index))];
		if (first && second) return [first, second];
	}
	return null;
}

/** @returns false when the word contradicts those before */
function addWord(height: Height, word: Word): boolean {
	switch (word) {
		case "level":
			height.isLevel = true;
			return true;
		case "unlimited":
			height.isUnlimited = true;
			return true;
		case "feet":
		case "metres":
			height.unit ??= word;
			return height.unit === word;
		case "ground":
			// Behind a number it is what the number counts from.
			if (height.number === undefined) height.isGround = true;
			return addReference(height, "AGL");
		case "foreign":
			return false;
		case "filler":
			return true;
		default:
			return addReference(height, word);
	}
}

function addReference(height: Height, reference: "MSL" | "AGL" | "STD"): boolean {
	height.reference ??= reference;
	return height.reference === reference || height.isLevel === true;
}

function limitOfHeight({
	number,
	unit,
	reference,
	isLevel,
	isUnlimited,
	isGround,
}: Height): AirspaceLimit | null {
	if (isUnlimited) return number === undefined ? { reference: "UNL", value: 0 } : null;
	if (number === undefined) return isGround ? { reference: "GND", value: 0 } : null;
	if (isLevel) return /^\d{1,3}$/.test(number) ? { reference: "FL", value: Number(number) } : null;
	const value = numberOf(number, unit !== undefined);
	if (value === null) return null;
	const metres = unit === "metres" ? value : metresOfFeet(value);
	if (reference === "STD") return { reference: "FL", value: metres / metresOfLevel(1) };
	if (reference === "AGL" && value === 0) return { reference: "GND", value: 0 };
	return { reference: reference ?? "MSL", value: Math.round(metres * 10) / 10 };
}

/** A whole number with or without groups of three digits, or a decimal one: `3000`, `3 000`, `3.000`, `914.4`. Null for what may be either. */
function numberOf(text: string, hasUnit: boolean): number | null {
	if (/^\d{1,6}$/.test(text)) return Number(text);
	const grouped = Number(text.replace(/\D/g, ""));
	if (/^[1-9]\d{0,2}(?:\D\d{3})+$/.test(text) && grouped <= highest) return grouped;
	const isDecimal = /^\d{1,6}[.,]\d{1,6}$/.test(text);
	return isDecimal && hasUnit ? Number(text.replace(",", ".")) : null;
}
