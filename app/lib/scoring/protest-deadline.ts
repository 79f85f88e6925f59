import type { Edition } from "~editions/schema";

const hourMilliseconds = 60 * 60 * 1000;

/**
 * The end of the protest time.
 * @param date local date of the day: the last one has a time of its own
 * @param since when the results became unofficial, or their points changed
 */
export function protestTimeEnds(
	{ competition: { to }, protests }: Pick<Edition, "competition" | "protests">,
	date: string,
	since: Date,
): Date {
	const hours = date === to ? protests.lastDayHours : protests.hours;
	return new Date(since.getTime() + hours * hourMilliseconds);
}
