import { z } from "zod";
import { isByRanking } from "~/lib/editions/admission";
import { compareNames } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import type { Edition } from "~editions/schema";
import { shownFlags } from "../places/place-flags";
import type { PlaceEntry, Places } from "../places/places-queries.server";
import type { AdminEntry, ListGroup, PlacedEntry } from "./starting-list-queries.server";

const notAccepted = "not-accepted";

/** What an edition with a ranking list adds to an entry; `igcId` is null for visitors. */
const rankedJson = z.object({
	rankingPosition: z.int().nullable(),
	isWildcard: z.boolean(),
	igcId: z.int().nullable(),
});

const entryJson = z.object({
	_id: z.string(),
	fullName: z.string(),
	/** Null for visitors. */
	birthDate: z.iso.date().nullable(),
	aeroclub: z.string(),
	startNumber: z.string(),
	/** Name and index: "LS 4 (105.2)". */
	gliderType: z.string(),
	registrationNumber: z.string(),
	paid: z.boolean(),
	accepted: z.boolean(),
	isReserve: z.boolean(),
	registrationCompleted: z.boolean(),
	/** Name of the class; in an edition with a ranking list its id. */
	competitionClass: z.string(),
	...rankedJson.partial().shape,
});

const adminEntryJson = entryJson.extend({ duplicateStartNumber: z.boolean() });

const groupJson = z.object({ _id: z.string(), name: z.string(), type: z.string() });
/** Who waits for a place, in an edition with a ranking list. */
const waitingJson = z.object({ _id: z.literal(notAccepted), name: z.literal(notAccepted) });

const listed = { registrations: z.array(entryJson) };
export const startingListJson = z.array(z.union([groupJson.extend(listed), waitingJson.extend(listed)]));
export const wholeListJson = z.array(groupJson.extend({ registrations: z.array(adminEntryJson) }));

function toEntryJson(
	edition: Edition,
	entry: Omit<PlacedEntry, "reservePlace">,
	className: string,
): z.infer<typeof entryJson> {
	const { accepted, isReserve } = shownFlags(edition, entry);
	return {
		_id: entry.id,
		fullName: `${entry.name} ${entry.surname}`,
		birthDate: null,
		aeroclub: entry.aeroclub,
		startNumber: entry.startNumber,
		gliderType: `${entry.gliderName} (${entry.gliderIndex})`,
		registrationNumber: entry.registrationNumber,
		paid: entry.paid,
		accepted,
		isReserve,
		registrationCompleted: entry.registrationCompleted,
		competitionClass: className,
	};
}

/** The contract has the groups in the order of the names of the classes, whatever the edition's file says. */
function byName<Group extends ListGroup<unknown>>(groups: readonly Group[]): Group[] {
	return groups.toSorted((a, b) => compareNames(a.competitionClass.name, b.competitionClass.name));
}

export function toStartingListJson(
	edition: Edition,
	groups: readonly ListGroup<PlacedEntry>[],
): z.infer<typeof startingListJson> {
	return byName(groups).map(({ competitionClass: { id, name, type }, entries }) => ({
		_id: id,
		name,
		type,
		registrations: entries.map((entry) => toEntryJson(edition, entry, name)),
	}));
}

/**
 * The list of an edition with a ranking list: who has a place, by class and in the order of the list, and in a group of their own those
 * who wait. @param isStaff whether the reader sees birth dates and ids
 */
export function toRankedListJson(
	edition: Edition,
	{ classes, placed, waiting }: Places,
	isStaff: boolean,
): z.infer<typeof startingListJson> {
	const toJson = ({ entry }: { readonly entry: PlaceEntry }) => ({
		...toEntryJson(edition, entry, entry.classId),
		...pick(entry, "rankingPosition", "isWildcard"),
		birthDate: isStaff ? entry.birthDate : null,
		igcId: isStaff ? entry.igcId : null,
	});
	const groups = byName(classes.map((competitionClass) => ({ competitionClass, entries: [] })));
	return [
		...groups.map(({ competitionClass: { id, name, type } }) => ({
			_id: id,
			name,
			type,
			registrations: placed.filter(({ entry }) => entry.classId === id).map(toJson),
		})),
		{ _id: notAccepted, name: notAccepted, registrations: waiting.map(toJson) },
	];
}

export function toWholeListJson(
	edition: Edition,
	groups: readonly ListGroup<AdminEntry>[],
): z.infer<typeof wholeListJson> {
	return byName(groups).map(({ competitionClass: { id, name, type }, entries }) => ({
		_id: id,
		name,
		type,
		registrations: entries.map((entry) => ({
			...toEntryJson(edition, entry, name),
			birthDate: entry.birthDate,
			...(isByRanking(edition) ? pick(entry, "rankingPosition", "isWildcard", "igcId") : {}),
			duplicateStartNumber: entry.duplicateStartNumber,
		})),
	}));
}
