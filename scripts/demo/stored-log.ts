import { createHash } from "node:crypto";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import type { competitionDays, igcFileVersions, registrations } from "~db/schema";
import type { DemoFile } from "./documents";

type Day = typeof competitionDays.$inferInsert;
type Entry = typeof registrations.$inferInsert;

interface StoredLog {
	readonly id: string;
	readonly igcFileId: string;
	readonly keyPrefix: string;
	readonly createdAt: Date;
}

/** The row that an upload of the bytes would write, and the file of the bucket. */
export function storedLog(
	day: Day,
	entry: Entry,
	bytes: Uint8Array<ArrayBuffer>,
	{ keyPrefix, ...ids }: StoredLog,
): {
	readonly version: typeof igcFileVersions.$inferInsert;
	readonly file: DemoFile;
	readonly flight: Flight;
} {
	const reading = readFlightLog(bytes);
	if (!reading.ok) throw new Error(`The demo flight is no flight: ${reading.reason}`);
	const flight = analyseFlight(reading.log);
	const { recorder } = reading.log;
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const key = `${keyPrefix}/${sha256}`;
	const version = {
		...ids,
		key,
		originalName: `${day.date}-${recorder.maker}-${recorder.serial}-01.igc`,
		size: bytes.byteLength,
		sha256,
		state: "ready" as const,
		receipt: recordFlight(flight),
		warnings: warningsFor(flight, {
			day: day.date,
			startNumber: entry.startNumber,
			registrationNumber: entry.registrationNumber,
			loggers: entry.logger,
			otherFlights: [],
		}),
		uploadedBy: null,
		sender: "device" as const,
	};
	return { version, file: { key, mimetype: "application/vnd.fai.igc", bytes }, flight };
}
