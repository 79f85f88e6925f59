import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { areUploadsOpen, latestFlight, takesLogs } from "~/lib/editions/opening-times";
import { competitorById } from "~/lib/entries/entries-queries.server";
import { tidyFileName } from "~/lib/files/file-name";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightIdentity, logIdentity } from "~/lib/flights/igc-file/flight-figures";
import { logComplaint } from "~/lib/flights/igc-file/flight-log";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { checkUploadName } from "~/lib/flights/igc-file/upload-limits";
import { limits } from "~/lib/forms/limits";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { countByAddress } from "~/lib/http/throttle.server";
import { igcUploads } from "~/lib/http/write-limits";
import { pick } from "~/lib/pick";
import { done, type FieldErrors, type Result, refuse, refuseForNow } from "~/lib/result";
import { type FlightIdentity, pilotDays, registrations, users } from "~db/schema";
import { hoursAhead, isWholeHoursAhead, mostHours } from "./clock-ahead";
import { igcUploadSchema } from "./igc-schemas";
import {
	noProofs,
	type Sender,
	type SenderProofs,
	senderAccount,
	senderOf,
} from "./log-rights/log-sender.server";
import { type StoredLog, storeLog } from "./store-log.server";
import { findPilotAndDay } from "./unmatched-logs/find-pilot-and-day.server";

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
	const competitor = await readCompetitor(ctx, found.value);
	if (!competitor.ok) return competitor;
	const { entry, account, day, launches } = competitor.value;

	const sent = early ?? (await readSentLog(ctx, igc));
	if (!sent.ok) return sent;
	const { flight, bytes, originalName } = sent.value;
	const sender = await senderOf(ctx, account, proofs);
	const record = recordFlight(flight);
	const ahead = hoursAhead(record.figures, latestFlight(ctx.edition, ctx.now));
	const complaint =
		ahead === 0 ? null : complaintAboutAhead(ctx, record.figures, sender, { day, launches, ahead });
	if (complaint) return refuseLog(complaint);
	return storeLog(ctx, {
		entry,
		pilot: account,
		sender,
		day,
		flight,
		record,
		isAhead: ahead > 0,
		bytes,
		sha256: await sha256Hex(bytes),
		originalName,
		receivedAt,
	});
}

/** Reads of whom and of which day a log is, as far as the day takes logs. */
async function readCompetitor(
	{ db, edition, now }: Ctx,
	{ pilot, day: dayId }: { readonly pilot: string; readonly day: string },
) {
	const { entry, account, day, grid } = await read(db, {
		entry: first(competitorById(db, pilot)),
		account: first(
			db
				.select(pick(users, "id", "email", "language", "erasedAt", "tokenVersion"))
				.from(users)
				.innerJoin(registrations, eq(registrations.userId, users.id))
				.where(eq(registrations.id, pilot)),
		),
		day: first(dayById(db, dayId)),
		grid: first(launchesOf(db, dayId, pilot)),
	});
	const errors: FieldErrors = {
		...(entry ? {} : { pilot: "igc.form.pilot.unknown" }),
		...(day && takesLogs(edition, day, now) ? {} : { day: "igc.form.day.unknown" }),
	};
	if (!entry || !account) return refuse("invalid-pilot", errors);
	if (!day || errors.day) return refuse("invalid-day", errors);
	return done({ entry, account, day, launches: grid?.launches ?? [] });
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
	if (hoursAhead(flightIdentity(flight), latestFlight(ctx.edition, ctx.now)) > mostHours)
		return refuseLog("igc.refused.future");
	return done({ flight, bytes, originalName: [...fileName].slice(-limits.fileName).join("") });
}

function launchesOf(db: Db, dayId: string, registrationId: string) {
	return db
		.select({ launches: pilotDays.launches })
		.from(pilotDays)
		.where(and(eq(pilotDays.dayId, dayId), eq(pilotDays.registrationId, registrationId)));
}

interface Ahead {
	readonly day: { readonly date: string };
	readonly launches: readonly number[];
	/** As `hoursAhead` says. */
	readonly ahead: number;
}

/** Why a log that is ahead is not kept: no whole hours explain it, or neither its competitor nor an organiser has sent it. */
function complaintAboutAhead(
	{ edition, now }: Ctx,
	flight: FlightIdentity,
	sender: Sender,
	{ day, launches, ahead }: Ahead,
): string | null {
	const { airfield } = edition;
	if (!isWholeHoursAhead(flight, latestFlight(edition, now), { date: day.date, airfield, launches }))
		return "igc.refused.future";
	return sender.kind === "other" ? `igc.refused.clockAhead?hours=${ahead}` : null;
}

function refuseLog(complaint: string) {
	return { ...refuse("invalid-flight-log", { igc: complaint }), detail: complaint };
}
