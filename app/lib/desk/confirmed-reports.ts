import { groupedBy } from "~/lib/grouped-by";
import { isConfirmed } from "~/lib/whose-word";
import type { Outlanding } from "./outlandings-queries.server";

/** So many unconfirmed reports of a pilot are shown. Of the rest there is a number. */
const mostUnconfirmed = 3;

type OfPilot = Pick<Outlanding, "registrationId" | "dayId">;

/** Returns the reports of each pilot on each day, in their order. */
export function byPilot<O extends OfPilot>(reports: readonly O[]): [O, ...O[]][] {
	return [...groupedBy(reports, ({ dayId, registrationId }) => `${dayId} ${registrationId}`).values()];
}

/** Returns the report that counts of each pilot on each day: the first confirmed one. @param reports sorted, the newest first */
export function countsAmong<O extends OfPilot & Pick<Outlanding, "standing">>(
	reports: readonly O[],
): readonly O[] {
	return byPilot(reports.filter(isConfirmed)).map(([first]) => first);
}

/** The unconfirmed reports of a pilot. */
export interface Unconfirmed<O> {
	readonly shown: readonly O[];
	/** Number of the rest. */
	readonly more: number;
}

/**
 * Returns the reports of a pilot that nobody has confirmed, the newest three. Those of the pilot and of the desk come first: a stranger
 * could push them out.
 * @param reports of one pilot and none of them dismissed, sorted, the newest first
 */
export function unconfirmedAmong<O extends Pick<Outlanding, "standing" | "sender">>(
	reports: readonly O[],
	most = mostUnconfirmed,
): Unconfirmed<O> {
	const open = reports
		.filter((report) => !isConfirmed(report))
		.toSorted((one, other) => Number(one.sender === "other") - Number(other.sender === "other"));
	return { shown: open.slice(0, most), more: Math.max(0, open.length - most) };
}
