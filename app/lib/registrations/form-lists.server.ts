import type { Ctx } from "~/lib/context";
import { compareNames } from "~/lib/i18n/collate";
import { formListQueries } from "./registrations-queries.server";

type Read<Queries extends readonly unknown[]> = { readonly [K in keyof Queries]: Awaited<Queries[K]> };
type Rows = Read<ReturnType<typeof formListQueries>>;

/** What the entry form offers: regions, classes and glider types by name, accommodation in its own order. */
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

/** Reads what the entry form offers, in one batch. */
export async function readFormLists({ db }: Ctx): Promise<FormLists> {
	return toFormLists(await db.batch(formListQueries(db)));
}
