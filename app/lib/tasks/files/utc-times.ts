import { instantOf } from "~/lib/editions/prague-time";
import { clockOf, secondsOf } from "../clock-times";

const daySeconds = 86_400;

/** Seconds that Prague is ahead of UTC. @param date local */
function offsetOf(date: string): number {
	return (Date.parse(`${date}T00:00:00Z`) - instantOf(date, 0).getTime()) / 1000;
}

const withinDay = (seconds: number) => (seconds + daySeconds) % daySeconds;

/** "HH:MM:SS" in UTC of a local time "HH:MM:SS". @param date local */
export function utcClockOf(date: string, time: string): string {
	return clockOf(withinDay((secondsOf(time) ?? 0) - offsetOf(date)));
}

/** "HH:MM:SS" in Prague of seconds since midnight in UTC. @param date local */
export function localClockOf(date: string, utcSeconds: number): string {
	return clockOf(withinDay(utcSeconds + offsetOf(date)));
}
