import { may } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import { preparedRead, read } from "~/lib/db/read.server";
import { hasPolicy } from "~/lib/editions/admission";
import { allGliderTypes } from "~/lib/entries/classes-queries.server";
import { waitsForAcceptance } from "~/lib/entries/entry-state";
import { variableSymbol } from "~/lib/entries/payment";
import { placesQueries, toPlaces } from "~/lib/entries/places/places-queries.server";
import { changedFields } from "~/lib/entries/requested-change";
import { accountsOf, chosenEntries, chosenForOrganisers } from "~/lib/entries/starting-list/chosen-entries";
import { countFilters, type ListQuery, pageOf } from "~/lib/entries/starting-list/list-query";
import {
	type PlacedEntry,
	publicListQueries,
	toPublicList,
	toWholeList,
	wholeListQueries,
} from "~/lib/entries/starting-list/starting-list-queries.server";
import { newestFlights } from "~/lib/flights/flights-queries.server";
import { pick } from "~/lib/pick";
import { publicPlacesPage, type ShownPlace } from "./places.server";
import { type Counts, flightsIn, headOf, toShown } from "./shown-entry.server";

export type { Counts };

const readPublicList = preparedRead([], (db) => ({ ...publicListQueries(db), flights: newestFlights(db) }));

/** The counts are of the whole class, the entries those that the address asks for, and `found` what it would find in the class. */
export async function publicListPage(ctx: Ctx, query: ListQuery): Promise<PublicPage> {
	if (hasPolicy(ctx.edition)) return publicPlacesPage(ctx, query);
	const { flights, ...list } = await readPublicList(ctx.db, {});
	const flightOf = flightsIn(ctx, flights);
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
		/** Whether a policy gives the places, and not the organisers one by one. */
		hasPolicy: hasPolicy(ctx.edition),
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
	const { gliderTypes, candidates, ...list } = await read(db, {
		...wholeListQueries(db),
		gliderTypes: allGliderTypes(db),
		candidates: hasPolicy(ctx.edition) ? placesQueries(db).candidates : undefined,
	});
	const groups = toWholeList(list);
	const places = candidates && toPlaces(ctx, { classes: list.classes, candidates });
	const queue = new Map(places?.waiting.map(({ entry, queuePlace }) => [entry.id, queuePlace]));
	const isShown = ({ accepted }: PlacedEntry) => may(ctx, "entries") || accepted;
	const inQueue = <E extends PlacedEntry>(entry: E) =>
		places && entry.accepted && entry.isReserve
			? { ...entry, reservePlace: queue.get(entry.id) ?? entry.reservePlace }
			: entry;
	return {
		groups: groups.map((group) => ({ ...group, entries: group.entries.filter(isShown).map(inQueue) })),
		gliderTypes,
	};
}

export type AdminGroup = Awaited<ReturnType<typeof adminListPage>>["groups"][number];

interface PublicPage {
	/** Whether the list is final, in an edition whose places a policy gives. */
	readonly heading?: string;
	readonly groups: readonly PublicGroup[];
}

export interface PublicGroup extends ReturnType<typeof headOf> {
	/** Number of its entries that all else that is chosen lets through. */
	readonly found: number;
	readonly entries: readonly (ReturnType<typeof toShown> & {
		readonly isPaidShown: boolean;
		readonly flight: ReturnType<ReturnType<typeof flightsIn>>;
		/** In an edition whose places a policy gives. */
		readonly place?: ShownPlace;
	})[];
}

function countsOf(entries: readonly PlacedEntry[], waiting: number) {
	const accepted = entries.filter((entry) => entry.accepted);
	const reserves = accepted.filter(({ isReserve }) => isReserve).length;
	return { starters: accepted.length - reserves, reserves, waiting };
}
