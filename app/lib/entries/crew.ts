import type { Crew } from "~db/enums";

interface Manned {
	readonly name: string;
	/** Name of the second pilot; null without one. */
	readonly secondPilot?: string | null;
	/** Who has flown; null when nobody has said it. */
	readonly crew?: Crew | null;
}

/** The names of who flies with an entry. */
export function crewText({ name, secondPilot = null, crew = null }: Manned): string {
	if (secondPilot === null || crew === "first") return name;
	return crew === "second" ? secondPilot : `${name} / ${secondPilot}`;
}
