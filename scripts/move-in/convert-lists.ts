import { apiNameOfClass } from "~/lib/editions/classes";
import { handicapOf } from "~/lib/entries/gliders";
import { limits } from "~/lib/forms/limits";
import { accommodationTypes, competitionClasses, gliderTypes, regions } from "~db/schema";
import { type Collection, leftOut, type Moving } from "./moving";
import type { Reading } from "./read-document";
import type { Held, Target } from "./store-rows";

/*
 * The lists of an edition. A row that is there, by the site's own reference data, gets the id of the document that says the same.
 */

const ofRegions: Target = { table: regions, key: ["id"], kept: ["country"] };
const ofClasses: Target = { table: competitionClasses, key: ["id"], kept: ["name", "referenceIndex"] };
const ofGliderTypes: Target = { table: gliderTypes, key: ["id"] };
const ofAccommodation: Target = { table: accommodationTypes, key: ["id"] };

/** Finds the row that a document is, and says which id it has so far. Each row is found once. */
function matcher(rows: readonly Held[]) {
	const free = new Set(rows);
	return (id: string, isSame: (row: Held) => boolean) => {
		const row = rows.find((one) => one.id === id) ?? [...free].find(isSame);
		if (!row || !free.has(row)) return { row: undefined, was: undefined };
		free.delete(row);
		return { row, was: row.id === id ? undefined : String(row.id) };
	};
}

const noName = leftOut("it has no name");

export const movedRegions: Collection = {
	name: "regions",
	held: "SELECT id FROM regions",
	fields: ["name"],
	begin: async ({ edition, query, known }) => {
		const match = matcher(await query("SELECT id, name, country FROM regions"));
		return {
			convert: (reading) => {
				const name = reading.line("name", limits.name);
				if (name === "") return noName;
				const { row, was } = match(reading.id, (one) => one.name === name);
				const country = row?.country ?? edition.regions.find(({ key }) => key === name)?.country;
				if (country === undefined) reading.note("its country is taken for Czechia");
				known.regions.add(reading.id);
				return {
					rows: [{ target: ofRegions, values: { id: reading.id, name, country: country ?? "CZ" }, was }],
				};
			},
		};
	},
};

export const movedAccommodation: Collection = {
	name: "accomodationtypes",
	held: "SELECT id FROM accommodation_types",
	fields: ["name"],
	begin: async ({ query, known }) => {
		const match = matcher(await query("SELECT id, name FROM accommodation_types"));
		return {
			convert: (reading) => {
				const name = reading.line("name", limits.name);
				if (name === "") return noName;
				const { was } = match(reading.id, (one) => one.name === name);
				known.accommodation.set(reading.id, name);
				return { rows: [{ target: ofAccommodation, values: { id: reading.id, name }, was }] };
			},
		};
	},
};

export const movedClasses: Collection = {
	name: "competitionclasses",
	held: "SELECT id FROM competition_classes",
	fields: ["name", "type", "soaringSpotId"],
	begin: async ({ edition, query, known }) => {
		const held = await query("SELECT id, name, type, reference_index FROM competition_classes");
		const match = matcher(held);
		const taken = new Map(held.map((row) => [String(row.type), String(row.id)]));
		return {
			convert: (reading) => {
				const name = reading.line("name", limits.name);
				const type = reading.line("type", limits.name);
				const { row, was } = match(
					reading.id,
					(one) => one.type === type || (type === "" && one.name === name),
				);
				const ofEdition = edition.classes.find((one) => one.type === (row?.type ?? type));
				if (!row && !ofEdition) return leftOut("the edition has no class of its type");
				const values = {
					id: reading.id,
					name: row ? String(row.name) : ofEdition ? apiNameOfClass(ofEdition) : name,
					type: row ? String(row.type) : type,
					referenceIndex: row ? Number(row.reference_index) : (ofEdition?.referenceIndex ?? 100),
				};
				const holder = taken.get(values.type);
				if (holder !== undefined && holder !== reading.id && holder !== was)
					return leftOut("another class has its type");
				taken.set(values.type, reading.id);
				if (name !== values.name) reading.note("its name is the one that the edition has", "name", name);
				if (reading.has("soaringSpotId"))
					reading.note(
						"soaringSpotId is not kept here",
						"soaringSpotId",
						reading.line("soaringSpotId", limits.url),
					);
				known.classes.set(reading.id, values.type);
				if (was !== undefined) known.renamed.set(was, reading.id);
				return { rows: [{ target: ofClasses, values, was }] };
			},
		};
	},
};

export const movedGliderTypes: Collection = {
	name: "glidertypes",
	held: "SELECT id FROM glider_types",
	fields: ["name", "index", "handicap", "competitionClassType"],
	begin: async (moving) => {
		const { query, known } = moving;
		const held = await query('SELECT id, name, "index", competition_class_type AS type FROM glider_types');
		const match = matcher(held);
		const taken = new Map(held.map((row) => [`${row.type}/${row.name}`, String(row.id)]));
		const imported = await query(
			`SELECT json_extract(value, '$.classType') AS type, json_extract(value, '$.name') AS name
			FROM audit_log, json_each(after, '$.changes') WHERE action = 'glider-types.import'`,
		);
		const changedHere = new Set(imported.map((row) => `${row.type}/${row.name}`));
		return {
			convert: (reading) => {
				const name = reading.line("name", limits.name);
				const index = reading.number("index");
				if (name === "") return noName;
				const stated = reading.line("competitionClassType", limits.name);
				const type = stated || classTypeOf(moving, reading.id, name, held);
				if (type === undefined) return leftOut("nobody flies it, and no class is known for it");
				const { row, was } = match(reading.id, (one) => one.name === name && one.type === type);
				const value = index ?? (row ? Number(row.index) : null);
				if (value === null || value <= 0) return leftOut("it has no index");
				const holder = taken.get(`${type}/${name}`);
				if (holder !== undefined && holder !== reading.id && holder !== was)
					return leftOut("another type of glider has its name and class");
				taken.set(`${type}/${name}`, reading.id);
				noteHandicap(moving, reading, type, value);
				known.gliderTypes.add(reading.id);
				const values = { id: reading.id, name, index: value, competitionClassType: type };
				const isOurs = changedHere.has(`${type}/${name}`);
				return { rows: [{ target: ofGliderTypes, values, was, isOurs }] };
			},
		};
	},
};

/** The class whose entries fly a type, else the one in which the site has it. */
function classTypeOf({ survey, known }: Moving, id: string, name: string, held: readonly Held[]) {
	const flownIn = survey.classOfGlider.get(id);
	const type = flownIn === undefined ? undefined : known.classes.get(flownIn);
	const named = held.find((row) => row.name === name);
	return type ?? (named ? String(named.type) : undefined);
}

/** The site makes handicaps of indices: another one holds for the days that were flown, and not for the list. */
function noteHandicap({ edition, known }: Moving, reading: Reading, type: string, index: number): void {
	const handicap = reading.number("handicap");
	const ours = handicapOf(index, edition.classes.find((one) => one.type === type)?.referenceIndex ?? null);
	if (handicap === null || handicap <= 0 || handicap === ours) return;
	reading.note("the days flown keep its handicap, the list has the one of its index", "handicap", handicap);
	known.handicaps.set(reading.id, handicap);
}
