import { type Crew, crews } from "~db/enums";
import type { Edition } from "~editions/schema";

/**
 * Who of an entry with two pilots can have flown on a day. Only where the edition allows it, two share one glider on alternate days; else
 * the second pilot sits beside the first.
 */
export function possibleCrews({ sharedEntries = false }: Pick<Edition, "sharedEntries">): readonly Crew[] {
	return crews.filter((crew) => crew !== "second" || sharedEntries);
}

interface Manned {
	readonly name: string;
	/** Name of the second pilot; null without one. */
	readonly secondPilot?: string | null;
	/** Who has flown; null when nobody has said it. */
	readonly crew?: Crew | null;
}

/** The names of who flies with an entry, one or two. */
export function crewNames({ name, secondPilot = null, crew = null }: Manned): readonly [string, string?] {
	if (secondPilot === null || crew === "first") return [name];
	return crew === "second" ? [secondPilot] : [name, secondPilot];
}

export const crewText = (of: Manned) => crewNames(of).join(" / ");
