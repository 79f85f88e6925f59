import { z } from "zod";
import {
	complaints,
	flag,
	idField,
	optionalDate,
	optionalText,
	optionalWholeNumber,
	requiredLine,
	versionField,
	wholeNumber,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { isPhone } from "./phone";

const mostPersons = 99;
const greatestIgcId = 999_999_999;
const earliestBirth = "1900-01-01";

export const entryComplaints = {
	phone: "form.registration.phone.error",
	birthDate: "form.registration.birthDate.error",
	/** The glider type belongs to another class. */
	otherClass: "form.registration.gliderType.otherClass",
} as const;

/** Text with every run of spaces made one, no-break spaces included. */
function singleSpaced(value: unknown): unknown {
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? value.trim().replace(/[ \u00A0\u202F]+/g, " ") : value;
}

const phone = z.preprocess(
	singleSpaced,
	requiredLine(limits.phone).refine((text) => text === "" || isPhone(text), entryComplaints.phone),
);

const startNumber = z.preprocess((value) => {
	const text = singleSpaced(value);
	return typeof text === "string" ? text.toUpperCase() : text;
}, requiredLine(limits.startNumber));

/** What a competitor says of the entry; ids are those of the form's lists. */
export const entryFields = {
	birthDate: optionalDate.refine((date) => date === null || date >= earliestBirth, entryComplaints.birthDate),
	phone,
	aeroclub: requiredLine(limits.aeroclub),
	region: idField,
	gliderType: idField,
	registrationNumber: z.preprocess(singleSpaced, requiredLine(limits.registrationNumber)),
	startNumber,
	hasEngine: flag,
	competitionClass: idField,
	logger: requiredLine(limits.logger),
	accommodationType: idField,
	quantity: wholeNumber(0, mostPersons),
	meals: wholeNumber(0, mostPersons),
	note: optionalText(limits.note),
} as const;

/** What organisers add to an entry. */
export const organisersFields = {
	registrationCompleted: flag,
	igcId: optionalWholeNumber(0, greatestIgcId),
} as const;

/** The competitor's form. Nothing of what organisers decide is in it. */
export const entrySchema = z.object({ ...entryFields, version: versionField });

/** The organisers' form. */
export const adminEntrySchema = entrySchema.extend(organisersFields);

const sentFlag = z.preprocess(
	(value) => (value === "true" ? true : value === "false" ? false : value),
	z.boolean({ error: complaints.choice }).optional(),
);

/** One click of an organiser: the flags that are sent, at least one. */
export const quickActionsSchema = z
	.object({ accepted: sentFlag, paid: sentFlag, isReserve: sentFlag })
	.refine((flags) => Object.values(flags).some((value) => value !== undefined), {
		error: complaints.required,
	});

export type EntryInput = z.infer<typeof entrySchema>;
/** What is undefined stays as it is. */
export type AdminEntryInput = EntryInput & {
	readonly registrationCompleted?: boolean | undefined;
	readonly igcId?: number | null | undefined;
};
export type QuickActions = z.infer<typeof quickActionsSchema>;
