import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { pick } from "~/lib/pick";
import type { DeliveredFlight } from "./flights-queries.server";

export type FlightRow = ReturnType<typeof toFlightRow>;

export function toFlightRow(flight: DeliveredFlight) {
	const { figures } = flight;
	const moment = (seconds: number | null) =>
		seconds === null ? null : new Date(momentOf(figures.date, seconds));
	return {
		...pick(flight, "id", "versionId", "startNumber", "name", "surname", "day", "flightNumber", "size"),
		...pick(flight, "warnings", "newerLogs", "sender", "standing", "isRemoved", "downloaded", "processed"),
		uploadedAt: flight.versionCreatedAt,
		takeOff: moment(figures.takeOff),
		landing: moment(figures.landing),
		edited: flight.editedAt !== null,
	};
}
