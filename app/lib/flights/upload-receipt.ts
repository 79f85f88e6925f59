import { momentOf } from "~/lib/flights/igc-file/flight-log";
import type { LogSender, LogStanding } from "~db/enums";
import type { FlightLogWarning, FlightRecord } from "~db/schema";
import type { StoredLog } from "./store-log.server";

/** Key of the message after an upload. */
export const outcomeKeys = {
	new: "igc.submit.success",
	superseded: "igc.submit.superseded",
	beside: "igc.submit.beside",
	repeated: "igc.submit.repeated",
} as const satisfies Record<StoredLog["outcome"], string>;

/** What is shown after an upload. It fits into JSON: times are ISO texts. */
export interface Receipt {
	readonly versionId: string;
	readonly igcFileId: string;
	readonly originalName: string;
	readonly uploadedAt: string;
	readonly pilot: { readonly startNumber: string; readonly name: string; readonly surname: string };
	/** The competition day, `YYYY-MM-DD`. */
	readonly day: string;
	/** False when another log of the flight counts. */
	readonly counts: boolean;
	/** Whether an organiser has decided that another log of the flight counts. */
	readonly isBehindDecision: boolean;
	/** What the log is good for, if it counts. */
	readonly standing: LogStanding;
	/** Whether another log that nobody has confirmed either stands for the flight. */
	readonly hasRival: boolean;
	readonly sender: LogSender;
	/** Whether somebody else sent it and the competitor has sent one signed in, so that organisers choose. */
	readonly standsBeside: boolean;
	/** Whether the file was removed after the competition. */
	readonly isRemoved: boolean;
	/** Size in bytes. */
	readonly size: number;
	readonly sha256: string;
	readonly warnings: readonly FlightLogWarning[];
	readonly flight: ReceiptFlight;
}

/** Values read from the log; null when the log does not say them. */
export interface ReceiptFlight {
	readonly date: string;
	readonly recorder: string;
	readonly pilot: string | null;
	readonly gliderType: string | null;
	readonly registration: string | null;
	readonly competitionNumber: string | null;
	readonly firstFix: string;
	readonly lastFix: string;
	readonly takeOff: string | null;
	readonly landing: string | null;
	/** Seconds in the air. */
	readonly flightTime: number;
	/** Highest altitude in metres. */
	readonly highest: number | null;
	readonly fixes: number;
}

interface Version {
	readonly id: string;
	readonly igcFileId: string;
	readonly currentVersionId: string | null;
	readonly standsBeside: boolean;
	readonly isBehindDecision: boolean;
	readonly standing: LogStanding;
	readonly flightStanding: LogStanding;
	readonly sender: LogSender;
	readonly isRemoved: boolean;
	readonly originalName: string;
	readonly createdAt: Date;
	readonly startNumber: string;
	readonly name: string;
	readonly surname: string;
	readonly day: string;
	readonly size: number;
	readonly sha256: string;
	readonly receipt: FlightRecord;
	readonly warnings: readonly FlightLogWarning[];
}

/** The path of a receipt. @param versionId cannot be guessed, so knowing it is enough to see the receipt */
export const receiptPath = (versionId: string) => `/igc/receipt/${versionId}`;

export function toReceipt(version: Version): Receipt {
	const { startNumber, name, surname } = version;
	return {
		versionId: version.id,
		igcFileId: version.igcFileId,
		originalName: version.originalName,
		uploadedAt: version.createdAt.toISOString(),
		pilot: { startNumber, name, surname },
		day: version.day,
		counts: version.currentVersionId === version.id,
		standsBeside: version.standsBeside,
		isBehindDecision: version.isBehindDecision,
		standing: version.standing,
		hasRival:
			version.currentVersionId !== version.id &&
			(version.flightStanding === "unconfirmed" || version.flightStanding === "kept"),
		sender: version.sender,
		isRemoved: version.isRemoved,
		size: version.size,
		sha256: version.sha256,
		warnings: version.warnings,
		flight: receiptFlight(version.receipt),
	};
}

function receiptFlight({ header, figures }: FlightRecord): ReceiptFlight {
	const { pilot, gliderType, registration, competitionNumber } = header;
	const moment = (seconds: number) => new Date(momentOf(figures.date, seconds)).toISOString();
	return {
		date: figures.date,
		recorder: `${figures.recorder.maker} ${figures.recorder.serial}`.trim(),
		pilot,
		gliderType,
		registration,
		competitionNumber,
		firstFix: moment(figures.firstFix),
		lastFix: moment(figures.lastFix),
		takeOff: figures.takeOff === null ? null : moment(figures.takeOff),
		landing: figures.landing === null ? null : moment(figures.landing),
		flightTime: figures.flightTime,
		highest: figures.highest?.altitude ?? null,
		fixes: figures.fixes,
	};
}
