import type { Ctx } from "~/lib/context";
import { readObject } from "~/lib/files/object-storage.server";
import { analyseFlight, drawnFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import type { replays } from "~db/schema";
import { flownTrack } from "./flown-track";
import { packFlights, packTrack } from "./pack";
import { readPack } from "./pack-store.server";
import { thinTrack } from "./thin-track";
import type { PackedFlight } from "./unpack";

/** The logs of a competitor on a day. */
export interface FlownLogs extends Omit<PackedFlight, "track"> {
	/** Of the objects in the bucket. */
	readonly keys: readonly string[];
}

interface MadePack {
	/** Not compressed; null when nothing has flown. */
	readonly bytes: Uint8Array<ArrayBuffer> | null;
	/** Logs that were read. */
	readonly read: number;
}

/**
 * Packs flights. Those whose logs are as they were come from the pack that is stored.
 * @throws Error when the bucket does not give a log
 */
export async function packOf(
	ctx: Ctx,
	flights: readonly FlownLogs[],
	stored: typeof replays.$inferSelect,
): Promise<MadePack> {
	const before = new Map((await readPack(ctx, stored)).map((flight) => [flight.source, flight.track]));
	const packed: PackedFlight[] = [];
	let read = 0;
	for (const { id, source, keys } of flights) {
		const track = before.get(source) ?? (await packLogs(ctx, keys));
		if (!before.has(source)) read += keys.length;
		if (track.length > 0) packed.push({ id, source, track });
	}
	return { bytes: packed.length > 0 ? packFlights(packed) : null, read };
}

/** Empty when nothing flew, or no log can be read. */
async function packLogs(ctx: Ctx, keys: readonly string[]): Promise<Uint8Array> {
	const flights: Flight[] = [];
	for (const key of keys) {
		const object = await readObject(ctx, key);
		if (!object.ok) throw new Error("The bucket did not give a log");
		const reading = readFlightLog(new Uint8Array(await object.value.arrayBuffer()));
		if (reading.ok) flights.push(drawnFlight(analyseFlight(reading.log)));
	}
	const track = flownTrack(flights, ctx.edition.airfield.elevation);
	return track.length > 0 ? packTrack(thinTrack(track)) : new Uint8Array();
}
