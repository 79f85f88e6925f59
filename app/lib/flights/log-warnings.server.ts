import type { Ctx } from "~/lib/context";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import type { competitionDays, FlightIdentity, FlightLogWarning, registrations } from "~db/schema";
import { storedFlight } from "./complete-record.server";

/** The pilot and the day for which a log is uploaded. */
interface UploadedFor {
	readonly day: Pick<typeof competitionDays.$inferSelect, "date">;
	readonly entry: Pick<typeof registrations.$inferSelect, "startNumber" | "registrationNumber" | "logger">;
	/** The pilot's other flights of the day. */
	readonly otherFlights: readonly FlightIdentity[];
}

export function logWarnings(flight: Flight, { day, entry, otherFlights }: UploadedFor): FlightLogWarning[] {
	return warningsFor(flight, {
		day: day.date,
		startNumber: entry.startNumber,
		registrationNumber: entry.registrationNumber,
		loggers: entry.logger,
		otherFlights,
	});
}

/** Null when the log cannot be read from the bucket. */
export async function storedLogWarnings(
	ctx: Ctx,
	key: string,
	uploadedFor: UploadedFor,
): Promise<FlightLogWarning[] | null> {
	const flight = await storedFlight(ctx, key);
	return flight && logWarnings(flight, uploadedFor);
}
