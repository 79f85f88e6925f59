import { z } from "zod";
import { classKinds } from "~db/enums";
import { normalizeIban } from "./iban";

/** `YYYY-MM-DD`. */
export const localDate = z.iso.date();

export const httpsUrl = z.url({ protocol: /^https$/ });

export const localizedText = z.strictObject({ cs: z.string().min(1), en: z.string().min(1) });

export const sponsorSchema = z.strictObject({
	name: z.string().min(1),
	/** Path of the logo under `public/`. */
	logo: z.string().regex(/^\/sponsors\/[a-z0-9-]+\.svg$/),
	/** Null: the logo has no link. */
	url: httpsUrl.nullable(),
});

/** A section of the contacts page. Its heading is in the locales. */
const contactSchema = z.strictObject({
	/** Person or organisation. */
	name: z.string().min(1),
	/** For example an address, office hours, a frequency. */
	lines: z.array(localizedText),
	email: z.email().nullable(),
	/** International form with spaces, e.g. `+420 600 123 456`. */
	phone: z
		.string()
		.regex(/^\+[0-9 ]{9,20}$/)
		.nullable(),
	url: httpsUrl.nullable(),
});

export const contactsSchema = z.strictObject({
	organiser: contactSchema,
	director: contactSchema,
	field: contactSchema,
	registrations: contactSchema,
	webAndScoring: contactSchema,
});

export const paymentSchema = z.strictObject({
	/** IBAN without spaces. */
	iban: z.string().refine((iban) => normalizeIban(iban) === iban, {
		error: "no IBAN without spaces, or its check digits are wrong",
	}),
	/** Entry fee of one competitor, in crowns, not hellers. */
	amount: z.number().positive().max(9_999_999),
	/** ISO 4217. */
	currency: z.string().regex(/^[A-Z]{3}$/),
	/** Owner of the account. */
	recipient: z.string().min(1).max(60),
});

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
const metres = z.number().positive().max(9_000);
const seconds = z.int().positive().max(86_400);
const kilometres = z.int().min(1).max(2_000);

/** How the tasks of a class begin. Null is no rule. Times are local, "HH:MM:SS"; altitudes above sea level. */
const taskDefaultsSchema = z.strictObject({
	rules: z.strictObject({
		startOpens: localTime.nullable(),
		startAltitudeM: metres.nullable(),
		startSpeedKmh: z.number().positive().max(400).nullable(),
		/** The pilot's event marker; a window of null has no end. */
		pev: z
			.strictObject({
				waitS: z.int().min(0).max(86_400),
				windowS: seconds.nullable(),
				presses: z.int().min(1).max(10),
			})
			.nullable(),
		finishAltitudeM: metres.nullable(),
		finishCloses: localTime.nullable(),
		/** Seconds after the landing. */
		logDeadlineS: seconds.nullable(),
	}),
	scoring: z.strictObject({
		/** Kilometres, as Annex A calls them. */
		d1Km: kilometres,
		dmKm: kilometres,
		handicaps: z.boolean(),
		earth: z.enum(["wgs84", "sphere"]),
		/** Whether the radius of the finish comes off the distance. Null: that of a ring, not half of a line. */
		subtractFinishRadius: z.boolean().nullable(),
	}),
});

export type Sponsor = z.infer<typeof sponsorSchema>;
export type Contacts = z.infer<typeof contactsSchema>;
export type Payment = z.infer<typeof paymentSchema>;
export type TaskDefaults = z.infer<typeof taskDefaultsSchema>;

/** How long competitors can protest against unofficial results, and what they pay for it. */
export const protestSchema = z.strictObject({
	hours: z.number().positive().max(48),
	/** Hours on the last competition day, when the prizes wait for the end. */
	lastDayHours: z.number().positive().max(48),
	/** Null asks for no fee. */
	fee: z.strictObject({ amount: z.number().positive(), currency: z.string().regex(/^[A-Z]{3}$/) }).nullable(),
});

/** A class of an edition. */
export const classSchema = z.strictObject({
	/** Its key, which clients of the API compare and addresses hold; never changed once there are entries. */
	type: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,23}$/),
	/** What flies in it. */
	kind: z.enum(classKinds),
	name: localizedText,
	/** Index of the glider with the handicap 1. */
	referenceIndex: z.number().positive(),
	/** What the file of a task does not say. */
	taskDefaults: taskDefaultsSchema,
});

export type EditionClass = z.infer<typeof classSchema>;
