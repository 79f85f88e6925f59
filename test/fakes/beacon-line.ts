/* Beacons as the Open Glider Network relays them; docs/formats.md, 12. */

export interface SentBeacon {
	/** Six hexadecimal digits. */
	readonly device: string;
	/** UTC. */
	readonly at: Date;
	readonly latitude: number;
	readonly longitude: number;
	/** Metres above sea level. */
	readonly altitude: number;
	/** Kilometres an hour. */
	readonly speed?: number;
	readonly track?: number;
	/** Metres a second. */
	readonly climb?: number;
	/** Two hexadecimal digits behind `id`. */
	readonly flags?: string;
}

const pad = (value: number, digits: number) => String(value).padStart(digits, "0");

/** Degrees and minutes as APRS writes them, and the third digit of the minutes. */
function inMinutes(degrees: number, digits: number): readonly [text: string, third: number] {
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const [whole, rest] = [Math.floor(thousandths / 60_000), thousandths % 60_000];
	const hundredths = Math.floor(rest / 10);
	return [
		`${pad(whole, digits)}${pad(Math.floor(hundredths / 100), 2)}.${pad(hundredths % 100, 2)}`,
		rest % 10,
	];
}

/** A beacon as a FLARM is relayed by the network, without the end of its line. */
export function beaconLine(beacon: SentBeacon): string {
	const { device, at, latitude, longitude, altitude, speed = 0, track = 0, climb = 0, flags = "06" } = beacon;
	const [north, northDigit] = inMinutes(latitude, 2);
	const [east, eastDigit] = inMinutes(longitude, 3);
	const time = at.toISOString().slice(11, 19).replaceAll(":", "");
	const position = `/${time}h${north}${latitude < 0 ? "S" : "N"}/${east}${longitude < 0 ? "W" : "E"}'`;
	const motion = `${pad(Math.round(track), 3)}/${pad(Math.round(speed / 1.852), 3)}`;
	const feet = `/A=${pad(Math.round(altitude / 0.3048), 6)}`;
	const rate = Math.round((climb * 60) / 0.3048);
	const signed = `${rate < 0 ? "-" : "+"}${pad(Math.abs(rate), 3)}`;
	return `FLR${device}>OGFLR,qAS,HLESNICE:${position}${motion}${feet} !W${northDigit}${eastDigit}! id${flags}${device} ${signed}fpm +0.0rot 9.2dB 0e -1.3kHz gps2x3`;
}
