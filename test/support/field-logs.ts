import { readFileSync } from "node:fs";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import type { FlightResult } from "~db/schema";
import {
	encode,
	fixLine,
	type GeneratedFix,
	generateFixes,
	type IgcFileOptions,
} from "../../scripts/demo/igc-generator";
import { type Random, randomOf } from "../../scripts/demo/random";
import { read } from "./flight-logs";
import { airfield, cylinder, flyingDate, line, outAndReturn, place, point } from "./flown";

/*
 * Logs as they come: a good log and one fault, at any place and of any size. Each fault takes the fixes of the good log and returns
 * those of the faulty one, or its lines where the fault is in how it is written.
 */

export function fieldFile(name: string): Uint8Array {
	return new Uint8Array(readFileSync(new URL(`../fixtures/field/${name}`, import.meta.url)));
}

/** A flight that climbs at once, circles and glides, with at least two minutes on the ground before and after it. */
export function goodFixes(random: Random, options: IgcFileOptions = {}): GeneratedFix[] {
	const interval = random.integer(1, 12);
	const fixes = generateFixes({
		start: `${random.integer(8, 12)}:${random.integer(10, 50)}:00`,
		interval,
		fixes: Math.ceil(random.integer(3_000, 9_000) / interval),
		flight: {
			latitude: random.integer(-70, 70) + random.next(),
			longitude: random.integer(-179, 178) + random.next(),
			elevation: random.integer(0, 1_500),
			groundSeconds: 240,
		},
		...options,
	});
	return fixes.map((fix) => ({ ...fix, noise: random.integer(0, 120) }));
}

export const linesOf = (fixes: readonly GeneratedFix[]) =>
	fixes.map((fix) => fixLine(fix) + `${fix.noise ?? 0}`.padStart(3, "0"));

/** A file of B records. @param below lines behind the signature */
export function fileOf(
	fixes: readonly GeneratedFix[] | readonly string[],
	below: readonly string[] = [],
	extension = "I013638ENL",
): Uint8Array {
	const records = fixes.map((fix) => (typeof fix === "string" ? fix : linesOf([fix])[0]));
	const head = ["ALXV6MSFLIGHT:1", "HFDTEDATE:150725", "HFGIDGLIDERID:OK-4321", extension];
	return encode([...head, ...records, "G0F1E2D3C4B5A", ...below].join("\r\n"), "utf-8");
}

export const flightOf = (...file: Parameters<typeof fileOf>): Flight => analyseFlight(read(fileOf(...file)));

/** The reasons of the warnings of a flight on its own day. */
export function reasonsOf(flight: Flight): string[] {
	const expected = { startNumber: null, registrationNumber: null, loggers: null, otherFlights: [] };
	return warningsFor(flight, { ...expected, day: flight.log.date }).map(({ reason }) => reason);
}

type Fault = (fixes: readonly GeneratedFix[]) => GeneratedFix[];
/** Changes some fixes from one on. */
const change =
	(from: number, count: number, changed: (fix: GeneratedFix, place: number) => GeneratedFix): Fault =>
	(fixes) =>
		fixes.map((fix, index) => (index >= from && index < from + count ? changed(fix, index - from) : fix));

export const without =
	(from: number, count: number): Fault =>
	(fixes) =>
		fixes.filter((_, index) => index < from || index >= from + count);

export const ahead = (from: number, count: number, seconds: number) =>
	change(from, count, (fix) => ({ ...fix, time: fix.time + seconds }));

/** The fixes without a position. */
export const unmarked = (from: number, count: number) =>
	change(from, count, (fix) => ({ ...fix, valid: false }));

/** @param beside degrees from zero */
export const zeros = (from: number, count: number, { valid = true, beside = 0 } = {}) =>
	change(from, count, (fix) => ({ ...fix, latitude: beside, longitude: -beside, valid }));

export const frozenClock: Fault = (fixes) => fixes.map((fix) => ({ ...fix, time: fixes[0]?.time ?? 0 }));

