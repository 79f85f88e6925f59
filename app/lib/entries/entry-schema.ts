import { z } from "zod";
import {
	complaints,
	flag,
	idField,
	optionalDate,
	optionalLine,
	optionalText,
	optionalWholeNumber,
	requiredLine,
	versionField,
	wholeNumber,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { spacedPhone } from "~/lib/forms/phone";
import type { Edition } from "~editions/schema";
import { deviceFields } from "./entry-devices";

const pattern = /^\+?[0-9 ]+$/;

/** Whether a text is an optional plus, then 9 to 15 digits with spaces anywhere. */
export function isPhone(text: string): boolean {
	if (text.length > limits.phone || !pattern.test(text)) return false;
	const digits = text.replace(/[^0-9]/g, "").length;
	return digits >= 9 && digits <= 15;
}

export const mostPersons = 99;
const mostNights = 99;
export const greatestIgcId = 999_999_999;
const earliestBirth = "1900-01-01";

export const entryComplaints = {
	phone: "form.registration.phone.error",
	birthDate: "form.registration.birthDate.error",
	otherClass: "form.registration.gliderType.otherClass",
	numberTaken: "form.registration.startNumber.taken",
} as const;

/** Makes every run of spaces one space, no-break spaces included. */
function singleSpaced(value: unknown): unknown {
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? value.trim().replace(/[ \u00A0\u202F]+/g, " ") : value;
}

/** A pilot may live anywhere, so a number without a prefix stays without one. */
const phone = z.preprocess(
	(value) => {
		const text = singleSpaced(value);
		return typeof text === "string" ? spacedPhone(text) : text;
	},
	requiredLine(limits.phone).refine((text) => text === "" || isPhone(text), entryComplaints.phone),
);

/** Full-width letters become ordinary ones, every space becomes one space, and invisible characters make no different number. */
const startNumber = z.preprocess(
	(value) => {
		const text = singleSpaced(value);
		return typeof text === "string"
			? text
					.normalize("NFKC")
					.toUpperCase()
					.replace(/\p{Zs}+/gu, " ")
			: text;
	},
	requiredLine(limits.startNumber).refine(
		(text) => !/\p{Default_Ignorable_Code_Point}/u.test(text),
		complaints.characters,
	),
);

/**
 * The prefix of a country, then the rest. A separator stands between them, except for the countries that most competitors come
 * from. American registrations have neither prefix nor separator.
 */
const prefixed = /^(?!N ?\d)(?:([A-Z\d]{1,2}) ?- ?|([A-Z\d]{1,2}) |(OK|OM|OE|D)(?=\d))([A-Z\d]+)$/i;

const registrationNumber = z.preprocess((value) => {
	const text = singleSpaced(value);
	if (typeof text !== "string") return text;
	const [found, dashed = "", spaced = "", bare = "", rest = ""] = prefixed.exec(text) ?? [];
	return found ? `${dashed}${spaced}${bare}-${rest}`.toUpperCase() : text;
}, requiredLine(limits.registrationNumber));

/** ISO 3166 alpha-2; null when empty. The use case checks that the nation exists. */
const nation = z.preprocess(
	(value) => (typeof value === "string" ? value.trim().toUpperCase() : value) || null,
	z
		.string({ error: complaints.choice })
		.regex(/^[A-Z]{2}$/, complaints.choice)
		.nullable(),
);

/** Number in the IGC ranking list; null when empty. */
const igcId = optionalWholeNumber(0, greatestIgcId);

export const entryFields = {
	birthDate: optionalDate.refine((date) => date === null || date >= earliestBirth, entryComplaints.birthDate),
	phone,
	aeroclub: requiredLine(limits.aeroclub),
	region: idField,
	nation,
	licence: optionalLine(limits.licence),
	secondPilot: optionalLine(limits.secondPilot),
	secondPilotNation: nation,
	secondPilotIgcId: igcId,
	gliderType: idField,
	registrationNumber,
	startNumber,
	hasEngine: flag,
	competitionClass: idField,
	logger: requiredLine(limits.logger),
	trailerPlate: optionalLine(limits.trailerPlate),
	accommodationType: idField,
	quantity: wholeNumber(0, mostPersons),
	nights: optionalWholeNumber(0, mostNights),
	meals: wholeNumber(0, mostPersons),
	note: optionalText(limits.note),
} as const;

/** Fields that every client sends: the contract has had them from its beginning. */
type OfContract =
	| "birthDate"
	| "phone"
	| "aeroclub"
	| "region"
	| "gliderType"
	| "registrationNumber"
	| "startNumber"
	| "hasEngine"
	| "competitionClass"
	| "logger"
	| "accommodationType"
	| "quantity"
	| "meals"
	| "note";

/** Fields that came later: older clients send the whole entry without them, and must not empty them. */
export const addedFields = {
	nation: entryFields.nation.optional(),
	licence: entryFields.licence.optional(),
	secondPilot: entryFields.secondPilot.optional(),
	secondPilotNation: entryFields.secondPilotNation.optional(),
	secondPilotIgcId: entryFields.secondPilotIgcId.optional(),
	trailerPlate: entryFields.trailerPlate.optional(),
	nights: entryFields.nights.optional(),
} satisfies Record<Exclude<keyof typeof entryFields, OfContract>, z.ZodOptional>;

export const organisersFields = {
	registrationCompleted: flag,
	igcId,
	isGuest: flag,
} as const;

export const entrySchema = z.object({ ...entryFields, ...deviceFields, version: versionField });

/** The competitor's form where nights cost something: whoever stays says how many. Clients of the API that do not know them owe none. */
export const entrySchemaWithNights = entrySchema.refine(
	({ quantity, nights }) => !(quantity > 0) || nights !== null,
	// Said with what else is wrong, not after it.
	{ path: ["nights"], error: complaints.required, when: () => true },
);

/** Local date from which a change of what days keep holds; null for the usual one. */
export const holdsFrom = optionalDate;

export const adminEntrySchema = entrySchema.extend({ ...organisersFields, from: holdsFrom });

const sentFlag = z.preprocess(
	(value) => (value === "true" ? true : value === "false" ? false : value),
	z.boolean({ error: complaints.choice }).optional(),
);

const quickActions = z.object({ accepted: sentFlag, paid: sentFlag, isReserve: sentFlag });
const isSent = (flags: object) => Object.values(flags).some((value) => value !== undefined);

export const greatestPosition = 99_999;
/** Position in a ranking list; null for none. */
export const rankingPosition = optionalWholeNumber(1, greatestPosition);

/** What clients of the API set of an entry in an edition that gives places by a ranking list. What they leave out stays. */
export const rankedFields = {
	isWildcard: sentFlag,
	rankingPosition: rankingPosition.optional(),
} as const;

/** At least one flag. A flag that is not sent stays. */
export const quickActionsSchema = quickActions.refine(isSent, { error: complaints.required });

/** The same in an edition that gives places by a ranking list. */
export const rankedActionsSchema = quickActions
	.extend({ isWildcard: sentFlag })
	.refine(isSent, { error: complaints.required });

/** The fields that an edition asks for, and others leave open. */
export function askedFields({ asks = {} }: Pick<Edition, "asks">) {
	return (["nation", "licence", "trailerPlate"] as const).filter((name) => asks[name]);
}

type EntryForm = z.infer<typeof entrySchema>;
type AddedField = keyof typeof addedFields;
/** The entry keeps its own value where one is undefined. */
export type EntryInput = Omit<EntryForm, AddedField> & Partial<Pick<EntryForm, AddedField>>;
export type AdminEntryInput = EntryInput & {
	readonly registrationCompleted?: boolean | undefined;
	readonly igcId?: number | null | undefined;
	readonly isGuest?: boolean | undefined;
	readonly from?: string | null | undefined;
};
export type QuickActions = z.infer<typeof quickActionsSchema>;
