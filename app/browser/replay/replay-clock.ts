import type { Glider } from "./flight";

/** `real`: as it was; `together`: all as if they had started at the same moment. */
export type StartMode = "real" | "together";

/** Seconds before the first start at which a common replay begins. */
const leadIn = 300;

/** The time that the replay shows: seconds since 1970, or since the start of each when all start together. */
export class ReplayClock {
	mode: StartMode = "real";
	time = 0;
	first = 0;
	last = 0;
	isRunning = false;
	/** Seconds of flight for each real second. */
	speed = 60;

	constructor(private readonly gliders: readonly Glider[]) {
		this.choose("real");
	}

	/** Changes the mode; the flight that is looked at stays where it is. */
	choose(mode: StartMode, followed: Glider | null = null): void {
		const flightTime = followed ? this.timeOf(followed) : null;
		this.mode = mode;
		const firsts = this.gliders.map((glider) => (mode === "real" ? glider.first : -leadIn));
		const lasts = this.gliders.map((glider) => glider.last - (mode === "real" ? 0 : glider.begins));
		this.first = Math.min(...firsts);
		this.last = Math.max(...lasts);
		this.moveTo(followed && flightTime !== null ? flightTime - this.offsetOf(followed) : this.opening);
	}

	/** Seconds since 1970 at which a glider is shown. */
	timeOf(glider: Glider): number {
		return this.time + this.offsetOf(glider);
	}

	/** Seconds to add to the clock for the time of a glider. */
	offsetOf(glider: Glider): number {
		return this.mode === "real" ? 0 : glider.begins;
	}

	moveTo(time: number): void {
		this.time = Math.min(this.last, Math.max(this.first, time));
	}

	/** @param seconds since the last call. @returns whether the time has moved */
	run(seconds: number): boolean {
		if (!this.isRunning) return false;
		this.moveTo(this.time + seconds * this.speed);
		if (this.time >= this.last) this.isRunning = false;
		return true;
	}

	/** Half an hour after the first start: by then there is something to see. */
	private get opening(): number {
		const starts = this.gliders.flatMap(({ flight }) => flight.start ?? []);
		const first = this.mode === "together" ? 0 : starts.length > 0 ? Math.min(...starts) : this.first;
		return first + 1_800;
	}
}

const daySeconds = 86_400;

/** The time of the clock in a text such as `14:32:10`; null when it is not a time. Near the ends of a flight the clock stops it. */
export function timeOfText(
	text: string,
	{ first, mode }: Pick<ReplayClock, "first" | "mode">,
): number | null {
	const [, hours, minutes, seconds] = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
	if (hours === undefined) return null;
	const asked = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
	if (mode === "together") return asked;
	const [firstHours = 0, firstMinutes = 0, firstSeconds = 0] = clockText(first, mode).split(":").map(Number);
	const since = asked - (firstHours * 3600 + firstMinutes * 60 + firstSeconds);
	return first + since - daySeconds * Math.round(since / daySeconds);
}

const clockFormat = new Intl.DateTimeFormat("cs", {
	timeZone: "Europe/Prague",
	hour: "2-digit",
	minute: "2-digit",
	second: "2-digit",
});

/** `14:32:10`; since the start `+1:02:10`. */
export function clockText(time: number, mode: StartMode): string {
	if (mode === "real") return clockFormat.format(time * 1000);
	const seconds = Math.round(Math.abs(time));
	const digits = (value: number) => String(value % 60).padStart(2, "0");
	const text = `${Math.floor(seconds / 3600)}:${digits(Math.floor(seconds / 60))}:${digits(seconds)}`;
	return `${time < 0 ? "−" : "+"}${text}`;
}
