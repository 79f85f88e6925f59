/** Every system takes ASCII letters, digits and dashes in a file name. */
function safeNumber(startNumber: string): string {
	const plain = startNumber
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.replace(/^-|-$/g, "");
	return plain.slice(0, 32) || "x";
}

/**
 * `2025-07-15_7K.igc`; the second of the day is `2025-07-15_7K_2.igc`.
 * @param day `YYYY-MM-DD`
 * @param startNumber any text
 */
export function downloadName(day: string, startNumber: string, ordinal = 1): string {
	return `${day}_${safeNumber(startNumber)}${ordinal > 1 ? `_${ordinal}` : ""}.igc`;
}

/** Names of the files of one archive, in order; they differ even where case does not count. */
export function downloadNames(
	logs: readonly { readonly day: string; readonly startNumber: string }[],
): string[] {
	const taken = new Map<string, number>();
	return logs.map(({ day, startNumber }) => {
		const key = downloadName(day, startNumber).toLowerCase();
		const ordinal = (taken.get(key) ?? 0) + 1;
		taken.set(key, ordinal);
		return downloadName(day, startNumber, ordinal);
	});
}
