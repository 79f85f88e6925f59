import type { TFunction } from "i18next";
import type { RequestedChange } from "~db/schema";

/** Fields of an accepted entry that only change with an organiser's consent, and their columns, in the order of the form. */
const columnOf = {
	competitionClass: "competitionClassId",
	gliderType: "gliderTypeId",
	registrationNumber: "registrationNumber",
	startNumber: "startNumber",
	hasEngine: "hasEngine",
	secondPilot: "secondPilot",
} as const satisfies Record<string, keyof RequestedChange>;

type ConsentField = keyof typeof columnOf;
type Values = Required<RequestedChange>;

/**
 * Splits new values into those that the competitor may change alone and those that differ and need consent. `requested` is null
 * when nothing needs it.
 */
export function partByConsent<V extends Values>(entry: Values, values: V) {
	const { competitionClassId, gliderTypeId, registrationNumber, startNumber, hasEngine, ...others } = values;
	const { secondPilot, ...free } = others;
	const wanted = {
		competitionClassId,
		gliderTypeId,
		registrationNumber,
		startNumber,
		hasEngine,
		secondPilot,
	};
	const different = Object.entries(wanted).filter(
		([column, value]) => value !== entry[column as keyof Values],
	);
	const requested: RequestedChange | null = different.length > 0 ? Object.fromEntries(different) : null;
	return { free, requested };
}

/** A field before and after a change. The value is the type of a class, the name of a glider, or "on" or "" for an engine. */
export type ChangedField = {
	readonly field: ConsentField;
	readonly before: string;
	readonly after: string;
};

interface Names {
	readonly classes: readonly { readonly id: string; readonly type: string }[];
	readonly gliderTypes: readonly { readonly id: string; readonly name: string }[];
}

export function changedFields(
	entry: Values,
	requested: RequestedChange,
	{ classes, gliderTypes }: Names,
): readonly ChangedField[] {
	const shown = (field: ConsentField, value: string | boolean | null): string => {
		if (value === null) return "–";
		if (typeof value === "boolean") return value ? "on" : "";
		if (field === "competitionClass") return classes.find(({ id }) => id === value)?.type ?? "";
		if (field === "gliderType") return gliderTypes.find(({ id }) => id === value)?.name ?? "";
		return value;
	};
	return (Object.keys(columnOf) as ConsentField[]).flatMap((field) => {
		const value = requested[columnOf[field]];
		return value === undefined
			? []
			: [{ field, before: shown(field, entry[columnOf[field]]), after: shown(field, value) }];
	});
}

/** The text that people read for a value of a changed field. @param nameOf returns the name that people use for a class */
export function changeText(
	t: TFunction,
	nameOf: (classType: string) => string,
	field: string,
	value: string,
): string {
	if (field === "competitionClass") return nameOf(value);
	if (field === "hasEngine") return t(value ? "common.yes" : "common.no");
	return value;
}
