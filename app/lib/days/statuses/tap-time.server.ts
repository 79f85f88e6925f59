import { isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { competitorStatuses } from "~db/schema";

/** When a tap was made. @param waited milliseconds for which it has waited in a browser */
export function tappedAt({ now }: Pick<Ctx, "now">, waited: number | null | undefined): Date {
	return new Date(now.getTime() - (waited ?? 0));
}

/** Milliseconds. Within them nobody flies and lands; clocks show full seconds, and a tap is a while on its way. */
const aMoment = 60_000;

/** Whether something happened so long after a tap that its sender has not seen it. @param other in milliseconds */
export const isLaterThanTap = (other: number, tap: Date) => other > tap.getTime() + aMoment;

interface Said {
	readonly statusAt: Date | null;
	readonly statusBy: string | null;
}

/**
 * Whether somebody has set the status after a tap, which then leaves it. A status by nobody, as at the beginning and after a launch that was
 * taken back, says nothing about where a pilot is.
 */
export function isSaidAfter({ statusAt, statusBy }: Said, tap: Date): boolean {
	return statusBy !== null && statusAt !== null && isLaterThanTap(statusAt.getTime(), tap);
}

/** Condition: `isSaidAfter` is false. */
export const isNotSaidAfter = (tap: Date) =>
	or(
		isNull(competitorStatuses.updatedBy),
		lte(competitorStatuses.updatedAt, new Date(tap.getTime() + aMoment)),
	);
