/** `14:05`. */
export const timeOfDay = (time: Date) => inPrague(time, { hour: "2-digit", minute: "2-digit" });

/** `14. 7. 2025 14:05`. */
export const dateAndTime = (time: Date) => inPrague(time, { dateStyle: "medium", timeStyle: "short" });

function inPrague(time: Date, format: Intl.DateTimeFormatOptions): string {
	const locale = document.documentElement.lang === "cs" ? "cs" : "en-GB";
	return time.toLocaleString(locale, { ...format, timeZone: "Europe/Prague" });
}
