import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { openDb } from "~/lib/db/client.server";
import { chunkRows } from "~/lib/db/commit.server";
import {
	accommodationTypes,
	competitionClasses,
	competitionDays,
	editionState,
	gliderTypes,
	pilotDays,
	regions,
	registrations,
	users,
} from "~db/schema";
import { editionOfYear } from "~editions/index";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { testEdition } from "./test-edition";

/** The database of an edition, as tests look into it. */
export function databaseOf(year = testEdition.year) {
	return openDb(editionOfYear(year) ?? testEdition, env);
}

type ReferenceRows = ReturnType<typeof referenceRows>;

const referenceOfEditions = new Map<string, ReferenceRows>();

/** Made once an edition: hundreds of worlds and entries ask for them. Some tests give an edition other classes. */
export function referenceOf(year = testEdition.year): ReferenceRows {
	const edition = editionOfYear(year) ?? testEdition;
	const key = [year, ...edition.classes.map(({ type }) => type)].join();
	const rows = referenceOfEditions.get(key) ?? referenceRows(edition);
	referenceOfEditions.set(key, rows);
	return rows;
}

/** Fills in regions, classes, glider types, accommodation and days; twice does no harm. */
export async function seedReference(year = testEdition.year) {
	const db = databaseOf(year);
	const rows = referenceOf(year);
	await db.batch([
		db.insert(regions).values(rows.regions).onConflictDoNothing(),
		db.insert(competitionClasses).values(rows.competitionClasses).onConflictDoNothing(),
		db.insert(accommodationTypes).values(rows.accommodationTypes).onConflictDoNothing(),
		...chunkRows(rows.gliderTypes, 4).map((some) =>
			db.insert(gliderTypes).values(some).onConflictDoNothing(),
		),
		...chunkRows(rows.competitionDays, 6).map((some) =>
			db.insert(competitionDays).values(some).onConflictDoNothing(),
		),
	]);
	return rows;
}

let counter = 0;

/** A user nobody has seen yet, with a verified address. The password hash is no hash: tests of logging in sign up first. */
export async function createUser(values: Partial<typeof users.$inferInsert> = {}, year?: number) {
	counter += 1;
	const now = new Date("2025-03-02T10:00:00Z");
	const row = {
		id: crypto.randomUUID(),
		email: `pilot.${counter}.${crypto.randomUUID().slice(0, 8)}@example.com`,
		name: "Jana",
		surname: `Nováková ${counter}`,
		passwordHash: "none",
		createdAt: now,
		updatedAt: now,
		verifiedAt: now,
		...values,
	} satisfies typeof users.$inferInsert;
	const [user] = await databaseOf(year).insert(users).values(row).returning();
	if (!user) throw new Error("no user was made");
	return user;
}

export function createAdmin(values: Partial<typeof users.$inferInsert> = {}, year?: number) {
	return createUser({ role: "organiser", name: "Karel", surname: "Správce", ...values }, year);
}

/** An entry of a user (a new one unless given); reference data must have been seeded. */
export async function createRegistration(
	values: Partial<typeof registrations.$inferInsert> = {},
	year?: number,
) {
	const db = databaseOf(year);
	const rows = referenceOf(year);
	counter += 1;
	const now = new Date("2025-03-03T10:00:00Z");
	const [region] = rows.regions;
	const [club] = rows.competitionClasses;
	const glider = rows.gliderTypes.find((type) => type.competitionClassType === club?.type);
	const accommodation = rows.accommodationTypes.at(-1);
	if (!region || !club || !glider || !accommodation) throw new Error("reference data is missing");
	const row = {
		id: crypto.randomUUID(),
		number: counter,
		userId: values.userId ?? (await createUser({}, year)).id,
		birthDate: "1980-05-17",
		phone: "+420 601 234 567",
		aeroclub: "Aeroklub Hůrka",
		regionId: region.id,
		gliderTypeId: glider.id,
		registrationNumber: `OK-${1000 + counter}`,
		startNumber: `T${counter}`,
		hasEngine: false,
		competitionClassId: club.id,
		logger: "LX 9000 12345",
		accommodationTypeId: accommodation.id,
		quantity: 2,
		meals: 1,
		note: null,
		createdAt: now,
		updatedAt: now,
		...values,
	} satisfies typeof registrations.$inferInsert;
	const [registration] = await db.insert(registrations).values(row).returning();
	if (!registration) throw new Error("no registration was made");
	return registration;
}

/** The stored status of an entry; the day may be left out where there is one. */
export async function statusOf({ id }: { readonly id: string }, dayId?: string) {
	const { dayId: day, registrationId: entry } = pilotDays;
	const ofDay = dayId === undefined ? undefined : eq(day, dayId);
	const [row] = await databaseOf()
		.select()
		.from(pilotDays)
		.where(and(eq(entry, id), ofDay));
	return row?.statusId ? { ...row, statusId: row.statusId } : undefined;
}

/** Stores what is given of the day of an entry. */
export async function storePilotDay(values: typeof pilotDays.$inferInsert) {
	const { dayId: day, registrationId: entry } = pilotDays;
	await databaseOf()
		.insert(pilotDays)
		.values(values)
		.onConflictDoUpdate({ target: [day, entry], set: values });
}

/** Stores the status of an entry on a day. */
export const storeStatus = (status: typeof pilotDays.$inferInsert) =>
	storePilotDay({ statusId: crypto.randomUUID(), ...status });

/** Sets the status of an entry on a day, as an organiser on duty does. */
export async function recordStatus(
	registrationId: string,
	dayId: string,
	status: typeof pilotDays.$inferInsert.status,
) {
	const before = await statusOf({ id: registrationId }, dayId);
	const statusAt = before?.statusAt ?? new Date("2025-07-12T10:00:00Z");
	await storeStatus({
		...(before && { statusId: before.statusId }),
		registrationId,
		dayId,
		status,
		statusAt,
	});
}

/** The version of what visitors see of the edition of the tests. */
export async function contentVersion(): Promise<number> {
	return (await databaseOf().select().from(editionState))[0]?.contentVersion ?? 0;
}
