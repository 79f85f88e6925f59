import type { Ctx } from "~/lib/context";
import { preparedRead } from "~/lib/db/read.server";
import { isByRanking } from "~/lib/editions/admission";
import { middayOf } from "~/lib/editions/prague-time";
import {
	type PlaceEntry,
	type Places,
	placesQueries,
	toPlaces,
} from "~/lib/entries/places/places-queries.server";
import { chosenEntries } from "~/lib/entries/starting-list/chosen-entries";
import type { ListQuery } from "~/lib/entries/starting-list/list-query";
import { newestFlights } from "~/lib/flights/flights-queries.server";
import { formatDayOf } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { flightsIn, headOf, toShown } from "./shown-entry.server";

/** What the list says of an entry where a policy gives the places. */
export interface ShownPlace {
	/** Position in the ranking list; null without one, and where the policy has none. */
	readonly position: number | null;
	readonly isWildcard: boolean;
	/** What the list says and nobody has applied yet: a place that is not confirmed, or one that goes to another. */
	readonly unapplied: "gets" | "loses" | null;
	/** Whether the competitor has a page. */
	readonly hasPage: boolean;
}

const readRows = preparedRead([], (db) => ({ ...placesQueries(db), flights: newestFlights(db) }));

/** The visitors' list of an edition whose places a policy gives: who has one, and who waits in which order. */
export async function publicPlacesPage(ctx: Ctx, query: ListQuery) {
	const { flights, ...rows } = await readRows(ctx.db, {});
	const places = toPlaces(ctx, rows);
	const flightOf = flightsIn(ctx, flights);
	return {
		heading: headingOf(ctx, places),
		groups: groupsOf(places).map(({ placed, waiting, ...group }) => ({
			...headOf(group, { starters: placed, reserves: waiting, waiting: 0, withdrawn: 0 }),
			found: chosenEntries(group, { ...query, classType: null }).length,
			entries: chosenEntries(group, query).map((entry) => ({
				...toShown(entry, group.competitionClass),
				isPaidShown: ctx.edition.showsPaid === true && entry.paid,
				flight: flightOf(entry),
				place: shownPlace(ctx, entry),
			})),
		})),
	};
}

/** "Provisional until 15 April", or "Final". */
function headingOf({ edition, language }: Ctx, { rules }: Places): string {
	const { t } = textsOf(language);
	const { finalSince } = edition.admission;
	if (rules.isFinal) return t("startingList.final");
	return finalSince
		? t("startingList.provisionalUntil", { day: formatDayOf(middayOf(finalSince), language) })
		: t("startingList.provisional");
}

function groupsOf({ classes, placed, waiting }: Places) {
	return classes.map((competitionClass) => {
		const isOfClass = ({ entry }: { readonly entry: PlaceEntry }) => entry.classId === competitionClass.id;
		const [has, waits] = [placed.filter(isOfClass), waiting.filter(isOfClass)];
		return {
			competitionClass,
			placed: has.length,
			waiting: waits.length,
			entries: [
				...has.map(({ entry }) => ({ ...entry, isReserve: false, reservePlace: null })),
				...waits.map(({ entry, queuePlace }) => ({ ...entry, isReserve: true, reservePlace: queuePlace })),
			],
		};
	});
}

/** @param entry with `isReserve` for who waits by the list */
function shownPlace({ edition }: Ctx, entry: PlaceEntry): ShownPlace {
	const { rankingPosition, isWildcard, hasPlace, isReserve } = entry;
	return {
		position: isByRanking(edition) ? rankingPosition : null,
		isWildcard: isByRanking(edition) && isWildcard,
		unapplied: hasPlace === !isReserve ? null : hasPlace ? "loses" : "gets",
		hasPage: entry.accepted,
	};
}
