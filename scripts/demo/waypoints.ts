import type { Edition } from "~editions/schema";

/** Invented. North and east are kilometres from the airfield, the elevation is in metres. */
const turnPoints: readonly (readonly [name: string, north: number, east: number, elevation: number])[] = [
	["Bystřinský most", 14, -22, 412],
	["Dlouhý rybník", -18, -9, 487],
	["Jestřábí kostel", 31, 12, 365],
	["Kamenný vrch", -27, 24, 640],
	["Křemenná pila", 46, -8, 290],
	["Lipovec nádraží", 9, 41, 455],
	["Olšová přehrada", -39, -31, 520],
	["Podskalí lom", 22, 55, 398],
	["Sedmihůrky zámek", 58, 33, 244],
	["Stráně silo", -52, 10, 470],
	["Větrný vrch", 3, -61, 702],
	["Vinohrádky mlýn", -33, 63, 205],
];

/** Real ones, so that maps show where the invented field lies. Degrees, and metres above sea level. */
const towns: readonly (readonly [name: string, latitude: number, longitude: number, elevation: number])[] = [
	["Brno", 49.195, 16.608, 220],
	["Jihlava", 49.396, 15.591, 525],
	["Pardubice", 50.038, 15.779, 220],
	["Hradec Králové", 50.209, 15.833, 235],
	["Havlíčkův Brod", 49.607, 15.581, 422],
	["Žďár nad Sázavou", 49.563, 15.939, 580],
	["Třebíč", 49.215, 15.882, 405],
	["Svitavy", 49.756, 16.468, 435],
	["Pelhřimov", 49.431, 15.223, 495],
	["Kolín", 50.028, 15.2, 220],
	["Chrudim", 49.951, 15.796, 263],
	["Humpolec", 49.541, 15.359, 527],
	["Velké Meziříčí", 49.355, 16.012, 425],
	["Polička", 49.715, 16.265, 555],
	["Hlinsko", 49.762, 15.908, 580],
	["Čáslav", 49.911, 15.39, 231],
	["Telč", 49.184, 15.453, 520],
	["Boskovice", 49.488, 16.66, 381],
	["Tišnov", 49.349, 16.424, 260],
	["Litomyšl", 49.869, 16.313, 330],
	["Bystřice nad Pernštejnem", 49.523, 16.261, 550],
	["Vlašim", 49.706, 14.899, 365],
];

const kilometresPerDegree = 111.32;

const kilometresEastOf = (latitude: number) => kilometresPerDegree * Math.cos((latitude * Math.PI) / 180);

/** The heights of the towns and turn points, in metres, in kilometres from the airfield. */
export function knownHeights({ latitude, longitude }: Edition["airfield"]) {
	const east = kilometresEastOf(latitude);
	return [
		...towns.map(([, townLatitude, townLongitude, elevation]) => ({
			north: (townLatitude - latitude) * kilometresPerDegree,
			east: (townLongitude - longitude) * east,
			elevation,
		})),
		...turnPoints.map(([, north, east, elevation]) => ({ north, east, elevation })),
	];
}

/** SeeYou: `4931.872N` with two digits of degrees, `01552.470E` with three. */
function cupAngle(degrees: number, digits: 2 | 3, positive: string, negative: string): string {
	// Rounding whole thousandths never gives 60 minutes.
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, "0");
	const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
	return `${whole}${minutes}${degrees < 0 ? negative : positive}`;
}

/** A SeeYou waypoint file (CUP) with the airfield, the towns and the turn points around it. */
export function waypointFile({ airfield }: Edition): string {
	const line = (
		name: string,
		code: string,
		{ latitude, longitude, elevation }: Edition["airfield"],
		style: string,
	) =>
		`"${name}","${code}",CZ,${cupAngle(latitude, 2, "N", "S")},${cupAngle(longitude, 3, "E", "W")},${elevation.toFixed(1)}m,${style}`;
	const { latitude, longitude } = airfield;
	const kilometresEast = kilometresEastOf(latitude);
	return `${[
		"name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc",
		`${line("Horní Lesnice", "LESNICE", airfield, "2")},110,980.0m,122.605,"Letiště soutěže"`,
		...towns.map(
			([name, townLatitude, townLongitude, elevation], index) =>
				`${line(name, `MS${String(index + 1).padStart(2, "0")}`, { latitude: townLatitude, longitude: townLongitude, elevation }, "1")},,,,`,
		),
		...turnPoints.map(([name, north, east, elevation], index) => {
			const code = `TP${String(index + 1).padStart(2, "0")}`;
			const point = {
				latitude: latitude + north / kilometresPerDegree,
				longitude: longitude + east / kilometresEast,
				elevation,
			};
			return `${line(name, code, point, "1")},,,,`;
		}),
	].join("\r\n")}\r\n`;
}
