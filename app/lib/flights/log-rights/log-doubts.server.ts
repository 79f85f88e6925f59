import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isInForce, isPilotDay } from "~/lib/db/conditions.server";
import { flown } from "~/lib/db/flown.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { hasSerial, momentOf } from "~/lib/flights/igc-file/flight-log";
import { pick } from "~/lib/pick";
import type { LogConfirmation, LogSender } from "~db/enums";
import {
	type Finding,
	type FlightFigures,
	type FlightLogHeader,
	type FlightResult,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	tasks,
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

const inReceipt = (path: "$.figures" | "$.header") => sql`json_extract(${igcFileVersions.receipt}, ${path})`;
const readFigures = inReceipt("$.figures");

export interface LogDoubt extends Finding {
	readonly kind:
		| "clock"
		| "exchanged"
		| "otherDay"
		| "othersLog"
		| "sameLog"
		| "sameRecorder"
		| "sharedRecorder"
		| "unsigned";
}

/** Selects the logs of a day that take part, of all classes, and those whose clock is ahead. @param dayId an id, or an expression for it */
export function logsOfDay(db: Db, dayId: string | SQL) {
	return db
		.select({
			igcFileId: igcFiles.id,
			versionId: igcFileVersions.id,
			...pick(igcFiles, "registrationId", "dayId", "standing"),
			classId: flown.classId,
			startNumber: flown.startNumber,
			registrationNumber: flown.registrationNumber,
			launches: pilotDays.launches,
			startOpens: sql<string | null>`json_extract(${tasks.rules}, '$.startOpens')`,
			...pick(igcFileVersions, "sha256", "clockShift", "warnings"),
			figures: readFigures.mapWith((text: string): FlightFigures => JSON.parse(text)),
			header: inReceipt("$.header").mapWith((text: string): FlightLogHeader => JSON.parse(text)),
			...pick(igcFileVersions, "sender", "confirmation"),
			sentAt: igcFileVersions.createdAt,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.leftJoin(tasks, isInForce({ dayId: igcFiles.dayId, classId: flown.classId }))
		.where(
			and(eq(igcFiles.dayId, dayId), or(isDelivered, eq(igcFiles.standing, "ahead")), isNotNull(readFigures)),
		)
		.orderBy(igcFileVersions.createdAt, flown.startNumber);
}

/** A log of a day as `logsOfDay` selects it. */
export type StoredDayLog = Awaited<ReturnType<typeof logsOfDay>>[number];

/** Ids of the entries that own a recorder, by `recorderKey`. */
export type RecorderOwners = ReadonlyMap<string, string>;

export interface DayLogs {
	/** The logs, grouped by what two of them may share: bytes, fixes or recorder. The log with the best right comes first. */
	readonly sharing: ReadonlyMap<string, readonly DayLog[]>;
	readonly owners: RecorderOwners;
	/** What else is said about the logs, by `logKey`. */
	readonly doubts: ReadonlyMap<string, readonly LogDoubt[]>;
}

/** Names a log of a day. */
export const logKey = ({ registrationId, sha256 }: Pick<DayLog, "registrationId" | "sha256">) =>
	`${registrationId} ${sha256}`;

/**
 * Groups the logs, so that the search for duplicates takes linear time: anybody may send any number of logs.
 * @param owners of the recorders that two competitors have logs of; such a recorder without an owner is nobody's
 */
export function groupLogs(
	logs: readonly DayLog[],
	owners: RecorderOwners = new Map(),
	doubts: DayLogs["doubts"] = new Map(),
): DayLogs {
	const sharing = new Map<string, DayLog[]>();
	for (const log of logs.toSorted((one, other) => byRight(owners, one, other) || byArrival(one, other))) {
		for (const key of [...sameLogKeys(log), recorderKey(log)]) {
			if (key === null) continue;
			const group = sharing.get(key);
			if (group) group.push(log);
			else sharing.set(key, [log]);
		}
	}
	return { sharing, owners, doubts };
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
 * Returns what the day and its other logs say against a log: it is of another date, unless its clock explains that; another competitor has the same log, and has sent
 * it with more right or earlier; or another competitor has a log of the same recorder. A recorder alone says whose a log is only by
 * more right: whoever was first with a serial that everybody can read must not withhold the points of the other.
 * @param date local date of the competition day
 */
export function logDoubts(log: DayLog, date: string, day: DayLogs): LogDoubt[] {
	const at = momentOf(log.figures.date, log.figures.firstFix);
	const about = { at, value: null, proposedPoints: 0, point: null };
	const further = day.doubts.get(logKey(log)) ?? [];
	const isExplained = further.some(({ kind }) => kind === "clock");
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
		...further,
		...(isExplained || pragueDate(new Date(at)) === date ? [] : [{ ...about, kind: "otherDay" as const }]),
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

/** Whether neither its competitor nor an organiser has sent or confirmed a log. */
export const isUnconfirmed = ({ sender, confirmation }: DayLog) =>
	sender === "other" && confirmation === null;

/** When two logs came at the same moment, as an organiser stores several together, the start number decides. */
function byArrival(one: DayLog, other: DayLog): number {
	const difference = one.sentAt.getTime() - other.sentAt.getTime();
	return (
		difference || (one.startNumber < other.startNumber ? -1 : Number(one.startNumber > other.startNumber))
	);
}
