import { instantOf } from "./prague-time";

/** Seconds of "HH:MM:SS" or "HH:MM"; null for anything else. */
export function secondsOf(text: string | null): number | null {
	const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text?.trim() ?? "");
	if (!parts) return null;
	const [hours, minutes, seconds] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)];
	return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** "2:11:20", rounded to whole seconds. */
export function hoursMinutesSeconds(seconds: number): string {
	const whole = Math.round(seconds);
	const [hours, ...rest] = [whole / 3600, (whole / 60) % 60, whole % 60].map(Math.floor);
	return [hours, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** "8:20" minutes, and "8" for whole ones. @param seconds whole */
export function minutesAndSeconds(seconds: number): string {
	const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
	return rest === 0 ? String(minutes) : `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** "12:30" of "12:30:00"; seconds stay where there are some. */
export function shortTime(time: string): string {
	return time.replace(/:00$/, "");
}

/** "HH:MM:SS". */
export function clockOf(seconds: number): string {
	return hoursMinutesSeconds(seconds).padStart(8, "0");
}

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
