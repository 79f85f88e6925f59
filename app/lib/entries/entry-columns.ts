import type { registrations } from "~db/schema";
import type { EntryInput } from "./entry-schema";

type Row = typeof registrations.$inferSelect;

/** @param kept the entry, whose values stay where the input has none; null for a new one */
export function columnsOf(input: EntryInput, kept: Pick<Row, "nation" | "secondPilot"> | null) {
	const { region, gliderType, competitionClass, accommodationType, version: _, ...same } = input;
	const { nation = kept?.nation ?? null, secondPilot = kept?.secondPilot ?? null } = input;
	return {
		...same,
		nation,
		secondPilot,
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
