import type { Ctx } from "~/lib/context";
import { latestFlight } from "~/lib/editions/opening-times";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { flightIdentity } from "~/lib/flights/igc-file/flight-figures";
import { warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import type { competitionDays, FlightIdentity, FlightLogWarning, registrations } from "~db/schema";
import { hoursAhead } from "./clock-ahead";
import { type KeptLog, storedFlight } from "./complete-record.server";

/** The pilot and the day for which a log is uploaded. */
export interface UploadedFor {
	readonly day: Pick<typeof competitionDays.$inferSelect, "date">;
	readonly entry: Pick<typeof registrations.$inferSelect, "startNumber" | "registrationNumber" | "logger">;
	/** The pilot's other flights of the day. */
	readonly otherFlights: readonly FlightIdentity[];
	readonly uploadedAt: Date;
}

/** One whose clock is ahead counts nowhere (`isAhead` of its version) until organisers have set the clock. */
export function logWarnings({ edition }: Ctx, flight: Flight, uploadedFor: UploadedFor): FlightLogWarning[] {
	const { day, entry, otherFlights, uploadedAt } = uploadedFor;
	const hours = hoursAhead(flightIdentity(flight), latestFlight(edition, uploadedAt));
	return [
		...(hours > 0 ? [{ reason: "clockAhead" as const, values: { hours } }] : []),
		...warningsFor(flight, {
			day: day.date,
			startNumber: entry.startNumber,
			registrationNumber: entry.registrationNumber,
			loggers: entry.logger,
			otherFlights,
		}),
	];
}

/** Null when the log cannot be read from the bucket. */
export async function storedLogWarnings(
	ctx: Ctx,
	log: KeptLog,
	uploadedFor: UploadedFor,
): Promise<FlightLogWarning[] | null> {
	const flight = await storedFlight(ctx, log);
	return flight && logWarnings(ctx, flight, uploadedFor);
}
