import { dayPath } from "~/lib/editions/day-path";
import type { ClassType } from "~db/enums";
import type { Edition } from "~editions/schema";

/** The replay of a class on a day. @param date local */
export function replayPath(
	edition: Pick<Edition, "competition">,
	date: string,
	classType: ClassType,
): string {
	return `${dayPath(edition, date)}/replay?class=${classType}`;
}

/** The flights of a class, packed. The address changes with what they are made of. */
export function packPath(digest: string): string {
	return `/replays/${digest}`;
}
