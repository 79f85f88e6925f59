import { and, eq, isNull, or } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate, isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { addDays } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { competitionClasses, liveEntries, pilotDays, registrations, users } from "~db/schema";

/**
 * Selects the entries that have said something of their devices: they take part today or, as somebody may still be missing, took part
 * yesterday. `byDevice` leaves those whose positions may be kept. @param today local date
 */
export function entriesWithDevices(db: Db, today: string) {
	const day = dayOfDate(today);
	return db
		.select({
			entryId: registrations.id,
			deviceIds: liveEntries.deviceIds,
			agreedAt: liveEntries.agreedAt,
			startNumber: flown.startNumber,
			classType: competitionClasses.type,
			...pick(pilotDays, "status", "statusAt", "launches"),
		})
		.from(liveEntries)
		.innerJoin(registrations, eq(registrations.id, liveEntries.registrationId))
		.leftJoin(pilotDays, isPilotDay(day))
		.innerJoin(competitionClasses, isClassFlown)
		.where(or(takesPart(day), takesPart(dayOfDate(addDays(today, -1)))));
}

export type EntryWithDevices = Awaited<ReturnType<typeof entriesWithDevices>>[number];

/**
 * The devices of entries that have agreed, each with its entry. A device that two entries have is nobody's until one of them gives it up,
 * also where the other one has not agreed: it may be that glider which is heard.
 */
export function byDevice<E extends Pick<EntryWithDevices, "entryId" | "deviceIds" | "agreedAt">>(
	entries: readonly E[],
): ReadonlyMap<string, E> {
	const owners = new Map<string, E | null>();
	for (const entry of entries)
		for (const device of new Set(entry.deviceIds)) owners.set(device, owners.has(device) ? null : entry);
	const found = new Map<string, E>();
	for (const [device, owner] of owners) if (owner && owner.agreedAt !== null) found.set(device, owner);
	return found;
}

/** Selects the devices of all accepted entries with the names of their pilots, for `sharedDevices`. */
export function devicesOfAccepted(db: Db) {
	return db
		.select({
			entryId: registrations.id,
			startNumber: registrations.startNumber,
			...pick(users, "name", "surname"),
			...pick(liveEntries, "deviceIds", "agreedAt"),
		})
		.from(liveEntries)
		.innerJoin(registrations, eq(registrations.id, liveEntries.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.accepted, true), isNull(registrations.withdrawnFrom)))
		.orderBy(registrations.startNumber);
}

/**
 * The devices that several entries have, each with those entries: none of them is shown by it. Where nobody has agreed, nobody would be
 * shown anyway.
 */
export function sharedDevices(entries: Awaited<ReturnType<typeof devicesOfAccepted>>) {
	const devices = [...new Set(entries.flatMap(({ deviceIds }) => deviceIds))];
	return devices
		.map((device) => ({ device, entries: entries.filter(({ deviceIds }) => deviceIds.includes(device)) }))
		.filter(
			(shared) => shared.entries.length > 1 && shared.entries.some(({ agreedAt }) => agreedAt !== null),
		);
}
