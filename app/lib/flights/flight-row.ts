import { momentOf } from "~/lib/flights/igc-file/flight-log";
import type { DeliveredFlight } from "./flights-queries.server";

export type FlightRow = ReturnType<typeof toFlightRow>;

export function toFlightRow(flight: DeliveredFlight) {
	const { figures } = flight;
	const moment = (seconds: number | null) =>
		seconds === null ? null : new Date(momentOf(figures.date, seconds));
	return {
		id: flight.id,
		versionId: flight.versionId,
		startNumber: flight.startNumber,
		name: flight.name,
		surname: flight.surname,
		day: flight.day,
		flightNumber: flight.flightNumber,
		size: flight.size,
		uploadedAt: flight.versionCreatedAt,
		takeOff: moment(figures.takeOff),
		landing: moment(figures.landing),
		warnings: flight.warnings,
		newerLogs: flight.newerLogs,
		sender: flight.sender,
		standing: flight.standing,
		isRemoved: flight.isRemoved,
		edited: flight.editedAt !== null,
		downloaded: flight.downloaded,
		processed: flight.processed,
	};
}
