import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/competition-days-queries.server";
import { currentDay, daysUntilToday } from "~/lib/days/current-day";
import { allClasses } from "~/lib/days/tracking-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { byStartNumber } from "~/lib/i18n/collate";
import { toFlightRow } from "~/lib/igc/flight-row";
import {
	acceptedPilots,
	chosenDay,
	flightsOfDay,
	flightsOfUser,
	versionById,
	withoutFlight,
} from "~/lib/igc/flights-queries.server";
import { toReceipt } from "~/lib/igc/upload-receipt";

interface Choice {
	/** The day organisers look at; the current one where there is no such day. */
	readonly day: string | null;
	/** Id of a stored log; whoever knows it has brought the log or was given the address. */
	readonly receipt: string | null;
}

/** All that the upload page shows: to everybody the form, to a pilot the own flights, to organisers a day's. */
export async function readIgcPage(ctx: Ctx, choice: Choice) {
	const { db, actor } = ctx;
	const today = pragueDate(ctx.now);
	const shownDay = chosenDay(db, choice.day, today);
	const [days, pilots, own, [received], classes, flights, missing] = await db.batch([
		allDays(db),
		acceptedPilots(db),
		flightsOfUser(db, actor?.id ?? ""),
		versionById(db, choice.receipt ?? ""),
		...(isAdmin(ctx)
			? ([allClasses(db), flightsOfDay(db, shownDay), withoutFlight(db, shownDay)] as const)
			: ([] as const)),
	]);
	const current = currentDay(days, today);
	const day = days.find(({ id }) => id === choice.day) ?? current;
	return {
		form: {
			pilots: byStartNumber(pilots).map(({ id, startNumber, name, surname }) => ({
				id,
				startNumber,
				name,
				surname,
			})),
			days: daysUntilToday(days, today).map(({ id, name, date }) => ({ id, name, date })),
			pilot: pilots.find(({ userId }) => userId === actor?.id)?.id ?? "",
			day: current?.id ?? "",
		},
		receipt: received ? toReceipt(received) : null,
		own: own.map(toFlightRow),
		organisers:
			classes && flights && missing && day
				? {
						day: { id: day.id, name: day.name, date: day.date },
						days: days.map(({ id, name, date }) => ({ id, name, date })),
						classes: classes.map(({ id, type }) => ({
							id,
							type,
							flights: byStartNumber(flights.filter((row) => row.competitionClassId === id)).map(toFlightRow),
							missing: byStartNumber(missing.filter((row) => row.competitionClassId === id)),
						})),
					}
				: null,
	};
}

export type IgcPage = Awaited<ReturnType<typeof readIgcPage>>;
export type OrganisersDay = NonNullable<IgcPage["organisers"]>;
