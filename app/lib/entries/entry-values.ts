import type { Entry } from "./entries-queries.server";
import type { entryFields, organisersFields } from "./entry-schema";

export type EntryFieldName = keyof typeof entryFields | keyof typeof organisersFields;

/** The fields in the order of the form. */
export const entryFieldNames = [
	"birthDate",
	"phone",
	"aeroclub",
	"region",
	"nation",
	"secondPilot",
	"competitionClass",
	"gliderType",
	"registrationNumber",
	"startNumber",
	"hasEngine",
	"logger",
	"accommodationType",
	"quantity",
	"meals",
	"note",
	"registrationCompleted",
	"igcId",
	"isGuest",
] as const satisfies readonly EntryFieldName[];

const ofOrganisers: readonly string[] = [
	"registrationCompleted",
	"igcId",
	"isGuest",
] satisfies readonly (keyof typeof organisersFields)[];

export function isForOrganisers(name: EntryFieldName): boolean {
	return ofOrganisers.includes(name);
}

type Values = Readonly<Record<EntryFieldName, string>>;

/** The values of an entry as the form's fields hold them: a ticked box is "on". */
export function entryValues(entry: Entry): Values {
	return {
		birthDate: entry.birthDate ?? "",
		phone: entry.phone,
		aeroclub: entry.aeroclub,
		region: entry.regionId,
		nation: entry.nation ?? "",
		secondPilot: entry.secondPilot ?? "",
		gliderType: entry.gliderTypeId,
		registrationNumber: entry.registrationNumber,
		startNumber: entry.startNumber,
		hasEngine: entry.hasEngine ? "on" : "",
		competitionClass: entry.competitionClassId,
		logger: entry.logger,
		accommodationType: entry.accommodationTypeId,
		quantity: String(entry.quantity),
		meals: String(entry.meals),
		note: entry.note ?? "",
		registrationCompleted: entry.registrationCompleted ? "on" : "",
		igcId: entry.igcId === null ? "" : String(entry.igcId),
		isGuest: entry.isGuest ? "on" : "",
	};
}
