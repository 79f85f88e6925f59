import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { type Results, read } from "~/lib/db/read.server";
import { compareNames } from "~/lib/i18n/collate";
import type { Language } from "~/lib/i18n/language";
import { accommodationTypes, regions } from "~db/schema";
import type { Edition } from "~editions/schema";
import { allClasses, allGliderTypes } from "./classes-queries.server";
import { askedFields } from "./entry-schema";
import { nationOptions } from "./nations.server";

/** Selects the choices of the entry form, for `toFormLists`. */
export function formListQueries(db: Db) {
	return {
		regions: db.select().from(regions),
		competitionClasses: allClasses(db),
		gliderTypes: allGliderTypes(db),
		accommodationTypes: db.select().from(accommodationTypes),
	};
}

/** Sorts the choices by name in Czech order, which SQLite does not know; classes and accommodation keep their own order. */
export function toFormLists(
	found: Results<ReturnType<typeof formListQueries>>,
	{ edition, language }: Pick<Ctx, "edition" | "language">,
) {
	const byName = (a: { readonly name: string }, b: { readonly name: string }) => compareNames(a.name, b.name);
	return {
		/** Fields that must be filled in here, and are optional elsewhere. */
		asked: askedFields(edition),
		regions: labelled(found.regions, edition.regions, language).toSorted(byName),
		nations: nationOptions(language),
		competitionClasses: found.competitionClasses,
		gliderTypes: found.gliderTypes.toSorted(byName),
		accommodationTypes: labelled(found.accommodationTypes, edition.accommodation, language),
	};
}

/** Rows with what people read, in the order of the edition. */
function labelled<R extends { readonly name: string }>(
	rows: readonly R[],
	choices: Edition["accommodation"],
	language: Language,
) {
	const placeOf = (row: R) => choices.findIndex(({ key }) => key === row.name);
	return rows
		.toSorted((one, other) => placeOf(one) - placeOf(other))
		.map((row) => ({ ...row, label: choices[placeOf(row)]?.name[language] ?? row.name }));
}

export type FormLists = ReturnType<typeof toFormLists>;

export async function readFormLists(ctx: Ctx): Promise<FormLists> {
	return toFormLists(await read(ctx.db, formListQueries(ctx.db)), ctx);
}
