/** For comparing start numbers: the same one, however its letters and spaces are written. */
export function foldedNumber(startNumber: string): string {
	return startNumber.replace(/\s/g, "").toUpperCase();
}
