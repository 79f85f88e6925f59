import type { TaskRules } from "~db/schema";
import { clockOf, secondsOf } from "../clock-times";
import { metresOf } from "./cup-fields";
import { complaintAbout } from "./found-task";

type Options = ReadonlyMap<string, string>;

/** Seconds; null where the option is absent, a complaint where it is no time of a day. */
export function timeOption(options: Options, name: string): number | string | null {
	const text = options.get(name);
	return text === undefined || text === "" ? null : (secondsOf(text) ?? complaintAbout("time", text));
}

/** Metres; null where the option is absent or 0, which is no limit. */
export function altitudeOption(options: Options, name: string): number | null {
	const metres = Math.round(metresOf(options.get(name) ?? "") ?? 0);
	return metres > 0 ? metres : null;
}

interface Stated {
	/** As `timeOption` finds it. */
	readonly startOpens: number | string | null;
	readonly highestStart: number | null;
	readonly lowestFinish: number | null;
}

/** Midnight is no opening time. */
export function statedRules({ startOpens, highestStart, lowestFinish }: Stated): Partial<TaskRules> {
	return {
		...(typeof startOpens === "number" && startOpens > 0 ? { startOpens: clockOf(startOpens) } : {}),
		...(highestStart === null ? {} : { startAltitudeM: highestStart }),
		...(lowestFinish === null ? {} : { finishAltitudeM: lowestFinish }),
	};
}
