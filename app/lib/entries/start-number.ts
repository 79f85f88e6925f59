/** For comparing start numbers, and for joining results by them: the same one, however its letters and spaces are written. */
export function foldedNumber(startNumber: string): string {
	return startNumber.replace(/\s/g, "").toUpperCase();
}
