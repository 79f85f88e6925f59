import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import type { competitionDays, igcFileVersions, registrations } from "~db/schema";
import { readLog } from "../lib/read-log";
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
	{ date }: Day,
	entry: Entry,
	bytes: Uint8Array<ArrayBuffer>,
	{ keyPrefix, ...ids }: StoredLog,
): {
	readonly version: typeof igcFileVersions.$inferInsert;
	readonly file: DemoFile;
	readonly flight: Flight;
} {
	const log = readLog(bytes, { date, entry });
	if ("refused" in log) throw new Error(`The demo flight is no flight: ${log.refused}`);
	const { flight, columns } = log;
	const { recorder } = flight.log;
	const key = `${keyPrefix}/${columns.sha256}`;
	const version = {
		...ids,
		key,
		originalName: `${date}-${recorder.maker}-${recorder.serial}-01.igc`,
		...columns,
		state: "ready" as const,
		uploadedBy: null,
		sender: "device" as const,
	};
	return { version, file: { key, mimetype: "application/vnd.fai.igc", bytes }, flight };
}
