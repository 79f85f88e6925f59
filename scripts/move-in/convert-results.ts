import { limits } from "~/lib/forms/limits";
import { dailyResults, resultTables } from "~db/schema";
import { stableId } from "../reference/stable-id";
import { noDay } from "./convert-days";
import { type Collection, leftOut, type MovedEntry, type Moving, updatedAt } from "./moving";
import type { Reading } from "./read-document";
import type { Row, Target } from "./store-rows";

const ofResults: Target = { table: dailyResults, key: ["id"] };
const ofTables: Target = { table: resultTables, key: ["id"] };

export const movedResults: Collection = {
	name: "dailyresults",
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
		const { edition, known, query } = moving;
		const bind = binder(moving);
		const held = await query("SELECT id, day_id, competition_class_id FROM result_sheets");
		const idOfTable = (key: string) => stableId(edition.year, "moved-results", key);
		// Results of other origin, of this site or of a file, stay.
		const ours = new Set<string>(
			held
				.map((row) => [`${row.competition_class_id} ${row.day_id}`, row.id] as const)
				.flatMap(([key, id]) => (id === idOfTable(key) ? [] : [key])),
		);
		const tables = new Map<string, { dayId: string; competitionClassId: string; updatedAt: Date }>();
		const seen = new Set<string>();
		return {
			convert: (reading) => {
				const dayId = reading.reference("day") ?? "";
				if (!known.days.has(dayId)) return noDay;
				const competitionClassId = reading.reference("competitionClass") ?? "";
				if (!known.classes.has(competitionClassId)) return leftOut("its class leads nowhere, or is left out");
				const key = `${competitionClassId} ${dayId}`;
				if (ours.has(key)) return leftOut("this site has results of its class and day");
				const said = saidOf(reading);
				if (said === null) return leftOut("it lacks a name, a position or points");
				const entry = bind(said.name, competitionClassId);
				if (entry?.isErased) return leftOut("its pilot's account was erased here");
				const competitor = keyOf(said, (one) => seen.has(`${key} ${one}`));
				seen.add(`${key} ${competitor}`);
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
				return { rows: [{ target: ofResults, values }] };
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
