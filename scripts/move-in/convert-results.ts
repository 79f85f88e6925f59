import { limits } from "~/lib/forms/limits";
import { dailyResults, resultTables } from "~db/schema";
import { stableId } from "../reference/stable-id";
import {
	type Collection,
	classAndDayOf,
	heldClassDay,
	leftOut,
	type MovedEntry,
	type Moving,
	updatedAt,
} from "./moving";
import type { Reading } from "./read-document";
import type { Held, Row, Target } from "./store-rows";

const ofResults: Target = { table: dailyResults, key: ["id"] };
const ofTables: Target = { table: resultTables, key: ["id"] };

export const movedResults: Collection = {
	name: "dailyresults",
	held: "SELECT id FROM daily_results",
	fields: [
		...[
			"points",
			"points_total",
			"position",
			"position_total",
			"flightId",
			"name",
			"aeroclub",
			"glider",
			"handicap",
		],
		...["day", "competitionClass"],
	],
	begin: async (moving) => {
		const { edition } = moving;
		const bind = binder(moving);
		const idOfTable = (key: string) => stableId(edition.year, "moved-results", key);
		const ours = await resultsOfOurs(moving, idOfTable);
		const competitorOf = await competitors(moving);
		const tables = new Map<string, { dayId: string; competitionClassId: string; updatedAt: Date }>();
		return {
			convert: (reading) => {
				const of = classAndDayOf(moving, reading);
				if ("leftOut" in of) return of;
				const { competitionClassId, dayId, key } = of;
				if (ours.has(key)) return leftOut("this site has results of its class and day");
				const said = saidOf(reading);
				if (said === null) return leftOut("it lacks a name, a position or points");
				const entry = bind(said.name, competitionClassId);
				if (entry?.isErased) return leftOut("its pilot's account was erased here");
				const { competitor, was } = competitorOf(reading.id, key, said);
				const at = updatedAt(reading);
				const before = tables.get(key)?.updatedAt ?? at;
				tables.set(key, { dayId, competitionClassId, updatedAt: at > before ? at : before });
				const values = {
					id: reading.id,
					competitionClassId,
					dayId,
					registrationId: entry?.id ?? null,
					competitor,
					...said,
				};
				return { rows: [{ target: ofResults, values, was }] };
			},
			finish: () =>
				[...tables].map(
					([key, table]): Row => ({
						target: ofTables,
						// The site before this one had its results from there; so its totals and places hold as they are stated.
						values: { id: idOfTable(key), ...table, status: "official", source: "soaring-spot" },
					}),
				),
		};
	},
};

/** Classes on days whose results have another origin: this site, a file, or a change here. They stay. */
async function resultsOfOurs(
	{ query, known }: Moving,
	idOfTable: (key: string) => string,
): Promise<Set<string>> {
	const held = await query(
		`SELECT id, day_id, competition_class_id, EXISTS (SELECT 1 FROM daily_results WHERE daily_results.day_id = result_sheets.day_id
			AND daily_results.competition_class_id = result_sheets.competition_class_id AND length(daily_results.id) <> 24) AS has_others
		FROM result_sheets`,
	);
	const changed = await query(
		`SELECT subject_id AS competition_class_id, coalesce(json_extract(after, '$.dayId'), json_extract(before, '$.dayId')) AS day_id
		FROM audit_log WHERE action LIKE 'results.%'`,
	);
	const keyOfRow = (row: Held) => heldClassDay(known, row);
	const others = held.filter((row) => row.has_others === 1 || row.id !== idOfTable(keyOfRow(row)));
	return new Set([...others, ...changed].map(keyOfRow));
}

/**
 * Names the competitors of a class on a day. A row that is here keeps its name; one that an earlier dump had under another id, as the old
 * site made its results anew, gets the id of this dump.
 */
async function competitors({ query, survey, known }: Moving) {
	const rows = await query("SELECT id, day_id, competition_class_id, competitor FROM daily_results");
	const full = (key: string, competitor: unknown) => `${key} ${competitor}`;
	const keyOfRow = (row: Held) => full(heldClassDay(known, row), row.competitor);
	const idOfKey = new Map(rows.map((row) => [keyOfRow(row), String(row.id)]));
	const rowOf = new Map(rows.map((row) => [String(row.id), row]));
	const seen = new Set<string>();
	return (id: string, key: string, said: { readonly name: string; readonly aeroclub: string }) => {
		const held = rowOf.get(id);
		const competitor =
			held && full(key, held.competitor) === keyOfRow(held) && isNameOf(String(held.competitor), said.name)
				? String(held.competitor)
				: keyOf(said, (one) => {
						const holder = idOfKey.get(full(key, one)) ?? id;
						return seen.has(full(key, one)) || (holder !== id && survey.results.has(holder));
					});
		seen.add(full(key, competitor));
		const holder = idOfKey.get(full(key, competitor));
		return { competitor, was: held || holder === id ? undefined : holder };
	};
}

function isNameOf(competitor: string, name: string): boolean {
	return competitor === name || competitor.startsWith(`${name} `);
}

/** Finds the entry of a name: that of the class, or of all classes, where exactly one has it. */
function binder({ known }: Moving) {
	const byName = new Map<string, MovedEntry[]>();
	for (const entry of known.entries.values()) {
		const key = folded(entry.fullName);
		byName.set(key, [...(byName.get(key) ?? []), entry]);
	}
	return (name: string, classId: string): MovedEntry | undefined => {
		const [found, other] = (byName.get(folded(name)) ?? []).filter((entry) => entry.classId === classId);
		return other ? undefined : found;
	};
}

function folded(name: string): string {
	return name.trim().replace(/\s+/g, " ").toLocaleLowerCase("cs");
}

function saidOf(reading: Reading) {
	const name = reading.line("name", limits.name * 2);
	const position = reading.number("position");
	const points = reading.number("points");
	if (name === "" || position === null || points === null) return null;
	return {
		name,
		position,
		points,
		aeroclub: reading.line("aeroclub", limits.aeroclub),
		glider: reading.line("glider", limits.name),
		handicap: reading.number("handicap"),
		totalPoints: reading.number("points_total"),
		totalPosition: reading.number("position_total"),
		flightId: reading.number("flightId"),
	};
}

/** The name joins the days of a competitor. Of two with one name, the second one has the aeroclub behind it, and a third a number. */
function keyOf(
	{ name, aeroclub }: { readonly name: string; readonly aeroclub: string },
	isTaken: (key: string) => boolean,
) {
	if (!isTaken(name)) return name;
	const second = `${name} ${aeroclub}`;
	if (!isTaken(second)) return second;
	let number = 2;
	while (isTaken(`${second} ${number}`)) number += 1;
	return `${second} ${number}`;
}
