import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { preparedRead, read } from "~/lib/db/read.server";
import { regions, registrations, users } from "~db/schema";
import { createRegistration, createUser, databaseOf, seedReference } from "~test/support/factories";

await seedReference();
const user = await createUser({ name: "Jana" });
const entry = await createRegistration({ userId: user.id, accepted: true });

test("columns of one name in a join stay apart", async () => {
	const db = databaseOf();
	const { rows, nested } = await read(db, {
		rows: db
			.select({ userId: users.id, regionName: regions.name, entryId: registrations.id, name: users.name })
			.from(registrations)
			.innerJoin(regions, eq(regions.id, registrations.regionId))
			.innerJoin(users, eq(users.id, registrations.userId)),
		nested: db.select().from(registrations).innerJoin(regions, eq(regions.id, registrations.regionId)),
	});
	expect(rows).toEqual([{ userId: user.id, regionName: "Morava", entryId: entry.id, name: "Jana" }]);
	expect(nested).toEqual([
		{ registrations: entry, regions: { id: entry.regionId, name: "Morava", country: "CZ" } },
	]);
});

test("a joined row that is missing is null", async () => {
	const db = databaseOf();
	const { rows } = await read(db, {
		rows: db
			.select({ id: users.id, region: { id: regions.id, name: regions.name } })
			.from(users)
			.leftJoin(regions, eq(regions.id, "none"))
			.where(eq(users.id, user.id)),
	});
	expect(rows).toEqual([{ id: user.id, region: null }]);
});

test("a key that is the name of another column changes no order", async () => {
	const db = databaseOf();
	await createUser({ name: "Adam", surname: "Zeman" });
	const { people, numbers } = await read(db, {
		people: db.select({ name: users.surname, surname: users.name }).from(users).orderBy(users.name).limit(1),
		numbers: db.select({ people: sql<number>`count(*)` }).from(users),
	});
	expect(people).toEqual([{ name: "Zeman", surname: "Adam" }]);
	expect(numbers).toEqual([{ people: 2 }]);
});

test("a prepared read takes its values anew each time, and leaves out what is not asked", async () => {
	const db = databaseOf();
	const names = preparedRead(["id"], (anyDb, { id }) => ({
		people: anyDb.select({ name: users.name }).from(users).where(eq(users.id, id)),
		nobody: undefined,
	}));
	expect(await names(db, { id: user.id })).toEqual({ people: [{ name: "Jana" }] });
	expect(await names(db, { id: "none" })).toEqual({ people: [] });
});
