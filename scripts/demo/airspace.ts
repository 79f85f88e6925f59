import { destination, type Position } from "~/lib/maps/geodesy";
import type { Edition } from "~editions/schema";

/** Places are bearing and kilometres from the airfield. */
type Place = readonly [bearingDeg: number, km: number];

interface Space {
	readonly airspaceClass: string;
	readonly name: string;
	readonly floor: string;
	readonly ceiling: string;
	readonly frequency?: string;
	/** A circle has one place and a radius in nautical miles. */
	readonly outline: readonly Place[] | { readonly centre: Place; readonly radius: number };
}

/** Invented, as a briefing of the field would have them: an airport, its control area, ranges, a reserve, a power plant. */
const spaces: readonly Space[] = [
	{
		airspaceClass: "CTR",
		name: "CTR Podhora",
		floor: "GND",
		ceiling: "5000ft MSL",
		frequency: "119.605",
		outline: { centre: [112, 108], radius: 7 },
	},
	{
		airspaceClass: "D",
		name: "TMA Podhora I",
		floor: "3500ft MSL",
		ceiling: "FL 125",
		frequency: "119.605",
		outline: [
			[96, 88],
			[100, 130],
			[128, 132],
			[126, 90],
			[115, 84],
		],
	},
	{
		airspaceClass: "C",
		name: "TMA Podhora II",
		floor: "FL 95",
		ceiling: "FL 195",
		outline: { centre: [0, 0], radius: 60 },
	},
	{
		airspaceClass: "R",
		name: "LKR 41 Jestřábí",
		floor: "GND",
		ceiling: "FL 75",
		outline: [
			[292, 24],
			[304, 23],
			[307, 32],
			[294, 33],
		],
	},
	{
		airspaceClass: "P",
		name: "LKP 7 Elektrárna Olšová",
		floor: "GND",
		ceiling: "1500 m MSL",
		outline: { centre: [232, 47], radius: 1.1 },
	},
	{
		airspaceClass: "Q",
		name: "LKD 12 Střelnice Stráně",
		floor: "GND",
		ceiling: "4000ft MSL",
		outline: [
			[178, 58],
			[168, 62],
			[170, 70],
			[179, 69],
		],
	},
	{
		airspaceClass: "R",
		name: "TRA 55 Sedmihůrky",
		floor: "1000ft AGL",
		ceiling: "FL 95",
		outline: [
			[22, 76],
			[34, 72],
			[40, 86],
			[27, 92],
		],
	},
	{
		airspaceClass: "W",
		name: "Vlna Větrný vrch",
		floor: "FL 95",
		ceiling: "FL 195",
		outline: { centre: [273, 58], radius: 6 },
	},
];

/** It lies in the middle of the restricted area near the field: who flies there has the demo's intrusion. */
export function restrictedPlace({ airfield }: Edition): Position {
	return destination("wgs84", airfield, 299, 27_500);
}

/** `49:31:52 N 015:52:28 E` */
function openAirPosition({ latitude, longitude }: Position): string {
	const angle = (degrees: number, digits: 2 | 3, letters: string) => {
		const seconds = Math.round(Math.abs(degrees) * 3600);
		const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
		const text = parts.map((part, index) => String(part).padStart(index === 0 ? digits : 2, "0")).join(":");
		return `${text} ${letters[degrees < 0 ? 1 : 0]}`;
	};
	return `${angle(latitude, 2, "NS")} ${angle(longitude, 3, "EW")}`;
}

/** An OpenAir file of the airspace around the airfield. */
export function airspaceFile({ title, airfield }: Edition): string {
	const at = ([bearingDeg, km]: Place) =>
		openAirPosition(destination("wgs84", airfield, bearingDeg, km * 1000));
	const lines = spaces.flatMap(({ airspaceClass, name, floor, ceiling, frequency, outline }) => [
		`AC ${airspaceClass}`,
		`AN ${name}`,
		...(frequency ? [`AF ${frequency}`] : []),
		`AL ${floor}`,
		`AH ${ceiling}`,
		...("radius" in outline
			? [`V X=${at(outline.centre)}`, `DC ${outline.radius}`]
			: outline.map((place) => `DP ${at(place)}`)),
		"",
	]);
	return [`* ${title}: vzdušný prostor, formát OpenAir`, "", ...lines].join("\r\n");
}
