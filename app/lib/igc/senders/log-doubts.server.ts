import { and, eq, isNotNull, sql } from "drizzle-orm";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import type { FlightFigures } from "~/lib/flight-log/flight-figures";
import { hasSerial, isSameRecorder, momentOf } from "~/lib/flight-log/flight-log";
import type { Finding, Performance } from "~/lib/scoring/performance";
import type { LogSender } from "~db/enums";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";
import { isDelivered } from "./standing.server";

/** A log of a day that takes part, of any class. */
export interface DayLog {
	readonly registrationId: string;
	readonly startNumber: string;
	readonly sha256: string;
	readonly figures: FlightFigures;
	readonly sender: LogSender;
	readonly sentAt: Date;
}

const readFigures = sql`json_extract(${igcFileVersions.receipt}, '$.figures')`;

/** What is found by `logDoubts`. */
export interface LogDoubt extends Finding {
	readonly kind: "otherDay" | "sameLog" | "sameRecorder";
}

/** Query for the logs of a day that take part, of all classes. */
export function logsOfDay(db: Db, dayId: string) {
	return db
		.select({
			versionId: aliased(igcFileVersions.id, "log_version"),
			registrationId: aliased(igcFiles.registrationId, "log_of"),
			startNumber: registrations.startNumber,
			sha256: aliased(igcFileVersions.sha256, "log_digest"),
			figures: readFigures.mapWith((text: string): FlightFigures => JSON.parse(text)).as("log_figures"),
			sender: aliased(igcFileVersions.sender, "log_sender"),
			sentAt: aliased(igcFileVersions.createdAt, "log_sent_at"),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(and(eq(igcFiles.dayId, dayId), isDelivered, isNotNull(readFigures)));
}

/**
 * The performance of a log with what the day and its other logs say against it.
 * @param date of the competition day, local
 */
export function withLogDoubts(
	performance: Performance,
	{ registrationId, sha256 }: Pick<DayLog, "registrationId" | "sha256">,
	logs: readonly DayLog[],
	date: string,
): Performance {
	const log = logs.find((one) => one.registrationId === registrationId && one.sha256 === sha256);
	return log
		? { ...performance, findings: [...performance.findings, ...logDoubts(log, date, logs)] }
		: performance;
}

/**
 * What the day and its other logs say against a log: it is of another date; or another competitor has the same one, or one of the same
 * recorder, and has sent it with more right or earlier.
 * @param date of the competition day, local
 */
export function logDoubts(log: DayLog, date: string, logs: readonly DayLog[]): LogDoubt[] {
	const at = momentOf(log.figures.date, log.figures.firstFix);
	const about = { at, value: null, proposedPoints: 0, point: null };
	const before = logs.filter((other) => other.registrationId !== log.registrationId && isWeaker(log, other));
	const same = before.find((other) => isSame(log, other));
	const shared = same ? undefined : before.find((other) => hasSameRecorder(log, other));
	return [
		...(pragueDate(new Date(at)) === date ? [] : [{ ...about, kind: "otherDay" as const }]),
		...(same ? [{ ...about, kind: "sameLog" as const, other: same.startNumber }] : []),
		...(shared ? [{ ...about, kind: "sameRecorder" as const, other: shared.startNumber }] : []),
	];
}

function hasSameRecorder({ figures: { recorder } }: DayLog, { figures: other }: DayLog): boolean {
	return hasSerial(recorder) && isSameRecorder(recorder, other.recorder);
}

/** Equal bytes, or the same fixes below another header. */
function isSame(one: DayLog, other: DayLog): boolean {
	return one.sha256 === other.sha256 || trackOf(one) === trackOf(other);
}

function trackOf({ figures: { recorder: _, flightOfDay: __, ...flown } }: DayLog): string {
	return JSON.stringify(flown);
}

function isWeaker(log: DayLog, than: DayLog): boolean {
	const difference = strengthOf(log) - strengthOf(than);
	if (difference !== 0) return difference < 0;
	const later = log.sentAt.getTime() - than.sentAt.getTime();
	// Logs that an organiser stores together came at one moment: one of them has to wait.
	return later === 0 ? log.startNumber > than.startNumber : later > 0;
}

/** Somebody else before the pilot, the pilot before an organiser. */
function strengthOf({ sender }: DayLog): number {
	return sender === "other" ? 0 : sender === "organiser" ? 2 : 1;
}
