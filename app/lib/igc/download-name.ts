/** A start number as part of a file name on every system: ASCII letters, digits and dashes. */
function safeNumber(startNumber: string): string {
	const plain = startNumber
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.replace(/^-|-$/g, "");
	return plain.slice(0, 32) || "x";
}

/**
 * Name of a pilot's log for download: `2025-07-15_7K.igc`, the second of the day `2025-07-15_7K_2.igc`.
 * `day` is `YYYY-MM-DD`; the start number may be any text.
 */
export function downloadName(day: string, startNumber: string, ordinal = 1): string {
	return `${day}_${safeNumber(startNumber)}${ordinal > 1 ? `_${ordinal}` : ""}.igc`;
}

/** Names for several logs in one place (a ZIP file), in order, no two alike even where case does not count. */
export function downloadNames(logs: readonly { day: string; startNumber: string }[]): string[] {
	const taken = new Map<string, number>();
	return logs.map(({ day, startNumber }) => {
		const key = downloadName(day, startNumber).toLowerCase();
		const ordinal = (taken.get(key) ?? 0) + 1;
		taken.set(key, ordinal);
		return downloadName(day, startNumber, ordinal);
	});
}
