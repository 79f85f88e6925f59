/**
 * New data with every part of the old data that says the same, so that what is drawn of such a part need not be drawn again. Parts are
 * plain objects, arrays and dates; those of an array are compared by their places.
 */
export function keepEqual<T>(before: unknown, after: T): T {
	if (before instanceof Date && after instanceof Date) {
		return before.getTime() === after.getTime() ? (before as T) : after;
	}
	if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return after;
	const parts = Object.entries(after).map(([key, part]) => [key, keepEqual(before[key], part)] as const);
	const isSame =
		parts.length === Object.keys(before).length &&
		parts.every(([key, part]) => Object.is(part, before[key]) && key in before);
	if (isSame) return before as T;
	return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== "object" || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === Array.prototype;
}