/** The sensor shows what a function makes of the right altitude. */
export const pressure = (from: number, count: number, shown: (altitude: number, place: number) => number) =>
	change(from, count, (fix, place) => ({ ...fix, pressureAltitude: shown(fix.pressureAltitude, place) }));

export const gnss = (from: number, count: number, shown: (altitude: number, place: number) => number) =>
	change(from, count, (fix, place) => ({ ...fix, gnssAltitude: shown(fix.gnssAltitude, place) }));

export const noise = (from: number, count: number, level: number) =>
	change(from, count, (fix) => ({ ...fix, noise: level }));

/** Lines whose altitudes have six characters. */
export function wideLines(fixes: readonly GeneratedFix[], which: "both" | "pressure" | "gnss"): string[] {
	const wide = (altitude: string) => (altitude.startsWith("-") ? `-0${altitude.slice(1)}` : `0${altitude}`);
	return fixes.map((fix) => {
		const line = fixLine(fix);
		const [shown, other] = [line.slice(25, 30), line.slice(30)];
		return (
			line.slice(0, 25) +
			(which === "gnss" ? shown : wide(shown)) +
			(which === "pressure" ? other : wide(other))
		);
	});
}

interface Drive {
	/** Metres a second. */
	readonly speed: number;
	readonly seconds: number;
	/** A stop of so many seconds after each so many of driving. */
	readonly stop?: { readonly every: number; readonly seconds: number };
	/** Metres a second up or down. */
	readonly climb?: number;
}

/** A drive there and back from a fix, second by second at its interval. @param begin seconds */
export function drive(
	from: GeneratedFix,
	begin: number,
	interval: number,
	{ speed, seconds, stop, climb = 0 }: Drive,
) {
	const fixes: GeneratedFix[] = [];
	let driven = 0;
	for (let time = 0; time <= seconds; time += interval) {
		const round = stop ? time % (stop.every + stop.seconds) : 0;
		if (!stop || round < stop.every) driven += interval;
		const metres = speed * Math.min(driven, seconds - driven);
		const rise = Math.round(climb * Math.min(driven, seconds - driven));
		fixes.push({
			...from,
			time: begin + time,
			latitude: from.latitude + Math.max(0, metres) / 111_195,
			pressureAltitude: from.pressureAltitude + rise,
			gnssAltitude: from.gnssAltitude + rise,
		});
	}
	return fixes;
}

export const driveFirst =
	(interval: number, pause: number, options: Drive): Fault =>
	(fixes) => {
		const first = fixes[0];
		if (!first) return [];
		return [...drive(first, first.time - pause - options.seconds, interval, options), ...fixes];
	};

export const driveHome =
	(interval: number, pause: number, options: Drive): Fault =>
	(fixes) => {
		const last = fixes.at(-1);
		if (!last) return [];
		return [...fixes, ...drive(last, last.time + pause, interval, options)];
	};

export const footers: Readonly<Record<string, readonly string[]>> = {
	"a signature of a phone": ["", "-- ", "Sent from my phone", "Best regards"],
	"words of every record": ["Ahoj,", "Bob", "Ciao", "Eva", "Fly safe", "F", "Hi", "K", "Karel", "E", "B"],
	"an initial": ["--", "B"],
	"quoted-printable": ["=20", "--=20", "Eva =C5=A0imkov=C3=A1=20", "B=C3=A1ra"],
	HTML: ["<br>", "<div>Best</div>", "</pre></body></html>"],
	"blank lines": ["", "", "   ", ""],
	"a rule of a mail": ["", "----- Original Message -----", "From: jana@example.com", "Brno"],
};

/** A good log with a fix every 4 s for an hour and a half. */
export const good = goodFixes(randomOf("field"), { interval: 4, fixes: 1_350, start: "10:00:00" });

/** A flight against a task from its airfield. */
export function scored(flight: Flight): FlightResult {
	const { latitude, longitude } = good[0] ?? airfield;
	const field = { latitude, longitude, elevation: 500 };
	const points = [
		point(field, line(10_000)),
		point(place(40_000), cylinder(500)),
		point(field, cylinder(3_000)),
	];
	return evaluateFlight({ task: outAndReturn({ points }), date: flyingDate, airfield: field }, flight);
}
