import { z } from "zod";

/** A line in both languages. */
export const localizedText = z.strictObject({
	cs: z.string().min(1).max(300),
	en: z.string().min(1).max(300),
});

/** The name of a choice in the API, which its clients compare: it never changes. People read `name`. */
const choice = { key: z.string().min(1).max(60), name: localizedText };

function unlike(choices: readonly { readonly key: string }[]): boolean {
	return new Set(choices.map(({ key }) => key)).size === choices.length;
}

/** Where competitors come from. Lists have them by name. */
export const regionsSchema = z
	.array(
		z.strictObject({
			...choice,
			/** ISO 3166 alpha-2, for the file of contestants for SeeYou. */
			country: z
				.string()
				.regex(/^[A-Z]{2}$/)
				.meta({ typed: "code" }),
		}),
	)
	.min(1)
	.max(60)
	.refine(unlike, { error: "two have one key" })
	.default([
		{ key: "Morava", name: { cs: "Morava", en: "Moravia" }, country: "CZ" },
		{ key: "Německo", name: { cs: "Německo", en: "Germany" }, country: "DE" },
		{ key: "Rakousko", name: { cs: "Rakousko", en: "Austria" }, country: "AT" },
		{ key: "Čechy 1.", name: { cs: "Čechy 1.", en: "Bohemia 1" }, country: "CZ" },
		{ key: "Čechy 2.", name: { cs: "Čechy 2.", en: "Bohemia 2" }, country: "CZ" },
	]);

/** Where they sleep, in the order of the entry form. */
export const accommodationSchema = z
	.array(z.strictObject(choice))
	.min(1)
	.max(20)
	.refine(unlike, { error: "two have one key" })
	.meta({ ordered: true })
	.default([
		{ key: "Děkuji, nemám zájem", name: { cs: "Děkuji, nemám zájem", en: "No, thank you" } },
		{ key: "Kemp", name: { cs: "Kemp", en: "Camp site" } },
		{ key: "Ubytovna", name: { cs: "Ubytovna", en: "Hostel" } },
	]);
