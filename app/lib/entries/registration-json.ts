import { z } from "zod";
import { isByRanking } from "~/lib/editions/admission";
import { pick } from "~/lib/pick";
import type { Edition } from "~editions/schema";
import type { Entry } from "./entries-queries.server";
import type { entryFields } from "./entry-schema";
import type { FormLists } from "./form-lists.server";
import { handicapOf, isOfClass } from "./gliders";
import { shownFlags } from "./places/place-flags";

/*
 * The API spells "accomodation" with one m. Existing clients check the type of `birthDate` and `note` and refuse to save an
 * entry whose note is null: both are absent when they have no value.
 */

const named = z.object({ _id: z.string(), name: z.string() });
const classType = z.string();
const classJson = named.extend({ type: classType });
const gliderTypeJson = named.extend({
	index: z.number(),
	competitionClassType: classType,
	handicap: z.number(),
});

/** What the API has in the groups `glider` and `accomodation`. */
type Grouped =
	| "gliderType"
	| "registrationNumber"
	| "startNumber"
	| "hasEngine"
	| "accommodationType"
	| "quantity";

/** The fields of the form, in the order of the contract. */
const fieldsJson = {
	birthDate: z.iso.date().optional(),
	phone: z.string(),
	aeroclub: z.string(),
	region: named,
	/** ISO 3166 alpha-2; absent when nobody has said it, like all of these. */
	nation: z.string().optional(),
	licence: z.string().optional(),
	secondPilot: z.string().optional(),
	secondPilotNation: z.string().optional(),
	secondPilotIgcId: z.int().optional(),
	trailerPlate: z.string().optional(),
	glider: z.object({
		gliderType: gliderTypeJson,
		registrationNumber: z.string(),
		startNumber: z.string(),
		hasEngine: z.boolean(),
	}),
	competitionClass: classJson,
	logger: z.string(),
	accomodation: z.object({ accomodationType: named, quantity: z.int() }),
	/** Nights of each person accommodated; absent when nobody has said it. */
	nights: z.int().optional(),
	meals: z.int(),
	note: z.string().optional(),
} satisfies Record<Exclude<keyof typeof entryFields, Grouped> | "glider" | "accomodation", z.ZodType>;

export const registrationJson = z.object({
	_id: z.string(),
	...fieldsJson,
	accepted: z.boolean(),
	paid: z.boolean(),
	isReserve: z.boolean(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

/** What the competitor gets. */
export const ownRegistrationJson = registrationJson.extend({
	/** Absent while none are said. */
	deviceIds: z.array(z.string()).optional(),
});

export const adminRegistrationJson = registrationJson.extend({
	registrationCompleted: z.boolean(),
	igcId: z.int().nullable(),
	/** Both are there in an edition that gives places by a ranking list. */
	isWildcard: z.boolean().optional(),
	rankingPosition: z.int().nullable().optional(),
	/** A guest is scored after the others, and has no place. */
	isGuest: z.boolean(),
	user: named.extend({ surname: z.string(), email: z.string() }),
	version: z.int(),
	/** The day from which a competitor who has flown is no longer expected; absent for all others. */
	withdrawnFrom: z.iso.date().optional(),
	withdrawnReason: z.string().optional(),
	/** The day from which a competitor is disqualified from the competition; absent for all others. */
	disqualifiedFrom: z.iso.date().optional(),
	disqualifiedReason: z.string().optional(),
});

export const formListsJson = z.object({
	regions: z.array(named),
	competitionClasses: z.array(classJson),
	gliderTypes: z.array(gliderTypeJson),
	accomodationTypes: z.array(named),
});

type Class = Entry["competitionClass"];

function toClassJson({ id, name, type }: Class): z.infer<typeof classJson> {
	return { _id: id, name, type };
}

function toGliderTypeJson(
	{ id, name, index, competitionClassType }: Entry["gliderType"],
	competitionClass: Class | undefined,
): z.infer<typeof gliderTypeJson> {
	// The API has no glider type without a handicap; 1 changes no score.
	const handicap = handicapOf(index, competitionClass?.referenceIndex ?? null) ?? 1;
	return { _id: id, name, index, competitionClassType, handicap };
}

function toNamedJson({ id, name }: { readonly id: string; readonly name: string }) {
	return { _id: id, name };
}

export function toRegistrationJson(edition: Edition, entry: Entry): z.infer<typeof registrationJson> {
	const { accepted, isReserve } = shownFlags(edition, entry);
	return {
		_id: entry.id,
		...(entry.birthDate ? { birthDate: entry.birthDate } : {}),
		phone: entry.phone,
		aeroclub: entry.aeroclub,
		region: toNamedJson(entry.region),
		...(entry.nation ? { nation: entry.nation } : {}),
		...(entry.licence ? { licence: entry.licence } : {}),
		...(entry.secondPilot ? { secondPilot: entry.secondPilot } : {}),
		...(entry.secondPilotNation ? { secondPilotNation: entry.secondPilotNation } : {}),
		...(entry.secondPilotIgcId === null ? {} : { secondPilotIgcId: entry.secondPilotIgcId }),
		...(entry.trailerPlate ? { trailerPlate: entry.trailerPlate } : {}),
		glider: {
			gliderType: toGliderTypeJson(entry.gliderType, entry.competitionClass),
			registrationNumber: entry.registrationNumber,
			startNumber: entry.startNumber,
			hasEngine: entry.hasEngine,
		},
		competitionClass: toClassJson(entry.competitionClass),
		logger: entry.logger,
		accomodation: { accomodationType: toNamedJson(entry.accommodationType), quantity: entry.quantity },
		...(entry.nights === null ? {} : { nights: entry.nights }),
		meals: entry.meals,
		...(entry.note ? { note: entry.note } : {}),
		accepted,
		paid: entry.paid,
		isReserve,
		createdAt: entry.createdAt.toISOString(),
		updatedAt: entry.updatedAt.toISOString(),
	};
}

export function toAdminRegistrationJson(
	edition: Edition,
	entry: Entry,
): z.infer<typeof adminRegistrationJson> {
	const { id, name, surname, email } = entry.user;
	return {
		...toRegistrationJson(edition, entry),
		registrationCompleted: entry.registrationCompleted,
		igcId: entry.igcId,
		...(isByRanking(edition) ? pick(entry, "isWildcard", "rankingPosition") : {}),
		isGuest: entry.isGuest,
		user: { _id: id, name, surname, email },
		version: entry.version,
		...(entry.withdrawnFrom ? { withdrawnFrom: entry.withdrawnFrom } : {}),
		...(entry.withdrawnReason ? { withdrawnReason: entry.withdrawnReason } : {}),
		...(entry.disqualifiedFrom ? { disqualifiedFrom: entry.disqualifiedFrom } : {}),
		...(entry.disqualifiedReason ? { disqualifiedReason: entry.disqualifiedReason } : {}),
	};
}

export function toFormListsJson(lists: FormLists): z.infer<typeof formListsJson> {
	return {
		regions: lists.regions.map(toNamedJson),
		competitionClasses: lists.competitionClasses.map(toClassJson),
		gliderTypes: lists.gliderTypes.map((type) =>
			toGliderTypeJson(
				type,
				lists.competitionClasses.find((one) => isOfClass(type, one.type)),
			),
		),
		accomodationTypes: lists.accommodationTypes.map(toNamedJson),
	};
}
