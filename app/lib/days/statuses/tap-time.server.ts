import { isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { pilotDays } from "~db/schema";

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
	/** Those noted on the grid, in milliseconds; null without any. */
	readonly launches: readonly number[] | null;
}

/**
 * Whether somebody has set the status or noted a launch after a tap, which then leaves the status. A status by nobody, as at the beginning
 * and after a launch that was taken back, says nothing about where a pilot is.
 */
export function isSaidAfter({ statusAt, statusBy, launches }: Said, tap: Date): boolean {
	const saidAt = statusBy === null ? 0 : (statusAt?.getTime() ?? 0);
	return isLaterThanTap(Math.max(saidAt, launches?.at(-1) ?? 0), tap);
}

/** Condition: nobody has set the status after a tap. */
export const isNotSaidAfter = (tap: Date) =>
	or(isNull(pilotDays.statusBy), lte(pilotDays.statusAt, new Date(tap.getTime() + aMoment)));
