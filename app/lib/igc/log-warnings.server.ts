import type { Ctx } from "~/lib/context";
import { readObject } from "~/lib/files/read-object.server";
import { type FlightLogWarning, warningsFor } from "~/lib/flight-log/check-flight-log";
import type { FlightFigures } from "~/lib/flight-log/flight-figures";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import type { competitionDays, registrations } from "~db/schema";

/** Whose flight of which day a log is taken for. */
interface Taken {
	readonly day: Pick<typeof competitionDays.$inferSelect, "date">;
	readonly entry: Pick<typeof registrations.$inferSelect, "startNumber" | "registrationNumber" | "logger">;
	/** The pilot's other flights of the day. */
	readonly others: readonly { readonly figures: FlightFigures }[];
}

/** What looks wrong with a stored log; null when it cannot be read from the bucket. */
export async function judgeStoredLog(
	ctx: Ctx,
	key: string,
	{ day, entry, others }: Taken,
): Promise<FlightLogWarning[] | null> {
	const object = await readObject(ctx, key);
	if (!object.ok) return null;
	const reading = readFlightLog(new Uint8Array(await object.value.arrayBuffer()));
	if (!reading.ok) return null;
	return warningsFor(reading.log, {
		day: day.date,
		startNumber: entry.startNumber,
		registrationNumber: entry.registrationNumber,
		loggers: entry.logger,
		otherFlights: others.map(({ figures }) => figures),
	});
}
