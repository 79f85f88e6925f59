import { pragueDate } from "~/lib/editions/prague-time";
import { supersedes } from "~/lib/flights/igc-file/flight-figures";
import { hasSerial, isSameRecorder, momentOf, namesRecorder } from "~/lib/flights/igc-file/flight-log";
import { normaliseMark } from "~/lib/flights/igc-file/flight-log-warnings";
import { folded } from "~/lib/i18n/word-search";
import type { FlightIdentity, LogIdentity, Recorder } from "~db/schema";

/** An entry that a log may belong to. */
export interface MatchedEntry {
	readonly id: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly name: string;
	readonly surname: string;
	/** The recorders as the competitor wrote them into the entry. */
	readonly logger: string;
	/** Recorders of the logs that count for this competitor on other days. */
	readonly recorders: readonly Recorder[];
}

/** What in a log identifies its competitor, the strongest sign first. */
const logSigns = ["recorder", "number", "registration", "name", "file"] as const;
type LogSign = (typeof logSigns)[number];

/** The competitors that one sign names, at least one. */
interface SignFound {
	readonly sign: LogSign;
	readonly entryIds: readonly string[];
}

/**
 * Why a person has to choose: no sign names anybody, a sign names several competitors, signs name different ones, or only the
 * surname names one.
 */
export type MatchDoubt = "contradiction" | "nobody" | "several" | "surname";

interface LogMatch {
	/** The competitor that the signs name, even when there is a doubt; null for none or several. */
	readonly entryId: string | null;
	/** The signs that decided; none when a person has to choose. Number and registration may decide together. */
	readonly decidedBy: readonly LogSign[];
	/** All signs that name somebody, the strongest first. */
	readonly signs: readonly SignFound[];
	readonly doubt: MatchDoubt | null;
}

/** A log with the name that somebody has given to its file. */
export interface NamedLog extends LogIdentity {
	readonly fileName?: string;
}

/**
 * Finds the competitor of a log. The recorder decides, then number and registration together, then each alone, then the name, then
 * the name of the file, as soon as one of them names exactly one competitor. A sign that names only others makes it doubtful: headers are often wrong, but
 * seldom name somebody else of the same competition.
 */
export function matchPilot(log: NamedLog, entries: readonly MatchedEntry[]): LogMatch {
	const signs = logSigns
		.map((sign) => ({ sign, entryIds: entries.filter(namedBy[sign](log)).map(({ id }) => id) }))
		.filter(({ entryIds }) => entryIds.length > 0);
	for (const decidedBy of deciding) {
		const [entryId, ...others] = namedByAll(signs, decidedBy);
		if (entryId === undefined || others.length > 0) continue;
		const isContradicted = signs.some(({ entryIds }) => !entryIds.includes(entryId));
		return { entryId, decidedBy, signs, doubt: isContradicted ? "contradiction" : null };
	}
	if (signs.length > 0) return { entryId: null, decidedBy: [], signs, doubt: "several" };
	const [namesake, ...others] = entries.filter(hasSurnameOf(log));
	const isOnly = namesake !== undefined && others.length === 0;
	return {
		entryId: isOnly ? namesake.id : null,
		decidedBy: [],
		signs,
		doubt: isOnly ? "surname" : "nobody",
	};
}

/** Why a sender has to say whose log it is. `other`: it names somebody other than the competitor who is signed in. */
type AskedBecause = MatchDoubt | "other";

/**
 * Returns the entry of a log, or why its sender has to say it and whom the log names.
 * @param own entry of the competitor who sends it; it decides when no sign of the log speaks against it
 */
