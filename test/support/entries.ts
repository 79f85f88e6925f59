import { eq } from "drizzle-orm";
import { registrations } from "~db/schema";
import { databaseOf, type seedReference } from "./factories";

type Reference = Awaited<ReturnType<typeof seedReference>>;

function first<T>(rows: readonly T[], fits: (row: T) => boolean = () => true): T {
	const row = rows.find(fits);
	if (!row) throw new Error("reference data is missing");
	return row;
}

/** Ids that an entry's form refers to: a region, both classes with a glider each, a kind of accommodation. */
export function idsOf(reference: Reference) {
	return {
		region: first(reference.regions).id,
		club: first(reference.competitionClasses, ({ type }) => type === "club").id,
		kombi: first(reference.competitionClasses, ({ type }) => type === "18_meter").id,
		clubGlider: first(reference.gliderTypes, ({ name }) => name === "LS 4").id,
		kombiGlider: first(reference.gliderTypes, ({ name }) => name === "Ventus 3 18 m").id,
		camp: first(reference.accommodationTypes, ({ name }) => name === "Kemp").id,
	};
}

type Ids = ReturnType<typeof idsOf>;

/** A good entry as the page's form sends it. */
export function entryForm(ids: Ids): Record<string, string> {
	return {
		birthDate: "1980-05-17",
		phone: "+420 601 234 567",
		aeroclub: "Aeroklub Hůrka",
		region: ids.region,
		gliderType: ids.clubGlider,
		registrationNumber: "OK-4708",
		startNumber: "7K",
		competitionClass: ids.club,
		logger: "LX 9000 12345",
		accommodationType: ids.camp,
		quantity: "2",
		meals: "1",
		note: "",
	};
}

/** The page's form that makes an entry, with a key of its own. */
export const enterForm = (ids: Ids, form: Record<string, string> = {}) => ({
	...entryForm(ids),
	intent: "enter",
	formKey: crypto.randomUUID(),
	...form,
});

/** Somebody's entry as it is stored. */
export async function entryOf(user: { readonly id: string }) {
	return (await databaseOf().select().from(registrations).where(eq(registrations.userId, user.id)))[0];
}

/** A good entry as clients of the API send it: grouped, in the contract's spelling. */
export function entryBody(ids: Ids) {
	return {
		birthDate: "1980-05-17",
		phone: "+420 601 234 567",
		aeroclub: "Aeroklub Hůrka",
		region: ids.region,
		glider: {
			gliderType: ids.clubGlider,
			registrationNumber: "OK-4708",
			startNumber: "7K",
			hasEngine: true,
		},
		competitionClass: ids.club,
		logger: "LX 9000 12345",
		accomodation: { accomodationType: ids.camp, quantity: 2 },
		meals: 1,
		note: "Přijedu v pátek.",
	};
}
