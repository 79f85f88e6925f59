import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { areUploadsOpen, latestFlight, takesLogs } from "~/lib/editions/phase";
import { competitorById } from "~/lib/entries/entries-queries.server";
import { tidyFileName } from "~/lib/files/file-name";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { logIdentity } from "~/lib/flights/igc-file/flight-figures";
import { logComplaint, momentOf } from "~/lib/flights/igc-file/flight-log";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { checkUploadName } from "~/lib/flights/igc-file/upload-limits";
import { limits } from "~/lib/forms/limits";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { countByAddress } from "~/lib/http/throttle.server";
import { igcUploads } from "~/lib/http/write-limits";
import { pick } from "~/lib/pick";
import { done, type FieldErrors, type Result, refuse, refuseForNow } from "~/lib/result";
import { registrations, users } from "~db/schema";
import { igcUploadSchema } from "./igc-schemas";
import { findPilotAndDay } from "./incoming/find-pilot-and-day.server";
import { noProofs, type SenderProofs, senderAccount, senderOf } from "./senders/log-sender.server";
import { type StoredLog, storeLog } from "./store-log.server";

/**
 * Stores a pilot's flight log of a day; anybody may upload it. A newer log of the same flight supersedes the older if the sender
 * may do that (`givesWayTo`). A second flight of the day is stored beside the first, and bytes that are stored already lead to the
 * first upload. Nothing is overwritten. Refuses with `invalid-fields`, `invalid-pilot`, `invalid-day`, `invalid-flight-log`,
 * `storage-failed`, `too-many-requests` or `uploads-closed`; the errors are keyed by the fields of `igcUploadSchema`.
 * @param form a multipart body
 * @param proofs what a browser knows of its sender beside the session
 */
export async function uploadIgc(
	ctx: Ctx,
	form: FormData,
	proofs: SenderProofs = noProofs,
): Promise<Result<StoredLog>> {
	if (!areUploadsOpen(ctx.edition, ctx.now)) return refuse("uploads-closed");
	const parsed = igcUploadSchema.safeParse(Object.fromEntries(form));
	if (!parsed.success) {
		const errors = fieldErrorsOf(parsed.error);
		return refuse(errors.pilot ? "invalid-pilot" : errors.day ? "invalid-day" : "invalid-fields", errors);
	}
	const wait = await countByAddress(ctx, igcUploads);
	if (wait !== null) return refuseForNow(wait);
	return storeSentLog(ctx, parsed.data, proofs);
}

/**
 * Stores a file from any form. When the sender has not given the pilot or the day, the log itself does. The caller checks that
 * uploads are open, and limits the senders.
 * @param receivedAt when an organiser received it; null when nobody says so
 */
export async function storeSentLog(
	ctx: Ctx,
	{ igc, ...said }: z.infer<typeof igcUploadSchema>,
	proofs: SenderProofs = noProofs,
	receivedAt: Date | null = null,
): Promise<Result<StoredLog>> {
	const isSaid = said.pilot !== undefined && said.day !== undefined;
	const early = isSaid ? null : await readSentLog(ctx, igc);
	if (early && !early.ok) return early;
	const found = early
		? await findPilotAndDay(
				ctx,
				logIdentity(early.value.flight),
				said,
				await senderAccount(ctx, proofs.ticket),
			)
		: done({ pilot: "", day: "", ...said });
	if (!found.ok) return found;
	const { pilot, day: dayId } = found.value;

	const { entry, account, day } = await read(ctx.db, {
		entry: first(competitorById(ctx.db, pilot)),
		account: first(
			ctx.db
				.select(pick(users, "id", "email", "language", "erasedAt", "tokenVersion"))
				.from(users)
				.innerJoin(registrations, eq(registrations.userId, users.id))
				.where(eq(registrations.id, pilot)),
		),
		day: first(dayById(ctx.db, dayId)),
	});
	const errors: FieldErrors = {
		...(entry ? {} : { pilot: "igc.form.pilot.unknown" }),
		...(day && takesLogs(ctx.edition, day, ctx.now) ? {} : { day: "igc.form.day.unknown" }),
	};
	if (!entry || !account) return refuse("invalid-pilot", errors);
	if (!day || errors.day) return refuse("invalid-day", errors);

	const sent = early ?? (await readSentLog(ctx, igc));
	if (!sent.ok) return sent;
	const { flight, bytes, originalName } = sent.value;
	return storeLog(ctx, {
		entry,
		pilot: account,
		sender: await senderOf(ctx, account, proofs),
		day,
		flight,
		record: recordFlight(flight),
		bytes,
		sha256: await sha256Hex(bytes),
		originalName,
		receivedAt,
	});
}

/** Reads a file. Refuses with `invalid-flight-log`. */
async function readSentLog(ctx: Ctx, igc: File) {
	const fileName = tidyFileName(igc.name);
	const badName = checkUploadName(fileName);
	if (badName) return refuseLog(logComplaint(badName));
	const bytes = new Uint8Array(await igc.arrayBuffer());
	const reading = readFlightLog(bytes);
	if (!reading.ok) return refuseLog(logComplaint(reading.reason, reading.line));
	const flight = analyseFlight(reading.log);
	if (endsAfter(flight, latestFlight(ctx.edition, ctx.now).getTime() + clockSkew))
		return refuseLog("igc.refused.future");
	return done({ flight, bytes, originalName: [...fileName].slice(-limits.fileName).join("") });
}

/** Milliseconds by which the clocks of recorder and server may differ. */
const clockSkew = 5 * 60 * 1000;

function endsAfter({ log, fixes }: Flight, latest: number): boolean {
	const last = fixes.times.reduce((one, other) => Math.max(one, other), 0);
	return momentOf(log.date, last) > latest;
}

function refuseLog(complaint: string) {
	return { ...refuse("invalid-flight-log", { igc: complaint }), detail: complaint };
}
