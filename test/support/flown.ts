import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { destination, type Position } from "~/lib/maps/geodesy";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import type { FlightResult, Task, TaskPoint, Zone } from "~db/schema";
import { encode, fixLine } from "../../scripts/demo/igc-generator";

/* Flights along straight lines at constant speed, so that times and distances can be worked out by hand. */

export const airfield = { latitude: 49.5, longitude: 15.5, elevation: 500 };
export const flyingDate = "2025-07-15";

/** A place north and east of the airfield, in metres along the geodesic of its direction. */
export function place(north: number, east = 0): Position {
	const bearingDeg = (Math.atan2(east, north) * 180) / Math.PI;
	return destination("wgs84", airfield, bearingDeg, Math.hypot(north, east));
}

/** Flies straight to a place, or stays there. */
export interface Hop {
	readonly to: Position;
	/** Metres a second; 25 unless given. */
	readonly speed?: number;
	/** Seconds at the place after the way to it. */
	readonly stay?: number;
	/** Metres above the airfield at the end of the way; 1,000 unless given. */
	readonly height?: number;
	/** ENL of the fixes on the way. */
	readonly noise?: number;
}

export interface FlownOptions {
	readonly hops: readonly Hop[];
	/** UTC time of the first fix, on the ground. */
	readonly begins?: string;
	/** Seconds between fixes. */
	readonly interval?: number;
	/** Pressure altitude of the airfield: the log shows it, not the elevation. */
	readonly pressureAtField?: number;
	/** Presses of the event marker, seconds after the first fix. */
	readonly presses?: readonly number[];
	/** Changes the B records, or drops them. */
	readonly change?: (line: string, elapsed: number) => string | null;
	readonly date?: string;
	/** Its A record. */
	readonly recorder?: string;
}

/** Seconds on the ground before the first hop. */
export const groundSeconds = 60;

interface Moment extends Position {
	readonly elapsed: number;
	readonly height: number;
	readonly noise: number;
}

/** Places at whole multiples of the interval. */
function* momentsOf({ hops, interval = 4 }: FlownOptions): Generator<Moment> {
	const corners: Moment[] = [{ ...place(0), elapsed: 0, height: 0, noise: 0 }];
	const add = (to: Position, seconds: number, height: number, noise: number) => {
		const elapsed = (corners.at(-1)?.elapsed ?? 0) + seconds;
		corners.push({ latitude: to.latitude, longitude: to.longitude, elapsed, height, noise });
	};
	add(place(0), groundSeconds, 0, 0);
	for (const { to, speed = 25, stay = 0, height = 1000, noise = 0 } of hops) {
		const from = corners.at(-1) ?? to;
		add(to, flatMetres(from, to) / speed, height, noise);
		if (stay > 0) add(to, stay, height, noise);
	}
	let corner = 1;
	for (let elapsed = 0; elapsed <= (corners.at(-1)?.elapsed ?? 0); elapsed += interval) {
		while ((corners[corner]?.elapsed ?? Number.POSITIVE_INFINITY) < elapsed) corner++;
		const [from, to] = [corners[corner - 1], corners[corner]];
		if (!from || !to) return;
		const share = to.elapsed === from.elapsed ? 1 : (elapsed - from.elapsed) / (to.elapsed - from.elapsed);
		const between = (a: number, b: number) => a + share * (b - a);
		yield {
			elapsed,
			latitude: between(from.latitude, to.latitude),
			longitude: between(from.longitude, to.longitude),
			height: between(from.height, to.height),
			noise: to.noise,
		};
	}
}

function flatMetres(from: Position, to: Position): number {
	const north = (to.latitude - from.latitude) * 111_230;
	const east = (to.longitude - from.longitude) * 111_412 * Math.cos((from.latitude * Math.PI) / 180);
	return Math.hypot(north, east);
}

export function flownFile(options: FlownOptions): Uint8Array {
	const { begins = "10:00:00", pressureAtField = 450, presses = [], change = (line) => line } = options;
	const { date = flyingDate, recorder = "ALXV6MS" } = options;
	const begin = begins.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
	const lines = [recorder, `HFDTEDATE:${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`, "I013638ENL"];
	const events = presses.toSorted((a, b) => a - b);
	for (const { elapsed, latitude, longitude, height, noise } of momentsOf(options)) {
		while (events[0] !== undefined && events[0] <= elapsed)
			lines.push(`E${clock(begin + (events.shift() ?? 0))}PEV`);
		const altitude = Math.round(pressureAtField + height);
		const fix = { time: begin + elapsed, latitude, longitude, valid: true };
		const line = fixLine({ ...fix, pressureAltitude: altitude, gnssAltitude: altitude + 45 });
		const changed = change(`${line}${String(noise).padStart(3, "0")}`, elapsed);
		if (changed) lines.push(changed);
	}
	return encode(`${lines.join("\r\n")}\r\nG0F1E2D3C\r\n`, "utf-8");
}

function clock(seconds: number): string {
	return new Date(seconds * 1000).toISOString().slice(11, 19).replaceAll(":", "");
}

export function flown(options: FlownOptions): Flight {
	const reading = readFlightLog(flownFile(options));
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return analyseFlight(reading.log);
}

const direction = { style: "symmetrical", axisDeg: null } as const;
export const line = (lengthM: number): Zone => ({ shape: "line", lengthM, ...direction });
export const cylinder = (radiusM: number): Zone => ({ shape: "cylinder", radiusM, ...direction });

export function point(position: Position, zone: Zone, name = "P"): TaskPoint {
	return { ...position, name, code: name, elevationM: null, zone };
}

type TaskParts = Partial<Omit<Task, "rules" | "scoring">> & {
	readonly rules?: Partial<Task["rules"]>;
	readonly scoring?: Partial<Task["scoring"]>;
};

/** 100 km north and back: a line of 10 km, a cylinder of 500 m, a ring of 3 km, whose radius comes off. */
export function outAndReturn({ rules, scoring, ...rest }: TaskParts = {}): Task {
	return {
		kind: "RT",
		taskTimeS: null,
		points: [
			point(place(0), line(10_000), "Start"),
			point(place(100_000), cylinder(500), "Sever"),
			point(place(0), cylinder(3000), "Cil"),
		],
		...rest,
		rules: {
			startOpens: null,
			startAltitudeM: null,
			startSpeedKmh: null,
			pev: null,
			finishAltitudeM: null,
			finishCloses: null,
			logDeadlineS: null,
			...rules,
		},
		scoring: {
			d1Km: 250,
			dmKm: 100,
			handicaps: true,
			earth: "wgs84",
			subtractFinishRadius: true,
			...scoring,
		},
		briefing: {
			gridTime: null,
			firstLaunch: null,
			qnhHpa: null,
			frequencies: null,
			inactiveAirspace: [],
			note: null,
		},
	};
}

export function flightResultOf(task: Task, options: FlownOptions): FlightResult {
	return evaluateFlight({ task, date: flyingDate, airfield }, flown(options));
}

/** Milliseconds since 1970 of a time of the flying day. */
export const utc = (time: string) => Date.parse(`${flyingDate}T${time}Z`);
