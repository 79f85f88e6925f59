import type { Random } from "./random";

/** Invented, by region. */
const aeroclubs: Record<string, readonly string[]> = {
	Morava: [
		"Aeroklub Lipovec nad Bystřinou",
		"Aeroklub Jestřábí",
		"Aeroklub Horní Lesnice",
		"Aeroklub Vinohrádky",
	],
	"Čechy 1.": [
		"Aeroklub Královské Stráně",
		"Aeroklub Sedmihůrky",
		"Aeroklub Podskalí",
		"Letecký klub Vranov u Hájů",
	],
	"Čechy 2.": ["Aeroklub Bukovina nad Lužicí", "Aeroklub Dlouhé Rybníky", "Aeroklub Větrný Vrch"],
	Německo: ["Flugsportverein Altenthal", "Segelfluggruppe Birkenau-Süd"],
	Rakousko: ["Sportfliegerclub Donauwinkel", "Flugsportgruppe Steinfelden"],
};

const recorders = [
	"LXNAV LX9050",
	"LXNAV LX9000",
	"LXNAV S100",
	"LXNAV Nano 4",
	"LX Colibri II",
	"Naviter Oudie N",
];

const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
const serialCharacters = `${letters}0123456789`;

export function aeroclubOf(region: string, random: Random): string {
	return random.pick(aeroclubs[region] ?? ["Aeroklub Horní Lesnice"]);
}

/** A main recorder and often a second one, with their three-character serials. */
export function loggerOf(random: Random): string {
	const serial = () => [1, 2, 3].map(() => random.pick([...serialCharacters])).join("");
	const main = `${random.pick(recorders)} (${serial()})`;
	return random.chance(0.6) ? `${main}, FLARM (${serial()})` : main;
}

/** Codes of the makers in an A record. */
const codes: Readonly<Record<string, string>> = { LXNAV: "LXV", LX: "LXN", Naviter: "NAV" };

/** The main recorder of an entry, as its logs name it. @param logger of `loggerOf` */
export function recorderOf(logger: string) {
	const [, maker = "", model = "", serial = ""] = /^(\S+) (.+?) \((\w{3})\)/.exec(logger) ?? [];
	return { recorder: `A${codes[maker]}${serial}`, recorderType: `${maker},${model}` };
}

/** No phone rings: the ranges are unassigned or reserved for films. */
export function phoneOf(region: string, random: Random): string {
	const block = () => String(random.integer(0, 999)).padStart(3, "0");
	if (region === "Německo") return `+49 176 040690 ${random.integer(10, 99)}`;
	if (region === "Rakousko") return `+43 650 000 ${block()}`;
	return `+420 600 ${block()} ${block()}`;
}

/** Every number is new. */
export type Numbers = { registrationNumber(region: string): string; startNumber(): string };

/** @param takenBefore start and registration numbers */
export function numbersOf(random: Random, takenBefore: readonly string[]): Numbers {
	const taken = new Set(takenBefore);
	const once = (invent: () => string) => {
		let number = invent();
		while (taken.has(number)) number = invent();
		taken.add(number);
		return number;
	};
	const letter = () => random.pick([...letters]);
	const digit = () => String(random.integer(1, 9));
	const startNumberForms = [
		() => letter() + letter(),
		() => letter() + digit(),
		() => digit() + letter(),
		() => String(random.integer(2, 999)),
		() => letter() + letter() + digit(),
	];
	return {
		registrationNumber: (region) =>
			once(() => {
				if (region === "Německo") return `D-${random.integer(1000, 9999)}`;
				if (region === "Rakousko") return `OE-5${random.integer(100, 999)}`;
				return `OK-${random.integer(1000, 9999)}`;
			}),
		startNumber: () => once(() => random.pick(startNumberForms)()),
	};
}
