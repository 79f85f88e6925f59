import { and, eq, inArray, ne, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { usesOf } from "~/lib/db/uses.server";
import { sha256Hex } from "~/lib/digest";
import { apiNameOfClass, classTypesOf } from "~/lib/editions/classes";
import { accommodationTypes, competitionClasses, gliderTypes, regions } from "~db/schema";
import type { Edition } from "~editions/schema";

/*
 * What the entry form offers is rows of the database, as entries refer to them. Settings, starts and deployments make them fit the edition:
 * what it has no more goes with what depends on it, unless anything refers to it.
 */

type Lists = Pick<Edition, "year" | "classes" | "regions" | "accommodation">;

/** The lists of an edition: their tables, and the column that says which choice of the edition a row is. */
const lists = {
	classes: { table: competitionClasses, key: competitionClasses.type },
	regions: { table: regions, key: regions.name },
	accommodation: { table: accommodationTypes, key: accommodationTypes.name },
} as const;

type ListName = keyof typeof lists;

export const listNames = Object.keys(lists) as readonly ListName[];

/** The keys of the choices of a list, in its order. */
export function keysOf(edition: Lists, list: ListName): string[] {
	return list === "classes" ? classTypesOf(edition) : edition[list].map(({ key }) => key);
}

function isUsed(list: ListName): SQL {
	return or(...usesOf(lists[list].table).map((use) => use.isUsed)) as SQL;
}

/** Selects the names of the tables that use any of some choices. */
export async function tablesThatUse(
	db: Db,
	list: ListName,
	keys: readonly string[],
): Promise<readonly string[]> {
	const { table, key } = lists[list];
	const uses = usesOf(table);
	const found = await db
		.select({
			tables: sql<string>`json_array(${sql.join(
				uses.map((use) => sql`max(${use.isUsed})`),
				sql`, `,
			)})`,
		})
		.from(table)
		.where(inArray(key, [...keys]));
	const flags = JSON.parse(found[0]?.tables ?? "[]") as readonly (number | null)[];
	return [...new Set(uses.flatMap(({ table: name }, index) => (flags[index] ? [name] : [])))];
}

/** Statement that removes a choice, if nothing uses it. */
export function removeChoice(db: Db, list: ListName, removed: string) {
	const { table, key } = lists[list];
	return db.delete(table).where(and(eq(key, removed), not(isUsed(list))));
}

/**
 * Statements that make the rows fit the edition, apart from those that it has more: choices that nothing uses go, with the glider types of a
 * class; countries, names and reference indices are those of the edition. Run again, they change nothing.
 */
export function fitLists(db: Db, edition: Lists) {
	const types = classTypesOf(edition);
	return [
		...listNames.map((list) =>
			db
				.delete(lists[list].table)
				.where(and(notInArray(lists[list].key, keysOf(edition, list)), not(isUsed(list)))),
		),
		db
			.delete(gliderTypes)
			.where(
				and(
					notInArray(gliderTypes.competitionClassType, types),
					sql`NOT EXISTS (SELECT 1 FROM ${competitionClasses} WHERE ${competitionClasses.type} = ${gliderTypes.competitionClassType})`,
					...usesOf(gliderTypes).map((use) => not(use.isUsed)),
				),
			),
		...edition.classes.map((one) => {
			const { referenceIndex } = one;
			const name = apiNameOfClass(one);
			return db
				.update(competitionClasses)
				.set({ name, referenceIndex })
				.where(
					and(
						eq(competitionClasses.type, one.type),
						or(ne(competitionClasses.name, name), ne(competitionClasses.referenceIndex, referenceIndex)),
					),
				);
		}),
		...edition.regions.map(({ key, country }) =>
			db
				.update(regions)
				.set({ country })
				.where(and(eq(regions.name, key), ne(regions.country, country))),
		),
	];
}

/**
 * The statements of {@link fitLists}, and those that add what the edition has more. A new class takes over the glider types of those of its
 * kind, else of all, with the highest index of each.
 * @param before the edition so far
 */
export async function reconcileLists(db: Db, before: Lists, after: Lists) {
	const isNew = (list: ListName, key: string) => !keysOf(before, list).includes(key);
	const newClasses = after.classes.filter(({ type }) => isNew("classes", type));
	// A statement must not be awaited: that would run it.
	const idOf = await idsOf(
		after.year,
		listNames.flatMap((list) =>
			keysOf(after, list)
				.filter((key) => isNew(list, key))
				.map((key) => [list, key] as const),
		),
	);
	return [
		...after.regions
			.filter(({ key }) => isNew("regions", key))
			.map(({ key, country }) =>
				db
					.insert(regions)
					.select(sql`SELECT ${idOf("regions", key)}, ${key}, ${country} WHERE ${isMissing(regions, key)}`)
					.onConflictDoNothing(),
			),
		...after.accommodation
			.filter(({ key }) => isNew("accommodation", key))
			.map(({ key }) =>
				db
					.insert(accommodationTypes)
					.select(
						sql`SELECT ${idOf("accommodation", key)}, ${key} WHERE ${isMissing(accommodationTypes, key)}`,
					)
					.onConflictDoNothing(),
			),
		...newClasses.map((one) => {
			const { type, referenceIndex } = one;
			const row = { id: idOf("classes", type), name: apiNameOfClass(one), type, referenceIndex };
			return db.insert(competitionClasses).values(row).onConflictDoNothing();
		}),
		...newClasses.map(({ type, kind }) => copiedGliders(db, type, glidersFrom(before, kind))),
		...fitLists(db, after),
	];
}

/** Condition: no row has the name. One that came from the site before this one has an id of its own. */
function isMissing(table: typeof regions | typeof accommodationTypes, name: string): SQL {
	return sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.name} = ${name})`;
}

/** Names of the lists in ids. */
const nouns = {
	classes: "competition-class",
	regions: "region",
	accommodation: "accommodation-type",
} as const;

/** The ids of choices that are new. */
async function idsOf(year: number, choices: readonly (readonly [list: ListName, key: string])[]) {
	const made = await Promise.all(
		choices.map(async ([list, key]) => [`${list} ${key}`, await stableId(year, nouns[list], key)] as const),
	);
	const ids = new Map(made);
	return (list: ListName, key: string) => ids.get(`${list} ${key}`) ?? "";
}

/** The keys of the classes whose gliders a new one of a kind takes over. */
export function glidersFrom({ classes }: Pick<Edition, "classes">, kind: string): readonly string[] {
	const same = classes.filter((one) => one.kind === kind);
	return (same.length > 0 ? same : classes).map(({ type }) => type);
}

function copiedGliders(db: Db, type: string, from: readonly string[]) {
	const { name, index, competitionClassType } = gliderTypes;
	return db
		.insert(gliderTypes)
		.select(
			db
				.select({
					id: sql<string>`lower(hex(randomblob(16)))`.as("id"),
					name,
					index: sql<number>`max(${index})`.as("index"),
					competitionClassType: sql<string>`${type}`.as("competition_class_type"),
				})
				.from(gliderTypes)
				.where(inArray(competitionClassType, [...from]))
				.groupBy(name),
		)
		.onConflictDoNothing();
}

/** The id that a start and a deployment give the same row (`scripts/reference/stable-id.ts`). */
async function stableId(year: number, noun: string, name: string): Promise<string> {
	const hex = (await sha256Hex(`${year}/${noun}/${name}`)).slice(0, 32);
	const version = `8${hex.slice(13, 16)}`;
	const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
	return [hex.slice(0, 8), hex.slice(8, 12), version, variant + hex.slice(18, 20), hex.slice(20)].join("-");
}
