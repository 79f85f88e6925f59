import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
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
	readonly kind: "otherDay" | "sameLog" | "sameRecorder";
}

/** Selects the logs of a day that take part, of all classes. */
export function logsOfDay(db: Db, dayId: string) {
	return db
		.select({
			versionId: igcFileVersions.id,
			registrationId: igcFiles.registrationId,
			startNumber: registrations.startNumber,
			sha256: igcFileVersions.sha256,
			figures: readFigures.mapWith((text: string): FlightFigures => JSON.parse(text)),
			...pick(igcFileVersions, "sender", "confirmation"),
			sentAt: igcFileVersions.createdAt,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(and(eq(igcFiles.dayId, dayId), isDelivered, isNotNull(readFigures)));
}

/** The logs of a day, grouped by what two of them may share: bytes, fixes or recorder. The strongest log of a group comes first. */
export type DayLogs = ReadonlyMap<string, readonly DayLog[]>;

/** Groups the logs, so that the search for duplicates takes linear time: anybody may send any number of logs. */
export function groupLogs(logs: readonly DayLog[]): DayLogs {
	const sharing = new Map<string, DayLog[]>();
	for (const log of logs.toSorted(byStrength)) {
		for (const key of [...sameLogKeys(log), recorderKey(log)]) {
			if (key === null) continue;
			const group = sharing.get(key);
			if (group) group.push(log);
			else sharing.set(key, [log]);
		}
	}
	return sharing;
}

/** Adds to the result of a log what the day and its other logs say against it. @param date local date of the competition day */
export function withLogDoubts(
	result: FlightResult,
	{ registrationId, sha256 }: Pick<DayLog, "registrationId" | "sha256">,
	day: DayLogs,
	date: string,
): FlightResult {
	const log = day.get(bytesKey({ sha256 }))?.find((one) => one.registrationId === registrationId);
	return log ? { ...result, findings: [...result.findings, ...logDoubts(log, date, day)] } : result;
}

/**
 * Returns what the day and its other logs say against a log: it is of another date; or another competitor has the same log, or one
 * of the same recorder, and has sent it with more right or earlier.
 * @param date local date of the competition day
 */
export function logDoubts(log: DayLog, date: string, day: DayLogs): LogDoubt[] {
	const at = momentOf(log.figures.date, log.figures.firstFix);
	const about = { at, value: null, proposedPoints: 0, point: null };
	const strongerIn = (key: string) => {
		const other = day.get(key)?.find(({ registrationId }) => registrationId !== log.registrationId);
		return other && byStrength(other, log) < 0 ? other : undefined;
	};
	const [same] = sameLogKeys(log).flatMap((key) => strongerIn(key) ?? []);
	const recorder = recorderKey(log);
	const shared = same || recorder === null ? undefined : strongerIn(recorder);
	return [
		...(pragueDate(new Date(at)) === date ? [] : [{ ...about, kind: "otherDay" as const }]),
		...(same ? [{ ...about, kind: "sameLog" as const, other: same.startNumber }] : []),
		...(shared ? [{ ...about, kind: "sameRecorder" as const, other: shared.startNumber }] : []),
	];
}

const bytesKey = ({ sha256 }: Pick<DayLog, "sha256">) => `bytes ${sha256}`;

/** Keys of the same log: equal bytes, or the same fixes below another header. */
function sameLogKeys(log: DayLog): readonly string[] {
	const { recorder: _, flightOfDay: __, ...flown } = log.figures;
	return [bytesKey(log), `fixes ${JSON.stringify(flown)}`];
}

/** Returns null when the recorder has no serial of its own. */
function recorderKey({ figures: { recorder } }: DayLog): string | null {
	return hasSerial(recorder) ? `recorder ${recorder.maker} ${recorder.serial}` : null;
}

/** Compares two logs. When they came at the same moment, as an organiser stores several together, the start number decides. */
function byStrength(one: DayLog, other: DayLog): number {
	const difference = strengthOf(other) - strengthOf(one) || one.sentAt.getTime() - other.sentAt.getTime();
	return (
		difference || (one.startNumber < other.startNumber ? -1 : Number(one.startNumber > other.startNumber))
	);
}

/** How strong the sender's right is: an organiser's log is the strongest, then the competitor's own, then one that nobody has confirmed. */
function strengthOf({ sender, confirmation }: DayLog): number {
	if (sender === "organiser") return 2;
	return sender === "other" && confirmation === null ? 0 : 1;
}
