import { test as base } from "vitest";
import { idsOf } from "./entries";
import { createAdmin, createRegistration, createUser, referenceOf, seedReference } from "./factories";

type Row<Create extends (...values: never[]) => Promise<unknown>> = Awaited<ReturnType<Create>>;

interface World {
	/** Regions, classes, glider types, accommodation and days, there before the first test of a file. */
	readonly reference: Row<typeof seedReference>;
	/** An organiser. */
	readonly admin: Row<typeof createAdmin>;
	/** An account without an entry. */
	readonly user: Row<typeof createUser>;
	/** An entry that waits, of an account of its own. */
	readonly entry: Row<typeof createRegistration>;
}

/** A test with the people whom it names: each is made for it, in an edition that has its reference data. */
export const test = base.extend<World>({
	// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
	reference: [async ({}, use) => use(await seedReference()), { auto: true, scope: "file" }],
	// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
	admin: async ({}, use) => use(await createAdmin()),
	// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
	user: async ({}, use) => use(await createUser()),
	entry: async ({ reference: _ }, use) => use(await createRegistration()),
});

/** The id of a day of the edition of the tests. @param date `YYYY-MM-DD` */
export function dayOn(date: string): string {
	const day = referenceOf().competitionDays.find((one) => one.date === date);
	if (!day) throw new Error(`The edition of the tests has no day ${date}.`);
	return day.id;
}

/** The id of a day of the edition of the tests. @param place 0 for the first */
export function nthDay(place: number): string {
	const day = referenceOf().competitionDays[place];
	if (!day) throw new Error(`The edition of the tests has no day ${place}.`);
	return day.id;
}

/** What an entry's form refers to, in the edition of the tests. */
export const ids = idsOf(referenceOf());
