import { z } from "zod";
import { compareNames } from "~/lib/i18n/collate";
import type { AdminEntry, ListGroup, PlacedEntry } from "./starting-list-queries.server";

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
	/** Name of the class. */
	competitionClass: z.string(),
});

const adminEntryJson = entryJson.extend({ duplicateStartNumber: z.boolean() });

const groupJson = z.object({ _id: z.string(), name: z.string(), type: z.string() });

export const startingListJson = z.array(groupJson.extend({ registrations: z.array(entryJson) }));
export const wholeListJson = z.array(groupJson.extend({ registrations: z.array(adminEntryJson) }));

function toEntryJson(entry: PlacedEntry, className: string): z.infer<typeof entryJson> {
	return {
		_id: entry.id,
		fullName: `${entry.name} ${entry.surname}`,
		birthDate: null,
		aeroclub: entry.aeroclub,
		startNumber: entry.startNumber,
		gliderType: `${entry.gliderName} (${entry.gliderIndex})`,
		registrationNumber: entry.registrationNumber,
		paid: entry.paid,
		accepted: entry.accepted,
		isReserve: entry.isReserve,
		registrationCompleted: entry.registrationCompleted,
		competitionClass: className,
	};
}

/** The contract has the groups in the order of the names of the classes, whatever the edition's file says. */
function byName<Group extends ListGroup<unknown>>(groups: readonly Group[]): Group[] {
	return groups.toSorted((a, b) => compareNames(a.competitionClass.name, b.competitionClass.name));
}

export function toStartingListJson(
	groups: readonly ListGroup<PlacedEntry>[],
): z.infer<typeof startingListJson> {
	return byName(groups).map(({ competitionClass: { id, name, type }, entries }) => ({
		_id: id,
		name,
		type,
		registrations: entries.map((entry) => toEntryJson(entry, name)),
	}));
}

export function toWholeListJson(groups: readonly ListGroup<AdminEntry>[]): z.infer<typeof wholeListJson> {
	return byName(groups).map(({ competitionClass: { id, name, type }, entries }) => ({
		_id: id,
		name,
		type,
		registrations: entries.map((entry) => ({
			...toEntryJson(entry, name),
			birthDate: entry.birthDate,
			duplicateStartNumber: entry.duplicateStartNumber,
		})),
	}));
}
