import { z } from "zod";
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
	/** Without spaces. */
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

export type Sponsor = z.infer<typeof sponsorSchema>;
export type Contacts = z.infer<typeof contactsSchema>;
export type Payment = z.infer<typeof paymentSchema>;
