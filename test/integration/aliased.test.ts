import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { aliased, aliasedColumns } from "~/lib/db/aliased.server";
import { regions, registrations, users } from "~db/schema";
import { createRegistration, createUser, databaseOf, seedReference } from "~test/support/factories";

test("columns of one name in a join stay apart in a batch", async () => {
	await seedReference();
	const user = await createUser({ name: "Jana" });
	const entry = await createRegistration({ userId: user.id, accepted: true });
	const db = databaseOf();
	const [[row]] = await db.batch([
		db
			.select({
				...aliasedColumns(registrations, "registration"),
				region: aliasedColumns(regions, "region"),
				userName: aliased(users.name, "user_name"),
			})
			.from(registrations)
			.innerJoin(regions, eq(regions.id, registrations.regionId))
			.innerJoin(users, eq(users.id, registrations.userId))
			.where(eq(registrations.id, entry.id)),
	]);
	expect(row).toEqual({
		...entry,
		region: { id: entry.regionId, name: "Morava", country: "CZ" },
		userName: "Jana",
	});
});
