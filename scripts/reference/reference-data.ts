import { and, lt, or, type SQL, sql } from "drizzle-orm";
import { fitDays } from "~/lib/days/reconcile-days.server";
import { unconnected } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { isFixed, keepFlown } from "~/lib/entries/keep-flown.server";
import { fitLists } from "~/lib/entries/reconcile-lists.server";
import { competitionClasses, competitionDays, gliderTypes } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type BoundStatement, insertRows, prepareAll } from "../database/insert-rows";
import { referenceRows } from "./reference-rows";
import { asSet, type SettingRow, settingsQuery } from "./set-edition";

/** Types that came from the site before this one keep the indices of their year. */
const correctIndex = `DO UPDATE SET "index" = excluded."index" WHERE length(glider_types.id) <> 24`;

/** The conflict clause for existing glider types, also those of an imported list. */
const knownGliderType = {
	kept: "DO NOTHING",
	corrected: `(id) ${correctIndex} ON CONFLICT (name, competition_class_type) ${correctIndex}`,
} as const;

const correctReference = "DO UPDATE SET reference_index = excluded.reference_index";

/** Condition: no other row has the name. One that came from the site before this one has an id of its own. */
function isNewName(table: string): string {
	return `NOT EXISTS (SELECT 1 FROM ${table} WHERE name = ? AND id <> ?)`;
}

type GliderIndices = keyof typeof knownGliderType;

/**
 * Statements that add missing reference data, remove what the edition has no more and nothing uses, correct countries, names and reference
 * indices, and make the days fit the dates. Days keep their task; past days, and those on
 * which somebody has begun to fly, keep the indices with which they were flown. May be repeated at any time.
 * @param edition as organisers have set it
 * @param gliderIndices `kept` keeps the indices that organisers have imported, `corrected` sets those of gliders.ts
 */
export function referenceStatements(
	edition: Edition,
	gliderIndices: GliderIndices,
	now: Date,
): BoundStatement[] {
	const rows = referenceRows(edition);
	return [
		keptIndices(rows, gliderIndices, now),
		...rows.regions.map(({ id, name, country }) => ({
			sql: `INSERT INTO regions (id, name, country) SELECT ?, ?, ? WHERE ${isNewName("regions")} ON CONFLICT (id) DO UPDATE SET country = excluded.country`,
			values: [id, name, country, name, id],
		})),
		...insertRows(
			competitionClasses,
			rows.competitionClasses,
			`(id) ${correctReference} ON CONFLICT (type) ${correctReference}`,
		),
		...insertRows(gliderTypes, rows.gliderTypes, knownGliderType[gliderIndices]),
		...rows.accommodationTypes.map(({ id, name }) => ({
			sql: `INSERT INTO accommodation_types (id, name) SELECT ?, ? WHERE ${isNewName("accommodation_types")} ON CONFLICT DO NOTHING`,
			values: [id, name, name, id],
		})),
		...insertRows(competitionDays, rows.competitionDays, "DO NOTHING"),
		...fitDays(unconnected([]), edition.competition, now).map(boundOf),
		...fitLists(unconnected([]), edition).map(boundOf),
		{ sql: "UPDATE edition_state SET content_version = content_version + 1", values: [] },
	];
}

/** Brings the reference data of a database up to date, by what its organisers have set. May be repeated at any time. */
export async function updateReferenceData(database: D1Database, edition: Edition): Promise<void> {
	const { results } = await database.prepare(settingsQuery).all<SettingRow>();
	const statements = referenceStatements(asSet(edition, results), "kept", new Date());
	await database.batch(prepareAll(database, statements));
}

/** The statement that makes past days keep their indices, where others are coming. */
function keptIndices(
	{ competitionClasses: classes, gliderTypes: types }: ReturnType<typeof referenceRows>,
	gliderIndices: GliderIndices,
	now: Date,
): BoundStatement {
	const comes = or(
		isAmong(
			classes.map(({ type, referenceIndex }) => [type, referenceIndex ?? null]),
			sql`${competitionClasses.type}`,
			sql`${competitionClasses.referenceIndex}`,
		),
		gliderIndices === "corrected"
			? isAmong(
					types.map(({ name, competitionClassType, index }) => [`${competitionClassType}/${name}`, index]),
					sql`${gliderTypes.competitionClassType} || '/' || ${gliderTypes.name}`,
					sql`${gliderTypes.index}`,
				)
			: undefined,
	);
	const isPast = or(lt(competitionDays.date, pragueDate(now)), isFixed);
	return boundOf(keepFlown(unconnected([]), and(isPast, comes), now));
}

function boundOf(statement: {
	toSQL(): { readonly sql: string; readonly params: unknown[] };
}): BoundStatement {
	const { sql: text, params } = statement.toSQL();
	return { sql: text, values: params };
}

/** Condition: another index comes. @param indices those that come, by their keys */
function isAmong(indices: readonly (readonly [string, number | null])[], key: SQL, index: SQL): SQL {
	return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(Object.fromEntries(indices))}) AS coming
		WHERE coming.key = ${key} AND coming.value IS NOT ${index})`;
}
