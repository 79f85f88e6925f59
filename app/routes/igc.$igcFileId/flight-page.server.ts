import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/competition-days-queries.server";
import { momentOf } from "~/lib/flight-log/flight-log";
import { readFlightRecord, readWarnings } from "~/lib/flight-log/flight-record";
import { byStartNumber } from "~/lib/i18n/collate";
import { acceptedPilots, currentLog, versionsOfFlight } from "~/lib/igc/flights-queries.server";
import { done, refuse } from "~/lib/result";

/**
 * The flight of a page: for organisers, and for everybody where the edition publishes tracks. To others it is as if
 * there were none.
 */
export async function readFlightPage(ctx: Ctx, id: string) {
	const { db } = ctx;
	const admin = isAdmin(ctx);
	const [[log], versions, pilots, days] = await db.batch([
		currentLog(db, id),
		...(admin ? ([versionsOfFlight(db, id), acceptedPilots(db), allDays(db)] as const) : ([] as const)),
	]);
	if (!log || !(admin || (ctx.edition.publishTracks && log.accepted))) return refuse("not-found");
	const { figures, header, track, barogram } = readFlightRecord(log.receipt);
	return done({
		id: log.id,
		startNumber: log.startNumber,
		name: log.name,
		surname: log.surname,
		day: log.day,
		flightNumber: log.flightNumber,
		gliderType: header.gliderType,
		figures,
		/** The UTC midnight that the times of figures and pictures count from. */
		midnight: new Date(momentOf(figures.date, 0)),
		track,
		barogram,
		organisers:
			versions && pilots && days
				? {
						flags: {
							edited: log.editedAt !== null,
							downloaded: log.downloaded,
							processed: log.processed,
						},
						versionId: log.versionId,
						warnings: readWarnings(log.warnings),
						versions,
						pilot: log.registrationId,
						day: log.dayId,
						pilots: byStartNumber(pilots),
						days: days.map((day) => ({ id: day.id, name: day.name, date: day.date })),
					}
				: null,
	});
}

export type FlightPage = Extract<Awaited<ReturnType<typeof readFlightPage>>, { readonly ok: true }>["value"];
