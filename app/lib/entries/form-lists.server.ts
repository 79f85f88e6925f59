import { asc, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { type Results, read } from "~/lib/db/read.server";
import { compareNames } from "~/lib/i18n/collate";
import type { Language } from "~/lib/i18n/language";
import { accommodationTypes, regions } from "~db/schema";
import { allClasses, allGliderTypes } from "./classes-queries.server";
import { nationOptions } from "./nations.server";

/** Selects the choices of the entry form, for `toFormLists`. */
export function formListQueries(db: Db) {
	return {
		regions: db.select().from(regions),
		competitionClasses: allClasses(db),
		gliderTypes: allGliderTypes(db),
		// They come in the order of the seed: none, camp, hostel.
		accommodationTypes: db.select().from(accommodationTypes).orderBy(asc(sql`rowid`)),
	};
}

/** Sorts the choices by name in Czech order, which SQLite does not know; classes and accommodation keep their own order. */
export function toFormLists(found: Results<ReturnType<typeof formListQueries>>, language: Language) {
	const byName = (a: { readonly name: string }, b: { readonly name: string }) => compareNames(a.name, b.name);
	return {
		regions: found.regions.toSorted(byName),
		nations: nationOptions(language),
		competitionClasses: found.competitionClasses,
		gliderTypes: found.gliderTypes.toSorted(byName),
		accommodationTypes: found.accommodationTypes,
	};
}

export type FormLists = ReturnType<typeof toFormLists>;

export async function readFormLists({ db, language }: Ctx): Promise<FormLists> {
	return toFormLists(await read(db, formListQueries(db)), language);
}
