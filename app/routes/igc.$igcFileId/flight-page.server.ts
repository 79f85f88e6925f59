import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { momentOf } from "~/lib/flight-log/flight-log";
import { readFlightRecord, readWarnings } from "~/lib/flight-log/flight-record";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { flightPath } from "~/lib/igc/flight-visibility";
import { acceptedPilots } from "~/lib/igc/pilots-queries.server";
import { done, refuse } from "~/lib/result";
import { currentVersion, versionsOfFlight } from "./versions-queries.server";

/**
 * Visitors see a flight where the edition publishes tracks and the entry is accepted; otherwise it is not found.
 */
export async function readFlightPage(ctx: Ctx, id: string) {
	const { db } = ctx;
	const admin = isAdmin(ctx);
	const [[flight], versions, pilots, days] = await db.batch([
		currentVersion(db, id),
		...(admin ? ([versionsOfFlight(db, id), acceptedPilots(db), allDays(db)] as const) : ([] as const)),
	]);
	if (!flight || !flightPath(ctx, flight)) return refuse("not-found");
	const { figures, header, track, barogram } = readFlightRecord(flight.receipt);
	return done({
		id: flight.id,
		startNumber: flight.startNumber,
		name: flight.name,
		surname: flight.surname,
		day: flight.day,
		flightNumber: flight.flightNumber,
		gliderType: header.gliderType,
		figures,
		/** Times of figures and pictures are seconds since this UTC midnight. */
		midnight: new Date(momentOf(figures.date, 0)),
		track,
		barogram,
		organisers:
			versions && pilots && days
				? {
						flags: {
							edited: flight.editedAt !== null,
							downloaded: flight.downloaded,
							processed: flight.processed,
						},
						versionId: flight.versionId,
						warnings: readWarnings(flight.warnings),
						versions,
						pilot: flight.registrationId,
						day: flight.dayId,
						pilots: sortedByStartNumber(pilots),
						days: days.map((day) => ({ id: day.id, name: day.name, date: day.date })),
					}
				: null,
	});
}

export type FlightPage = Extract<Awaited<ReturnType<typeof readFlightPage>>, { readonly ok: true }>["value"];
