import type { Ctx } from "~/lib/context";
import { readObject } from "~/lib/files/object-storage.server";
import type { FlightRecord, igcFileVersions } from "~db/schema";
import { analyseFlight, type Flight } from "./igc-file/analyse-flight";
import type { FlightLog } from "./igc-file/flight-log";
import { type CompleteRecord, recordFlight } from "./igc-file/flight-record";
import { readFlightLog } from "./igc-file/read-flight-log";
import { shiftClock } from "./igc-file/shift-clock";

/** A log in the bucket, with the seconds that organisers add to its times. */
export type KeptLog = Pick<typeof igcFileVersions.$inferSelect, "key" | "clockShift">;

interface ReadLog {
	/** Bytes. */
	readonly size: number;
	/** Null when the log cannot be read. */
	readonly log: FlightLog | null;
}

/** Reads a stored log by the clock that organisers have set. Null when the bucket does not give it. */
export async function readKeptLog(ctx: Ctx, { key, clockShift }: KeptLog): Promise<ReadLog | null> {
	const object = await readObject(ctx, key);
	if (!object.ok) return null;
	const bytes = new Uint8Array(await object.value.arrayBuffer());
	const reading = readFlightLog(bytes);
	return {
		size: bytes.length,
		log: reading.ok ? shiftClock(reading.log, clockShift) : null,
	};
}

/** The flight of a stored log; null when the bucket does not give the log, or it cannot be read. */
export async function storedFlight(ctx: Ctx, log: KeptLog): Promise<Flight | null> {
	const kept = await readKeptLog(ctx, log);
	return kept?.log ? analyseFlight(kept.log) : null;
}

/** The record of a log; that of one that came before traces were stored is made anew. Null when the bucket does not give the log. */
export async function completeRecord(
	ctx: Ctx,
	{ receipt, ...log }: KeptLog & { readonly receipt: FlightRecord },
): Promise<CompleteRecord | null> {
	const { trace, climbs, ...record } = receipt;
	if (trace && climbs) return { ...record, trace, climbs };
	const flight = await storedFlight(ctx, log);
	return flight && recordFlight(flight);
}
