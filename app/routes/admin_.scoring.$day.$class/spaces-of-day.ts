import { plainName } from "~/lib/tasks/airspace/airspace";
import type { Finding } from "~db/schema";

interface SpaceOfDay {
	readonly name: string;
	readonly isInactive: boolean;
}

/** The spaces a scorer can switch, by name. @param inactive names as the briefing has them */
export function spacesOfDay(findings: readonly Finding[], inactive: readonly string[]): SpaceOfDay[] {
	const entered = findings.flatMap(({ space }) => (space ? { name: space.name, isInactive: false } : []));
	const all = [...entered, ...inactive.map((name) => ({ name, isInactive: true }))];
	const byName = new Map(all.map((space) => [plainName(space.name), space]));
	return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
