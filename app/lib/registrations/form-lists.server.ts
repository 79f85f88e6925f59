import { asc, sql } from "drizzle-orm";
import { allClasses, allGliderTypes } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { compareNames } from "~/lib/i18n/collate";
import { accommodationTypes, regions } from "~db/schema";

/** Queries for the choices of the entry form, for one batch and `toFormLists`. */
export function formListQueries(db: Db) {
	return [
		db.select().from(regions),
		allClasses(db),
		allGliderTypes(db),
		// In the order of the seed: none, camp, hostel.
		db.select().from(accommodationTypes).orderBy(asc(sql`rowid`)),
	] as const;
}

type Read<Queries extends readonly unknown[]> = { readonly [K in keyof Queries]: Awaited<Queries[K]> };
type Rows = Read<ReturnType<typeof formListQueries>>;

/** Sorts the choices by name in Czech order, which SQLite does not know; accommodation keeps its own order. */
export function toFormLists([regions, competitionClasses, gliderTypes, accommodationTypes]: Rows) {
	const byName = (a: { readonly name: string }, b: { readonly name: string }) => compareNames(a.name, b.name);
	return {
		regions: regions.toSorted(byName),
		competitionClasses: competitionClasses.toSorted(byName),
		gliderTypes: gliderTypes.toSorted(byName),
		accommodationTypes,
	};
}

export type FormLists = ReturnType<typeof toFormLists>;

export async function readFormLists({ db }: Ctx): Promise<FormLists> {
	return toFormLists(await db.batch(formListQueries(db)));
}
