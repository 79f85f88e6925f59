import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { pick } from "~/lib/pick";
import type { FlightRecord } from "~db/schema";
import type { StoredLog } from "./store-log.server";
import type { StoredVersion } from "./versions-queries.server";

/** Key of the message after an upload. */
export const outcomeKeys = {
	new: "igc.submit.success",
	superseded: "igc.submit.superseded",
	beside: "igc.submit.beside",
	repeated: "igc.submit.repeated",
} as const satisfies Record<StoredLog["outcome"], string>;

/** The path of a receipt. @param versionId cannot be guessed, so knowing it is enough to see the receipt */
export const receiptPath = (versionId: string) => `/igc/receipt/${versionId}`;

/** What is shown after an upload. It fits into JSON: times are ISO texts. */
export function toReceipt(version: StoredVersion) {
	const { id, currentVersionId, flightStanding } = version;
	const counts = currentVersionId === id;
	return {
		versionId: id,
		uploadedAt: version.createdAt.toISOString(),
		pilot: pick(version, "startNumber", "name", "surname"),
		/** False when another log of the flight counts. */
		counts,
		/** Whether another log that nobody has confirmed either stands for the flight. */
		hasRival: !counts && (flightStanding === "unconfirmed" || flightStanding === "kept"),
		...pick(version, "igcFileId", "originalName", "day", "size", "sha256", "warnings"),
		...pick(version, "standsBeside", "isBehindDecision", "standing", "sender", "isRemoved"),
		flight: receiptFlight(version.receipt),
	};
}

export type Receipt = ReturnType<typeof toReceipt>;

/** Values read from the log; null when the log does not say them. */
function receiptFlight({ header, figures }: FlightRecord) {
	const moment = (seconds: number) => new Date(momentOf(figures.date, seconds)).toISOString();
	return {
		date: figures.date,
		recorder: `${figures.recorder.maker} ${figures.recorder.serial}`.trim(),
		...pick(header, "pilot", "gliderType", "registration", "competitionNumber"),
		firstFix: moment(figures.firstFix),
		lastFix: moment(figures.lastFix),
		takeOff: figures.takeOff === null ? null : moment(figures.takeOff),
		landing: figures.landing === null ? null : moment(figures.landing),
		/** Seconds in the air. */
		flightTime: figures.flightTime,
		/** Highest altitude in metres. */
		highest: figures.highest?.altitude ?? null,
		fixes: figures.fixes,
	};
}