export function ownerOf(
	log: LogIdentity,
	entries: readonly MatchedEntry[],
	own: string | null,
): { readonly entryId: string } | { readonly because: AskedBecause; readonly pilots: string } {
	const { entryId, signs, doubt } = matchPilot(log, entries);
	const isNotAgainst =
		doubt === "surname" ? entryId === own : signs.every(({ entryIds }) => entryIds.includes(own ?? ""));
	if (own !== null && isNotAgainst) return { entryId: own };
	if (own === null && doubt === null && entryId !== null) return { entryId };
	const named = new Set([entryId, ...signs.flatMap(({ entryIds }) => entryIds)]);
	const pilots = entries.filter(({ id }) => named.has(id));
	return {
		because: doubt ?? "other",
		pilots: pilots.map(({ startNumber, surname }) => `${startNumber} ${surname}`).join(", "),
	};
}

/** The signs that may decide, in this order. */
const deciding: readonly (readonly LogSign[])[] = [
	["recorder"],
	["number", "registration"],
	["number"],
	["registration"],
	["name"],
	["file"],
];

/** The competitors whom all of the signs name. */
function namedByAll(found: readonly SignFound[], signs: readonly LogSign[]): readonly string[] {
	const [first = [], ...rest] = signs.map((sign) => found.find((one) => one.sign === sign)?.entryIds ?? []);
	return first.filter((id) => rest.every((ids) => ids.includes(id)));
}

/** The competition day of a log: the local date of its take-off, or else of its first fix. */
export function matchDay<D extends { readonly date: string }>(
	log: FlightIdentity,
	days: readonly D[],
): D | null {
	const date = pragueDate(new Date(momentOf(log.date, log.takeOff ?? log.firstFix)));
	return days.find((day) => day.date === date) ?? null;
}

/** A log with the competitor and the day that were found for it. */
export interface MatchedLog {
	readonly log: FlightIdentity;
	readonly entryId: string | null;
	readonly dayId: string | null;
}

/** Whether another of the logs shows the same flight of the same competitor, of the same recorder. Only one of them can count. */
export function hasRival<L extends MatchedLog>(log: L, all: readonly L[]): boolean {
	return (
		log.entryId !== null &&
		all.some(
			(other) =>
				other !== log &&
				other.entryId === log.entryId &&
				other.dayId === log.dayId &&
				supersedes(other.log, log.log),
		)
	);
}

/** The name that a recorder gives to a file, after the IGC specification, 2.5: date, maker, serial and number of the flight. */
const recordersName = /^\d{4}-\d{2}-\d{2}-[a-z]{3}-[a-z0-9]{3}-\d{2}\b/i;

const namedBy: Readonly<Record<LogSign, (log: NamedLog) => (entry: MatchedEntry) => boolean>> = {
	recorder:
		({ recorder }) =>
		({ logger, recorders }) =>
			hasSerial(recorder) &&
			(recorders.some((known) => isSameRecorder(known, recorder)) || namesRecorder(logger, recorder)),
	number: ({ header }) => {
		const number = normaliseMark(header.competitionNumber);
		return ({ startNumber }) => number !== "" && normaliseMark(startNumber) === number;
	},
	registration: ({ header }) => {
		const registration = normaliseMark(header.registration);
		return ({ registrationNumber }) =>
			registration !== "" && normaliseMark(registrationNumber) === registration;
	},
	name: ({ header }) => {
		const words = wordsOf(header.pilot);
		return ({ name, surname }) =>
			[...wordsOf(name), ...wordsOf(surname)].every((word) => words.includes(word));
	},
	file: ({ fileName = "" }) => {
		const given = recordersName.test(fileName) ? "" : fileName.replace(/\d{4}-\d{2}-\d{2}|\.[^.]*$/g, " ");
		const words = given.split(/[^\p{L}\p{N}]+/u).map(normaliseMark);
		return ({ startNumber }) =>
			normaliseMark(startNumber) !== "" && words.includes(normaliseMark(startNumber));
	},
};

/** The words in lower case and without diacritics, which recorders often cannot write. */
function wordsOf(text: string | null): readonly string[] {
	return folded(text ?? "")
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
}

function hasSurnameOf({ header }: LogIdentity) {
	const words = wordsOf(header.pilot);
	return ({ surname }: MatchedEntry) => wordsOf(surname).every((word) => words.includes(word));
}
