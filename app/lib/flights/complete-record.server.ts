import type { Ctx } from "~/lib/context";
import { readObject } from "~/lib/files/object-storage.server";
import type { FlightRecord } from "~db/schema";
import { analyseFlight, type Flight } from "./igc-file/analyse-flight";
import { type CompleteRecord, recordFlight } from "./igc-file/flight-record";
import { readFlightLog } from "./igc-file/read-flight-log";

/** The record of a log; that of one that came before traces were stored is made anew. Null when the bucket does not give the log. */
export async function completeRecord(
	ctx: Ctx,
	{ receipt, key }: { readonly receipt: FlightRecord; readonly key: string },
): Promise<CompleteRecord | null> {
	const { trace, climbs, ...record } = receipt;
	if (trace && climbs) return { ...record, trace, climbs };
	const flight = await storedFlight(ctx, key);
	return flight && recordFlight(flight);
}

/** The flight of a stored log; null when the bucket does not give the log, or it cannot be read. */
export async function storedFlight(ctx: Ctx, key: string): Promise<Flight | null> {
	const object = await readObject(ctx, key);
	if (!object.ok) return null;
	const reading = readFlightLog(new Uint8Array(await object.value.arrayBuffer()));
	return reading.ok ? analyseFlight(reading.log) : null;
}
