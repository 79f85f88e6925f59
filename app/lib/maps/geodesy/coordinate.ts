/** `49° 31.872′ N`, as instruments take it. */
export function coordinate(degrees: number, positive: string, negative: string): string {
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
	return `${Math.floor(thousandths / 60_000)}°\u00A0${minutes}′\u00A0${degrees < 0 ? negative : positive}`;
}
