import { groupedBy } from "~/lib/grouped-by";
import type { FlightLogHeader } from "~db/schema";
import { normaliseMark } from "../igc-file/flight-log-warnings";

/** A competitor of a day, by the marks of the glider. */
export interface MarkedCompetitor {
	readonly registrationId: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
}

/** A log of a competitor, and what it says of whose it is. */
export interface MarkedLog extends MarkedCompetitor {
	readonly header: Pick<FlightLogHeader, "competitionNumber" | "registration">;
}

/** A log that names another competitor than its own: by its header, by the owner of its recorder, or by both. */
export interface Naming<L extends MarkedLog> {
	readonly log: L;
	/** Id of the entry that it names. */
	readonly names: string;
	readonly byHeader: boolean;
	readonly byRecorder: boolean;
}

/**
 * Returns the logs that name another competitor of the day. A mark that is missing, or that nobody or more than one has, says nothing; one
 * that fits the own entry speaks against it, and so do marks of two others.
 * @param ownerOf the entry that owns the recorder of a log; null when nobody does
 */
export function namingsOf<L extends MarkedLog>(
	logs: readonly L[],
	competitors: readonly MarkedCompetitor[],
	ownerOf: (log: L) => string | null,
): readonly Naming<L>[] {
	const ofNumber = byMark(competitors, ({ startNumber }) => startNumber);
	const ofRegistration = byMark(competitors, ({ registrationNumber }) => registrationNumber);
	return logs.flatMap((log) => {
		if (fitsOwnEntry(log)) return [];
		const { competitionNumber, registration } = log.header;
		const inHeader = [
			ofNumber.get(normaliseMark(competitionNumber)),
			ofRegistration.get(normaliseMark(registration)),
		].flatMap((id) => id ?? []);
		const owner = ownerOf(log);
		const [names, ...rest] = new Set([...inHeader, ...(owner === null ? [] : [owner])]);
		if (names === undefined || names === log.registrationId || rest.length > 0) return [];
		return [{ log, names, byHeader: inHeader.length > 0, byRecorder: owner !== null }];
	});
}

/** Whether a mark in the header of a log is that of its entry. */
export function fitsOwnEntry({ header, startNumber, registrationNumber }: MarkedLog): boolean {
	const isSame = (found: string | null, own: string) =>
		normaliseMark(found) !== "" && normaliseMark(found) === normaliseMark(own);
	return isSame(header.competitionNumber, startNumber) || isSame(header.registration, registrationNumber);
}

/** Null for a mark that several have. */
function byMark(
	competitors: readonly MarkedCompetitor[],
	of: (one: MarkedCompetitor) => string,
): ReadonlyMap<string, string | null> {
	const ids = new Map<string, string | null>();
	for (const one of competitors) {
		const mark = normaliseMark(of(one));
		if (mark !== "") ids.set(mark, ids.has(mark) ? null : one.registrationId);
	}
	return ids;
}

/**
 * Returns the logs that look exchanged, each ring together: two competitors of whom each has a log that names the other, or several in a
 * circle. All of a ring are named by the same kind of mark: nobody else can write into the header of a log, and a recorder alone says it
 * only when the recorders themselves are exchanged (docs/security.md, rule 53).
 */
export function exchangedLogs<L extends MarkedLog>(
	namings: readonly Naming<L>[],
): readonly (readonly Naming<L>[])[] {
	const byHeader = ringsOf(namings.filter((one) => one.byHeader));
	const found = new Set(byHeader.flat());
	return [...byHeader, ...ringsOf(namings.filter((one) => one.byRecorder && !found.has(one)))];
}

function ringsOf<L extends MarkedLog>(namings: readonly Naming<L>[]): (readonly Naming<L>[])[] {
	const keyOf = (from: string, to: string) => `${from} ${to}`;
	const between = groupedBy(namings, ({ log, names }) => keyOf(log.registrationId, names));
	const rings: (readonly Naming<L>[])[] = [];
	const next = new Map<string, Naming<L>>();
	for (const naming of namings) {
		const { names } = naming;
		const { registrationId } = naming.log;
		const back = between.get(keyOf(names, registrationId));
		const there = between.get(keyOf(registrationId, names)) ?? [];
		if (!back) {
			if (!next.has(registrationId)) next.set(registrationId, naming);
		} else if (naming === there[0] && registrationId < names) rings.push([...there, ...back]);
	}
	return [...rings, ...circlesOf(next)];
}

/** The circles of a graph in which each entry names one other. */
function circlesOf<L extends MarkedLog>(next: ReadonlyMap<string, Naming<L>>): (readonly Naming<L>[])[] {
	const circles: (readonly Naming<L>[])[] = [];
	const seenBy = new Map<string, string>();
	for (const from of next.keys()) {
		let entry = from;
		while (next.has(entry) && !seenBy.has(entry)) {
			seenBy.set(entry, from);
			entry = next.get(entry)?.names ?? "";
		}
		if (seenBy.get(entry) !== from || !next.has(entry)) continue;
		const circle: Naming<L>[] = [];
		for (let at = next.get(entry); at && at !== circle[0]; at = next.get(at.names)) circle.push(at);
		circles.push(circle);
	}
	return circles;
}
