import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { hasSerial, momentOf } from "~/lib/flights/igc-file/flight-log";
import { pick } from "~/lib/pick";
import type { LogConfirmation, LogSender } from "~db/enums";
import {
	type Finding,
	type FlightFigures,
	type FlightResult,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
} from "~db/schema";
import { isDelivered } from "./log-standing.server";

/** A log of a day that takes part, of any class. */
export interface DayLog {
	readonly registrationId: string;
	readonly startNumber: string;
	readonly sha256: string;
	readonly figures: FlightFigures;
	readonly sender: LogSender;
	readonly confirmation: LogConfirmation | null;
	readonly sentAt: Date;
}

const readFigures = sql`json_extract(${igcFileVersions.receipt}, '$.figures')`;

interface LogDoubt extends Finding {
	readonly kind: "otherDay" | "sameLog" | "sameRecorder" | "sharedRecorder";
}

/** Selects the logs of a day that take part, of all classes. */
export function logsOfDay(db: Db, dayId: string) {
	return db
		.select({
			versionId: igcFileVersions.id,
			registrationId: igcFiles.registrationId,
			startNumber: flown.startNumber,
			sha256: igcFileVersions.sha256,
			figures: readFigures.mapWith((text: string): FlightFigures => JSON.parse(text)),
			...pick(igcFileVersions, "sender", "confirmation"),
			sentAt: igcFileVersions.createdAt,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(pilotDays, isPilotDay(dayId))
		.where(and(eq(igcFiles.dayId, dayId), isDelivered, isNotNull(readFigures)));
}

/** Ids of the entries that own a recorder, by `recorderKey`. */
export type RecorderOwners = ReadonlyMap<string, string>;

export interface DayLogs {
	/** The logs, grouped by what two of them may share: bytes, fixes or recorder. The log with the best right comes first. */
	readonly sharing: ReadonlyMap<string, readonly DayLog[]>;
	readonly owners: RecorderOwners;
}

/**
 * Groups the logs, so that the search for duplicates takes linear time: anybody may send any number of logs.
 * @param owners of the recorders that two competitors have logs of; such a recorder without an owner is nobody's
 */
export function groupLogs(logs: readonly DayLog[], owners: RecorderOwners = new Map()): DayLogs {
	const sharing = new Map<string, DayLog[]>();
	for (const log of logs.toSorted((one, other) => byRight(owners, one, other) || byArrival(one, other))) {
		for (const key of [...sameLogKeys(log), recorderKey(log)]) {
			if (key === null) continue;
			const group = sharing.get(key);
			if (group) group.push(log);
			else sharing.set(key, [log]);
		}
	}
	return { sharing, owners };
}

/** Adds to the result of a log what the day and its other logs say against it. @param date local date of the competition day */
export function withLogDoubts(
	result: FlightResult,
	{ registrationId, sha256 }: Pick<DayLog, "registrationId" | "sha256">,
	day: DayLogs,
	date: string,
): FlightResult {
	const log = day.sharing.get(bytesKey({ sha256 }))?.find((one) => one.registrationId === registrationId);
	return log ? { ...result, findings: [...result.findings, ...logDoubts(log, date, day)] } : result;
}

/**
 * Returns what the day and its other logs say against a log: it is of another date; another competitor has the same log, and has sent
 * it with more right or earlier; or another competitor has a log of the same recorder. A recorder alone says whose a log is only by
 * more right: whoever was first with a serial that everybody can read must not withhold the points of the other.
 * @param date local date of the competition day
 */
export function logDoubts(log: DayLog, date: string, day: DayLogs): LogDoubt[] {
	const at = momentOf(log.figures.date, log.figures.firstFix);
	const about = { at, value: null, proposedPoints: 0, point: null };
	const keys = sameLogKeys(log);
	const otherIn = (key: string) =>
		day.sharing.get(key)?.find(({ registrationId }) => registrationId !== log.registrationId);
	const rightOf = (other: DayLog) => byRight(day.owners, other, log);
	const same = keys
		.flatMap((key) => otherIn(key) ?? [])
		.find((other) => (rightOf(other) || byArrival(other, log)) < 0);
	const recorder = recorderKey(log);
	const sharing = same || recorder === null ? undefined : otherIn(recorder);
	// The same log with less right is doubtful itself, and says nothing against this one.
	const shared = sharing && !sameLogKeys(sharing).some((key) => keys.includes(key)) ? sharing : undefined;
	return [
		...(pragueDate(new Date(at)) === date ? [] : [{ ...about, kind: "otherDay" as const }]),
		...(same ? [{ ...about, kind: "sameLog" as const, other: same.startNumber }] : []),
		...(shared && rightOf(shared) < 0
			? [{ ...about, kind: "sameRecorder" as const, other: shared.startNumber }]
			: []),
		...(shared && rightOf(shared) === 0
			? [{ ...about, kind: "sharedRecorder" as const, other: shared.startNumber }]
			: []),
	];
}

const bytesKey = ({ sha256 }: Pick<DayLog, "sha256">) => `bytes ${sha256}`;

/** Keys of the same log: equal bytes, or the same fixes below another header. */
function sameLogKeys(log: DayLog): readonly string[] {
	const { recorder: _, flightOfDay: __, ...flown } = log.figures;
	return [bytesKey(log), `fixes ${JSON.stringify(flown)}`];
}

/** Returns null when the recorder has no serial of its own. */
export function recorderKey({
	figures: { recorder },
}: {
	readonly figures: Pick<FlightFigures, "recorder">;
}): string | null {
	return hasSerial(recorder) ? `recorder ${recorder.maker} ${recorder.serial}` : null;
}

/**
 * Compares the rights to two logs. A log that nobody has confirmed has the least right, whatever its recorder. Then come those of
 * competitors who own the recorder, then those of organisers, then the competitors' own.
 * @returns a number below 0 when that to the first one is better
 */
function byRight(owners: RecorderOwners, one: DayLog, other: DayLog): number {
	const isOwner = (log: DayLog) => owners.get(recorderKey(log) ?? "") === log.registrationId;
	const difference = (has: (log: DayLog) => boolean) => Number(has(other)) - Number(has(one));
	return (
		difference((log) => !isUnconfirmed(log)) ||
		difference(isOwner) ||
		difference(({ sender }) => sender === "organiser")
	);
}

const isUnconfirmed = ({ sender, confirmation }: DayLog) => sender === "other" && confirmation === null;

/** When two logs came at the same moment, as an organiser stores several together, the start number decides. */
function byArrival(one: DayLog, other: DayLog): number {
	const difference = one.sentAt.getTime() - other.sentAt.getTime();
	return (
		difference || (one.startNumber < other.startNumber ? -1 : Number(one.startNumber > other.startNumber))
	);
}
