import type { FlightIdentity, FlightLogWarning, FlightLogWarningReason, Recorder } from "~db/schema";
import type { Flight } from "./analyse-flight";
import { continues, flightIdentity, sameFlight } from "./flight-figures";
import type { FlightLog } from "./flight-log";

/** What the pilot chose for the upload and wrote into the entry. Null and "" mean that the entry says nothing. */
export interface ExpectedFlight {
	/** The competition day, `YYYY-MM-DD`. */
	readonly day: string;
	readonly startNumber: string | null;
	readonly registrationNumber: string | null;
	/** Free text of the pilot. */
	readonly loggers: string | null;
	/** The pilot's other flights of that day. */
	readonly otherFlights: readonly FlightIdentity[];
}

/**
 * Compares a flight with the chosen day and the entry. No warning refuses a log: headers of real files are often wrong,
 * and a day in UTC may differ from the local one.
 */
export function warningsFor(flight: Flight, expected: ExpectedFlight): FlightLogWarning[] {
	const warnings: FlightLogWarning[] = [];
	const warn = (reason: FlightLogWarningReason, values: FlightLogWarning["values"] = {}) =>
		warnings.push({ reason, values });
	const { log } = flight;
	const { header, recorder, unreadable } = log;
	const { gaps, clock, altitudes } = flight;

	if (log.date !== expected.day) warn("wrongDay", { date: log.date, day: expected.day });
	if (differ(header.competitionNumber, expected.startNumber))
		warn("otherCompetitionNumber", {
			found: `${header.competitionNumber}`,
			expected: `${expected.startNumber}`,
		});
	if (differ(header.registration, expected.registrationNumber))
		warn("otherRegistration", {
			found: `${header.registration}`,
			expected: `${expected.registrationNumber}`,
		});
	if (!log.hasSignature) warn("noSignature");
	if (!isNamed(recorder, header.recorderType, expected.loggers))
		warn("otherRecorder", { recorder: `${recorder.maker} ${recorder.serial}`.trim() });
	if (unreadable.count > 0) warn("unreadable", { count: unreadable.count, line: unreadable.firstLine ?? 0 });
	if (gaps.count > 0) warn("gaps", { count: gaps.count, longest: gaps.longest });
	if (log.endsMidRecord) warn("endsMidRecord");
	if (hasManyZeros(log)) warn("zeroPositions", { count: log.zeroPositions });
	if (clock.leftOut > 0) warn("clockWrong", { count: clock.leftOut });
	if (clock.stands) warn("clockStands");
	if (altitudes.fault !== null) warn("pressureSensor");
	if (log.hasWideAltitudes) warn("wideAltitudes");
	const identity = flightIdentity(flight);
	const others = expected.otherFlights.filter((other) => !sameFlight(identity, other));
	if (others.some((other) => continues(identity, other))) warn("continuesFlight");
	else if (others.length > 0) warn("anotherFlight");
	return warnings;
}

/** Fewer fixes at 0°/0° are what many recorders write before the first satellite. */
const manyZeros = 10;

export function hasManyZeros({ zeroPositions }: Pick<FlightLog, "zeroPositions">): boolean {
	return zeroPositions >= manyZeros;
}

/** "ok-1234", "OK 1234" and "OK1234" are the same mark. */
export function normaliseMark(text: string | null): string {
	return (text ?? "").toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether both have a value, and the values differ. */
function differ(found: string | null, expected: string | null): boolean {
	const [a, b] = [normaliseMark(found), normaliseMark(expected)];
	return a !== "" && b !== "" && a !== b;
}

/** The makers' names that pilots use, by the code in the A record (from lists of the IGC and of programs). */
const namesOfMaker: Readonly<Record<string, readonly string[]>> = {
	ACT: ["Aircotec"],
	CAM: ["Cambridge"],
	CNI: ["ClearNav"],
	DSX: ["DSX"],
	EWA: ["EW Avionics"],
	FIL: ["Filser"],
	FLA: ["Flarm"],
	GCS: ["Garrecht", "Volkslogger"],
	IMI: ["IMI"],
	LGS: ["Logstream"],
	LXN: ["LX Navigation", "LX", "Colibri"],
	LXV: ["LXNAV", "LX", "Nano"],
	NAV: ["Naviter", "Oudie", "SeeYou"],
	NTE: ["New Technologies"],
	PES: ["Peschges"],
	PRT: ["Print Technik"],
	RCE: ["RC Electronics"],
	SCH: ["Scheffel"],
	SDI: ["Streamline", "PosiGraph"],
	TRI: ["Triadis"],
	WES: ["Westerboer"],
	XCS: ["XCSoar"],
	ZAN: ["Zander"],
};

/**
 * Whether the pilot's text names this recorder: by serial, by the maker's code or name, or by a model of the header.
 * The maker's code with another serial ("LXV-6MS") names another recorder.
 */
function isNamed({ maker, serial }: Recorder, recorderType: string | null, loggers: string | null): boolean {
	const text = normaliseMark(loggers);
	if (text === "") return true;
	if (serial.length >= 3 && text.includes(serial)) return true;
	if (serial !== "" && new RegExp(`\\b${maker}[- ][A-Z0-9]{3}\\b`, "i").test(loggers ?? "")) return false;
	const models = (recorderType ?? "").split(/[,;/]/);
	return [maker, ...(namesOfMaker[maker] ?? []), ...models]
		.map((name) => normaliseMark(name))
		.some((name) => name.length >= 2 && text.includes(name));
}
