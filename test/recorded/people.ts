import { hashPassword } from "~/lib/accounts/password/password.server";
import { goodPassword } from "~test/support/accounts";
import { idsOf } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, seedReference } from "~test/support/factories";

type Person = Awaited<ReturnType<typeof createUser>>;
type Entry = Awaited<ReturnType<typeof createRegistration>>;

/** The people of the competition and their entries, before anything has happened. */
export type People = Awaited<ReturnType<typeof makePeople>>;

/** What all entries have. */
const alike = { quantity: 2, meals: 1, logger: "LX 9000 12345" };

/** How the entries differ; all others are accepted ones of the club class. */
const entries = {
	A1: { surname: "Adamová", birthDate: "1980-05-17", note: "Přijedu v pátek.", igcId: 1234, paid: true },
	B2: { surname: "Bílý", birthDate: null, paid: true, registrationCompleted: true },
	C3: { surname: "Černá" },
	D4: { surname: "Dvořák", paid: true },
	G7: { surname: "Host", aeroclub: "Aero-Club Gast" },
	R8: { surname: "Náhradník", isReserve: true },
	W9: { surname: "Čekatel", accepted: false, startNumber: "A1" },
	K1: { surname: "Král", isKombi: true, hasEngine: true },
	L2: { surname: "Lišková", isKombi: true },
	M3: { surname: "Malý", isKombi: true, paid: true },
} as const satisfies Readonly<
	Record<string, { readonly surname: string } & Partial<Entry & { isKombi: true }>>
>;

export type StartNumber = keyof typeof entries;

/** What names an id in the recording. */
type Names = Map<string, string>;

export async function makePeople() {
	const [reference, reference2024] = await Promise.all([seedReference(), seedReference(2024)]);
	const names: Names = new Map();
	for (const [year, rows] of [
		["", reference],
		[" of 2024", reference2024],
	] as const)
		for (const { id, name } of Object.values(rows).flat()) names.set(id, `${name}${year}`);
	const passwordHash = await hashPassword(goodPassword);
	const person = async (surname: string, email: string) =>
		named(names, await createUser({ name: "Jana", surname, email, passwordHash }), `account of ${surname}`);
	const organiser = { name: "Karel", surname: "Správce", passwordHash };
	const people = {
		organiser: named(names, await createAdmin({ ...organiser, email: "karel@example.com" }), "organiser"),
		newcomer: await person("Nováček", "novacek@example.com"),
		/** Has a second factor. */
		careful: named(
			names,
			await createAdmin({ ...organiser, surname: "Opatrný", email: "opatrny@example.com" }),
			"organiser Opatrný",
		),
		foreign: named(
			names,
			await createAdmin({ ...organiser, email: "karel@example.com" }, 2024),
			"organiser of 2024",
		),
	};
	const ids = idsOf(reference);
	const made = await enterAll(names, ids, person);
	const days = reference.competitionDays;
	return { names, ids, days, reference2024, people, ...made };
}

function named<T extends { readonly id: string }>(names: Names, row: T, name: string): T {
	names.set(row.id, name);
	return row;
}

async function enterAll(
	names: Names,
	ids: ReturnType<typeof idsOf>,
	person: (surname: string, email: string) => Promise<Person>,
) {
	const pilots = {} as Record<StartNumber, Person>;
	const made = {} as Record<StartNumber, Entry>;
	for (const [index, [number, { surname, ...values }]] of Object.entries(entries).entries()) {
		const key = number as StartNumber;
		const { isKombi = false, ...columns } = { isKombi: false, ...values };
		pilots[key] = await person(surname, `${number.toLowerCase()}@example.com`);
		const at = new Date(Date.parse("2025-04-01T10:00:00Z") + index * 3_600_000);
		const entry = await createRegistration({
			...alike,
			number: index + 1,
			userId: pilots[key].id,
			startNumber: number,
			registrationNumber: `OK-47${String(index).padStart(2, "0")}`,
			gliderTypeId: isKombi ? ids.kombiGlider : ids.clubGlider,
			competitionClassId: isKombi ? ids.kombi : ids.club,
			accepted: true,
			createdAt: at,
			updatedAt: at,
			...columns,
		});
		made[key] = named(names, entry, `entry of ${surname}`);
	}
	return { pilots, entries: made };
}
