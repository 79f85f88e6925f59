import { and, eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { tidyFileName } from "~/lib/files/file-name";
import { recordFlight } from "~/lib/flight-log/flight-record";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import { checkUploadName } from "~/lib/flight-log/upload-limits";
import { limits } from "~/lib/forms/limits";
import { countByAddress } from "~/lib/http/throttle.server";
import { type FieldErrors, type Result, refuse, refuseForNow } from "~/lib/result";
import { competitionDays, registrations } from "~db/schema";
import { type KeptUpload, keepLog } from "./keep-log.server";
import { refusedLog } from "./refused-log";

export interface IgcUpload {
	readonly registrationId: string;
	readonly dayId: string;
	/** As the client gave it: shown to organisers, part of no key. */
	readonly fileName: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Uploads of one address in a minute. */
const uploadLimit = { name: "igc", most: 60, seconds: 60 } as const;

/**
 * Takes a pilot's flight log of a day; anybody may bring it. A log of a flight that has one already supersedes it,
 * another flight of the day is kept beside it, and the same bytes lead to what was uploaded first. Nothing is ever
 * overwritten. Refuses with `invalid-pilot`, `invalid-day`, `invalid-flight-log`, `storage-failed` or
 * `too-many-requests`; the errors are keyed by the fields of `igcUploadSchema`.
 */
export async function uploadIgc(ctx: Ctx, upload: IgcUpload): Promise<Result<KeptUpload>> {
	const wait = await countByAddress(ctx, uploadLimit);
	if (wait !== null) return refuseForNow(wait);

	const [[entry], [day]] = await ctx.db.batch([
		ctx.db
			.select()
			.from(registrations)
			.where(and(eq(registrations.id, upload.registrationId), eq(registrations.accepted, true))),
		ctx.db.select().from(competitionDays).where(eq(competitionDays.id, upload.dayId)),
	]);
	const errors: FieldErrors = {
		...(entry ? {} : { pilot: "igc.form.pilot.unknown" }),
		...(day ? {} : { day: "igc.form.day.unknown" }),
	};
	if (!entry) return refuse("invalid-pilot", errors);
	if (!day) return refuse("invalid-day", errors);

	const fileName = tidyFileName(upload.fileName);
	const badName = checkUploadName(fileName);
	if (badName) return refuseLog(refusedLog(badName));
	const reading = readFlightLog(upload.bytes);
	if (!reading.ok) return refuseLog(refusedLog(reading.reason, reading.line));

	return keepLog(ctx, {
		entry,
		day,
		log: reading.log,
		record: recordFlight(reading.log),
		bytes: upload.bytes,
		sha256: await sha256Hex(upload.bytes),
		originalName: [...fileName].slice(-limits.fileName).join(""),
	});
}

function refuseLog(complaint: string) {
	return { ...refuse("invalid-flight-log", { igc: complaint }), detail: complaint };
}
