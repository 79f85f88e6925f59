import { at } from "~/lib/numbers";
import { daySeconds, type FlightLog, momentOf } from "./flight-log";

/** Returns a log whose clock is set by some seconds. Its date is that of its first fix, as of every log. */
export function shiftClock(log: FlightLog, seconds: number): FlightLog {
	const { fixes, date, events } = log;
	if (seconds === 0 || fixes.length === 0) return log;
	const days = Math.floor((at(fixes.times, 0) + seconds) / daySeconds);
	const moved = (time: number) => time + seconds - days * daySeconds;
	return {
		...log,
		date: new Date(momentOf(date, days * daySeconds)).toISOString().slice(0, 10),
		fixes: { ...fixes, times: fixes.times.map(moved) },
		events: events.map(moved),
	};
}
