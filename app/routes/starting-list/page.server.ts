import { may } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import { preparedRead, read } from "~/lib/db/read.server";
import { allGliderTypes } from "~/lib/entries/classes-queries.server";
import { crewText } from "~/lib/entries/crew";
import { marksOf } from "~/lib/entries/entries-queries.server";
import { waitsForAcceptance } from "~/lib/entries/entry-state";
import { handicapOf } from "~/lib/entries/gliders";
import { variableSymbol } from "~/lib/entries/payment";
import { changedFields } from "~/lib/entries/requested-change";
import { accountsOf, chosenEntries, chosenForOrganisers } from "~/lib/entries/starting-list/chosen-entries";
import { countFilters, type ListQuery, pageOf } from "~/lib/entries/starting-list/list-query";
import {
	type ListGroup,
	type PlacedEntry,
	publicListQueries,
	toPublicList,
	toWholeList,
	wholeListQueries,
} from "~/lib/entries/starting-list/starting-list-queries.server";
import { flightPath } from "~/lib/flights/flight-paths";
import { newestFlights } from "~/lib/flights/flights-queries.server";
import { pick } from "~/lib/pick";

export interface Counts {
	readonly starters: number;
	readonly reserves: number;
	readonly waiting: number;
	/** Of who is shown: visitors do not see them. */
	readonly withdrawn: number;
}

/** The fields that everybody gets. */
function toShown(
	{ id, name, surname, aeroclub, startNumber, gliderName, gliderIndex, ...rest }: PlacedEntry,
	{ referenceIndex }: ListGroup<PlacedEntry>["competitionClass"],
) {
	return {
		id,
		fullName: crewText({ name: `${name} ${surname}`, secondPilot: rest.secondPilot }),
		...marksOf(rest),
		aeroclub,
		startNumber,
		gliderName,
		handicap: handicapOf(gliderIndex, referenceIndex),
		registrationNumber: rest.registrationNumber,
		reservePlace: rest.reservePlace,
	};
}

const readPublicList = preparedRead([], (db) => ({ ...publicListQueries(db), flights: newestFlights(db) }));

/** The counts are of the whole class, the entries those that the address asks for, and `found` what it would find in the class. */
export async function publicListPage(ctx: Ctx, query: ListQuery) {
	const { flights, ...list } = await readPublicList(ctx.db, {});
	const newest = new Map(flights.map((flight) => [flight.registrationId, flight]));
	const flightOf = (entry: PlacedEntry) => {
		const found = newest.get(entry.id);
		const path = found && flightPath(ctx, { id: found.id, isCompetitor: true, standing: "scores" });
		return path ? { path, date: found.date } : null;
	};
	return {
		groups: toPublicList(list).map((group) => ({
			...headOf(group, { ...countsOf(group.entries, group.waiting), withdrawn: 0 }),
			found: chosenEntries(group, { ...query, classType: null }).length,
			entries: chosenEntries(group, query).map((entry) => ({
				...toShown(entry, group.competitionClass),
				isPaidShown: ctx.edition.showsPaid === true && entry.paid,
				flight: flightOf(entry),
			})),
		})),
	};
}

/** The list for organisers. Who only looks after payments gets the accepted entries, and of them what everybody sees and who has paid. */
export async function adminListPage(ctx: StaffCtx<"payments">, query: ListQuery) {
	const { groups, gliderTypes } = await readListForOrganisers(ctx);
	const isWhole = may(ctx, "entries");
	const classes = groups.map(({ competitionClass }) => competitionClass);
	const by = (change: Partial<ListQuery>) =>
		groups.map((group) => chosenForOrganisers(group, { ...query, ...change }, ctx.edition.year));
	const [chosen, ofAnyClass] = [by({}), by({ classType: null })];
	const shown = pageOf(query, chosen.flat().length);
	const onPage = new Set(chosen.flat().slice(shown.from, shown.to));
	return {
		isWhole,
		pages: pick(shown, "page", "pages"),
		/** Numbers by all else that is chosen. */
		filters: countFilters(by({ filter: null }).flat()),
		/** Number of the shown competitors who can get a mail. */
		recipients: isWhole ? accountsOf(groups, query, ctx.edition.year).length : 0,
		/** Ids of the waiting entries on other pages. */
		beyond: chosen
			.flat()
			.filter((entry) => !onPage.has(entry) && waitsForAcceptance(entry))
			.map(({ id }) => id),
		groups: groups.map((group, index) => ({
			...headOf(group, {
				...countsOf(group.entries, group.entries.filter(waitsForAcceptance).length),
				withdrawn: group.entries.filter(({ withdrawnFrom }) => withdrawnFrom).length,
			}),
			found: ofAnyClass[index]?.length ?? 0,
			/** Number of chosen entries, on every page. */
			chosen: chosen[index]?.length ?? 0,
			entries: (chosen[index] ?? [])
				.filter((entry) => onPage.has(entry))
				.map((entry) => ({
					...toShown(entry, group.competitionClass),
					accepted: entry.accepted,
					withdrawnFrom: entry.withdrawnFrom,
					withdrawnReason: isWhole ? entry.withdrawnReason : null,
					hasFlown: entry.flownUntil !== null,
					isReserve: entry.isReserve,
					paid: entry.paid,
					registrationCompleted: isWhole && entry.registrationCompleted,
					variableSymbol: variableSymbol(ctx.edition.year, entry.number),
					duplicateStartNumber: isWhole && entry.duplicateStartNumber,
					version: entry.version,
					requested:
						isWhole &&
						entry.requestedChange &&
						changedFields({ ...entry, competitionClassId: entry.classId }, entry.requestedChange, {
							classes,
							gliderTypes,
						}),
				})),
		})),
	};
}

async function readListForOrganisers(ctx: StaffCtx<"payments">) {
	const { db } = ctx;
	const { gliderTypes, ...list } = await read(db, {
		...wholeListQueries(db),
		gliderTypes: allGliderTypes(db),
	});
	const groups = toWholeList(list);
	const isShown = ({ accepted }: PlacedEntry) => may(ctx, "entries") || accepted;
	return {
		groups: groups.map((group) => ({ ...group, entries: group.entries.filter(isShown) })),
		gliderTypes,
	};
}

export type AdminGroup = Awaited<ReturnType<typeof adminListPage>>["groups"][number];
export type PublicGroup = Awaited<ReturnType<typeof publicListPage>>["groups"][number];

function headOf({ competitionClass: { id, type } }: ListGroup<PlacedEntry>, counts: Counts) {
	return { id, type, counts };
}

function countsOf(entries: readonly PlacedEntry[], waiting: number) {
	const accepted = entries.filter((entry) => entry.accepted);
	const reserves = accepted.filter(({ isReserve }) => isReserve).length;
	return { starters: accepted.length - reserves, reserves, waiting };
}
