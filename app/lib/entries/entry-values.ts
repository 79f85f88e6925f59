import type { Entry } from "./entries-queries.server";
import type { entryFields, organisersFields } from "./entry-schema";

export type EntryFieldName = keyof typeof entryFields | keyof typeof organisersFields;

/** Every field in the order of the form, and whether it is for organisers alone. */
const forOrganisers: Readonly<Record<EntryFieldName, boolean>> = {
	birthDate: false,
	phone: false,
	aeroclub: false,
	region: false,
	nation: false,
	licence: false,
	secondPilot: false,
	secondPilotNation: false,
	secondPilotIgcId: false,
	competitionClass: false,
	gliderType: false,
	registrationNumber: false,
	startNumber: false,
	hasEngine: false,
	logger: false,
	trailerPlate: false,
	accommodationType: false,
	quantity: false,
	nights: false,
	meals: false,
	note: false,
	registrationCompleted: true,
	igcId: true,
	isGuest: true,
};

export const entryFieldNames = Object.keys(forOrganisers) as readonly EntryFieldName[];

export const isForOrganisers = (name: EntryFieldName): boolean => forOrganisers[name];

type Values = Readonly<Record<EntryFieldName, string>>;

/** The values of an entry as the form's fields hold them: a ticked box is "on". */
export function entryValues(entry: Entry): Values {
	return {
		birthDate: entry.birthDate ?? "",
		phone: entry.phone,
		aeroclub: entry.aeroclub,
		region: entry.regionId,
		nation: entry.nation ?? "",
		licence: entry.licence ?? "",
		secondPilot: entry.secondPilot ?? "",
		secondPilotNation: entry.secondPilotNation ?? "",
		secondPilotIgcId: String(entry.secondPilotIgcId ?? ""),
		gliderType: entry.gliderTypeId,
		registrationNumber: entry.registrationNumber,
		startNumber: entry.startNumber,
		hasEngine: entry.hasEngine ? "on" : "",
		competitionClass: entry.competitionClassId,
		logger: entry.logger,
		trailerPlate: entry.trailerPlate ?? "",
		accommodationType: entry.accommodationTypeId,
		quantity: String(entry.quantity),
		nights: String(entry.nights ?? ""),
		meals: String(entry.meals),
		note: entry.note ?? "",
		registrationCompleted: entry.registrationCompleted ? "on" : "",
		igcId: entry.igcId === null ? "" : String(entry.igcId),
		isGuest: entry.isGuest ? "on" : "",
	};
}
