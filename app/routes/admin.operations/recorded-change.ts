/** Objects and lists are JSON. */
export type RecordedValue = string | boolean | null;

export interface RecordedChange {
	readonly field: string;
	/** Undefined when the log does not have it. */
	readonly before?: RecordedValue;
	readonly after?: RecordedValue;
}

/**
 * Fields in the order in which they were recorded.
 * @param before, after columns of the log: an object of the fields, or null
 */
export function recordedChanges(before: unknown, after: unknown): RecordedChange[] {
	const old = fieldsOf(before);
	const current = fieldsOf(after);
	return [...new Set([...old.keys(), ...current.keys()])].map((field) => ({
		field,
		before: old.get(field),
		after: current.get(field),
	}));
}

function fieldsOf(recorded: unknown): Map<string, RecordedValue> {
	return new Map(Object.entries(recorded ?? {}).map(([field, value]) => [field, recordedValue(value)]));
}

function recordedValue(value: unknown): RecordedValue {
	if (value === null || typeof value === "string" || typeof value === "boolean") return value;
	return JSON.stringify(value);
}
