import type { registrations } from "~db/schema";
import { addedFields, type EntryInput } from "./entry-schema";

type Row = typeof registrations.$inferSelect;

type Added = Pick<Row, keyof typeof addedFields>;

/** The values of fields that an older client leaves out. They stay as they are, or are empty in a new entry. */
function addedValues(input: Partial<Added>, kept: Added | null): Added {
	const names = Object.keys(addedFields) as (keyof Added)[];
	const values = names.map((name) => [
		name,
		input[name] === undefined ? (kept?.[name] ?? null) : input[name],
	]);
	return Object.fromEntries(values);
}

/** @param kept the entry, whose values stay where the input has none; null for a new one */
export function columnsOf(input: EntryInput, kept: Added | null) {
	const { region, gliderType, competitionClass, accommodationType, ...others } = input;
	// Devices are no columns of the entry.
	const { version: _, deviceIds: __, knownDevices: ___, agrees: ____, ...same } = others;
	return {
		...same,
		...addedValues(input, kept),
		regionId: region,
		gliderTypeId: gliderType,
		competitionClassId: competitionClass,
		accommodationTypeId: accommodationType,
	} satisfies Partial<Row>;
}

type Value = string | number | boolean | null;

/** The columns whose values differ from the row's, before and after; null when none differs. */
export function differences<Values extends Partial<Record<keyof Row, Value>>>(row: Row, values: Values) {
	const before: Record<string, Value> = {};
	const after: Record<string, Value> = {};
	for (const [name, value] of Object.entries(values) as [keyof Values & keyof Row, Value][]) {
		const old = row[name];
		if (old === value || (typeof old === "object" && old !== null)) continue;
		before[name] = old;
		after[name] = value;
	}
	return Object.keys(after).length > 0 ? { before, after } : null;
}
