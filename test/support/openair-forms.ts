import type { AirspaceLimit } from "~db/schema";

/* Every form in which OpenAir files write what a space is and how high it reaches, with what the form says. */

/** The types of the format, by what a space of them is. Of `class`, its class says it. */
export const typesByKind = {
	restricted: ["P", "R", "Q", "TRA", "TSA", "MTA", "TFR", "ADIZ"],
	controlled: ["CTR", "CTA", "TMA", "TMZ", "RMZ", "ATZ", "MATZ"],
	open: ["GSEC"],
	waiting: [
		...["WARNING", "ALERT", "AWY", "LTA", "UTA", "TIA", "TIZ", "TRZ", "HTZ", "MTR", "VFRR"],
		...["TRAFR", "OFR", "ASRA", "CUSTOM", "N", "KDOVI"],
	],
	class: ["FIS", "ACCSEC", "VFRSEC", "FIR", "UIR", "NONE"],
} as const;

export const kindsByClass = {
	...{ A: "controlled", B: "controlled", C: "controlled", D: "controlled" },
	...{ E: "open", F: "open", G: "open", UNC: "open" },
} as const;

/** Old files have the type as the class. */
export const kindsByOldClass = {
	...{ R: "restricted", P: "restricted", Q: "restricted", GP: "restricted" },
	...{ CTR: "controlled", TMA: "controlled", TMZ: "controlled", RMZ: "controlled" },
	...{ W: "open", GS: "open", GSEC: "open" },
	...{ WARNING: "waiting", KDOVI: "waiting" },
} as const;

export const longNames = {
	...{ RESTRICTED: "R", PROHIBITED: "P", DANGER: "Q", GLIDING_SECTOR: "GSEC", AIRWAY: "AWY" },
	...{ UNCLASSIFIED: "NONE", WARNING_AREA: "WARNING", FIS_SECTOR: "FIS", ACC_SECTOR: "ACCSEC" },
	...{ VFR_SECTOR: "VFRSEC", OVERFLIGHT_RESTRICTION: "OFR", AERIAL_SPORTING_RECREATIONAL: "ASRA" },
	...{ "Radio Mandatory Zone": "RMZ", "gliding-sector": "GSEC", "control zone": "CTR" },
} as const;

interface HeightForm {
	readonly text: string;
	readonly limit: AirspaceLimit;
}

const numbers = [
	["3000", 3000],
	["3 000", 3000],
	["3.000", 3000],
	["3,000", 3000],
	["3'000", 3000],
	["12 500", 12_500],
	["914.4", 914.4],
	["914,4", 914.4],
	["914.400", 914.4],
] as const;
const foot = 0.3048;
const units = [
	...["ft", "FT", "f", "feet", "'"].map((unit) => [unit, foot] as const),
	...["m", "M", "mt", "metres", "meters"].map((unit) => [unit, 1] as const),
	["", foot] as const,
];
const references = [
	...["", "MSL", "AMSL", "ALT", "qnh"].map((text) => [text, "MSL"] as const),
	...["AGL", "ASFC", "GND", "SFC"].map((text) => [text, "AGL"] as const),
	...["STD"].map((text) => [text, "FL"] as const),
];
/** What may stand behind a whole height. */
const behind = ["", " (Mo-Fri)", " (MNM ALT 5500FT)"];

function measured(value: number, metresOfUnit: number, reference: "MSL" | "AGL" | "FL"): AirspaceLimit {
	const metres = value * metresOfUnit;
	return { reference, value: reference === "FL" ? metres / (foot * 100) : Math.round(metres * 10) / 10 };
}

/** Number, unit and reference in every order, with blanks and without. */
function* measuredForms(): Generator<HeightForm> {
	for (const [number, value] of numbers)
		for (const [unit, metres] of units)
			for (const [reference, meant] of references) {
				// A decimal number without a unit may have been meant in anything.
				if (unit === "" && !Number.isInteger(value)) continue;
				const limit = measured(value, metres, meant);
				// The ground in front is a height by itself.
				const isGround = ["ASFC", "GND", "SFC"].includes(reference);
				const orders = [
					[number, unit, reference],
					[number, reference, unit],
					...(isGround ? [] : [[reference, number, unit]]),
				];
				for (const order of orders)
					for (const glue of [" ", ""])
						for (const more of behind) yield { text: order.filter(Boolean).join(glue) + more, limit };
			}
}

const level = (value: number): AirspaceLimit => ({ reference: "FL", value });

function* otherForms(): Generator<HeightForm> {
	for (const more of [...behind, " STD", " ft", " 0800-1600"]) {
		for (const text of ["FL95", "FL 95", "fl095", "95 FL", "95FL", "FL  95"])
			yield { text: text + more, limit: level(95) };
		yield { text: `FL 195${more}`, limit: level(195) };
	}
	for (const more of [...behind, " FT", " ft MSL"])
		for (const text of ["UNL", "UNLD", "UNLTD", "UNLIM", "unlimited"])
			yield { text: text + more, limit: { reference: "UNL", value: 0 } };
	for (const more of [...behind, " FT", " AGL", " / SFC", " 0 ft"])
		for (const text of ["GND", "sfc", "SURFACE", "ASFC", "Ground"])
			yield { text: text + more, limit: { reference: "GND", value: 0 } };
	for (const text of ["0 AGL", "0ft AGL", "0 m GND", "0 SFC", "0 FT ASFC"])
		yield { text, limit: { reference: "GND", value: 0 } };
	for (const text of ["1000 ft (AGL)", "1000 ft above ground", "1000 FT Ground level"])
		yield { text, limit: { reference: "AGL", value: 304.8 } };
	yield { text: "99999", limit: { reference: "MSL", value: 30_479.7 } };
}

export const heightForms: readonly HeightForm[] = [...measuredForms(), ...otherForms()];

/** What may be meant in more than one way, or in none. */
export const noHeights = [
	...["", "ft", "FL", "AGL", "MSL", "3000 fathoms", "5000 mtrx", "3.5", "1500.5", "3 00 ft", "2000 2500 ft"],
	...["1000-2000 m", "3.000.00 ft", "1.234.567 ft", "FL 1.000", "FL 3000", "FL 95 125", "FL 9.5"],
	...["2000 ft AAL", "300 m above aerodrome", "ALT 2000 ft AGL", "1000 ft MSL AGL", "1234567 ft", "-100 ft"],
	...["300 m (1000 ft) AGL", "1000 ft / 300 m GND", "2000 ft over ground", "1000 (300 m) AGL"],
] as const;
