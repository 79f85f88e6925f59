import { and, eq, isNotNull, or } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate, isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { addDays } from "~/lib/editions/prague-time";
import { competitionClasses, liveEntries, pilotDays, registrations } from "~db/schema";

/**
 * Selects the entries whose positions may be kept: they take part today or, as somebody may still be missing, took part yesterday, and
 * have agreed. @param today local date
 */
export function agreedEntries(db: Db, today: string) {
	const day = dayOfDate(today);
	return db
		.select({
			entryId: registrations.id,
			deviceIds: liveEntries.deviceIds,
			startNumber: flown.startNumber,
			classType: competitionClasses.type,
			status: pilotDays.status,
		})
		.from(liveEntries)
		.innerJoin(registrations, eq(registrations.id, liveEntries.registrationId))
		.leftJoin(pilotDays, isPilotDay(day))
		.innerJoin(competitionClasses, isClassFlown)
		.where(
			and(isNotNull(liveEntries.agreedAt), or(takesPart(day), takesPart(dayOfDate(addDays(today, -1))))),
		);
}

export type AgreedEntry = Awaited<ReturnType<typeof agreedEntries>>[number];

/** Their devices, each with its entry. A device that two entries have is nobody's until one of them gives it up. */
export function byDevice<E extends Pick<AgreedEntry, "entryId" | "deviceIds">>(
	entries: readonly E[],
): ReadonlyMap<string, E> {
	const found = new Map<string, E>();
	const shared = new Set<string>();
	for (const entry of entries) {
		for (const device of new Set(entry.deviceIds)) {
			if (found.has(device)) shared.add(device);
			else found.set(device, entry);
		}
	}
	for (const device of shared) found.delete(device);
	return found;
}
