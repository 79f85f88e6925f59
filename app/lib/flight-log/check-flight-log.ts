import { analyseFlight } from "./analyse-flight";
import { type FlightIdentity, flightFigures, sameFlight } from "./flight-figures";
import type { FlightLog, Recorder } from "./flight-log";
import { makerNames } from "./recorder-makers";

/** What looks wrong with a log that is taken all the same; the text stands under `igc.warning.<reason>`. */
export type FlightLogWarningReason =
	| "anotherFlight"
	| "endsMidRecord"
	| "gaps"
	| "noSignature"
	| "otherCompetitionNumber"
	| "otherRecorder"
	| "otherRegistration"
	| "unreadable"
	| "wrongDay";

/** A warning with the values of its text. Dates are `YYYY-MM-DD`: write them in the reader's language before showing. */
export interface FlightLogWarning {
	reason: FlightLogWarningReason;
	values: Record<string, string | number>;
}

/** What was chosen for an upload, and what the pilot's entry says; empty and null mean that it says nothing. */
export interface ExpectedFlight {
	/** The competition day, `YYYY-MM-DD`. */
	day: string;
	startNumber: string | null;
	registrationNumber: string | null;
	/** Free text of the pilot. */
	loggers: string | null;
	/** The pilot's other logs of that day. */
	otherFlights?: readonly FlightIdentity[];
}

/**
 * Compares a log with the chosen day and the entry. Never a reason to refuse it: headers of real files are often
 * wrong, and a day in UTC may differ from the local one.
 */
export function warningsFor(log: FlightLog, expected: ExpectedFlight): FlightLogWarning[] {
	const warnings: FlightLogWarning[] = [];
	const warn = (reason: FlightLogWarningReason, values: FlightLogWarning["values"] = {}) =>
		warnings.push({ reason, values });
	const { header, recorder } = log;

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
	if (log.unreadable.count > 0)
		warn("unreadable", { count: log.unreadable.count, line: log.unreadable.firstLine ?? 0 });
	if (log.gaps.count > 0) warn("gaps", { count: log.gaps.count, longest: log.gaps.longest });
	if (log.endsMidRecord) warn("endsMidRecord");
	const { otherFlights = [] } = expected;
	if (otherFlights.length > 0) {
		const flight = flightFigures(analyseFlight(log));
		if (otherFlights.some((other) => !sameFlight(flight, other))) warn("anotherFlight");
	}
	return warnings;
}

/** Upper case, letters and digits only: "ok-1234", "OK 1234" and "OK1234" are the same mark. */
function normalise(text: string | null): string {
	return (text ?? "").toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Both say something, and not the same. */
function differ(found: string | null, expected: string | null): boolean {
	const [a, b] = [normalise(found), normalise(expected)];
	return a !== "" && b !== "" && a !== b;
}

/**
 * Whether the pilot's text speaks of this recorder: by serial, by the maker's code or name, or by a model of the
 * header. A text that gives the maker's code with another serial behind it ("LXV-6MS") speaks of another one.
 */
function isNamed({ maker, serial }: Recorder, recorderType: string | null, loggers: string | null): boolean {
	const text = normalise(loggers);
	if (text === "") return true;
	if (serial.length >= 3 && text.includes(serial)) return true;
	if (serial !== "" && new RegExp(`\\b${maker}[- ][A-Z0-9]{3}\\b`, "i").test(loggers ?? "")) return false;
	const models = (recorderType ?? "").split(/[,;/]/);
	return [maker, ...makerNames(maker), ...models]
		.map((name) => normalise(name))
		.some((name) => name.length >= 2 && text.includes(name));
}
