import { eq, sql } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { Write } from "~/lib/db/commit.server";
import { pick } from "~/lib/pick";
import { liveEntries, registrations } from "~db/schema";
import { mostDevices } from "./entry-devices";
import type { EntryInput } from "./entry-schema";

/** Selects the devices and the consent of a user's entry; no row before anything was said. */
export function devicesOfUser(db: Db, userId: string) {
	return db
		.select(pick(liveEntries, "registrationId", "deviceIds", "agreedAt"))
		.from(liveEntries)
		.innerJoin(registrations, eq(registrations.id, liveEntries.registrationId))
		.where(eq(registrations.userId, userId));
}

interface Change {
	/** All of them; none leaves them as they are. */
	readonly deviceIds?: readonly string[];
	/** One that is added, if there is room and it is not there yet. */
	readonly added?: string;
	/** Whether the consent is given or taken back; undefined leaves it as it is. One that was given before keeps its time. */
	readonly agrees?: boolean;
}

/**
 * Saves devices and consent of the own entry. What is taken back ends at once: visitors' pages are made anew, and what listens
 * forgets the devices. What is not changed is not written, as it may be changed by another page. The audit log has no ids.
 */
export function savingDevices(
	{ db, now, live }: UserCtx,
	registrationId: string,
	{ deviceIds, added, agrees }: Change,
) {
	const { deviceIds: known, agreedAt } = liveEntries;
	const isRoom = sql`json_array_length(${known}) < ${mostDevices} AND ${added ?? ""} NOT IN (SELECT value FROM json_each(${known}))`;
	const set = {
		...(deviceIds && { deviceIds }),
		...(added && { deviceIds: sql`iif(${isRoom}, json_insert(${known}, '$[#]', ${added}), ${known})` }),
		...(agrees !== undefined && { agreedAt: agrees ? sql`coalesce(${agreedAt}, ${now.getTime()})` : null }),
		updatedAt: now,
	};
	const first = { deviceIds: deviceIds ?? (added ? [added] : []), agreedAt: agrees ? now : null };
	return {
		statements: [
			db
				.insert(liveEntries)
				.values({ registrationId, ...first, updatedAt: now })
				.onConflictDoUpdate({ target: liveEntries.registrationId, set }),
		],
		audit: [
			{
				action: "live-entry.save",
				subjectId: registrationId,
				after: {
					...(agrees !== undefined && { agrees }),
					...(deviceIds && { devices: deviceIds.length }),
					...(added && { added: 1 }),
				},
			},
		],
		effects: [{ kind: "devices-changed" }],
		// Where nothing is shown, nothing changes.
		visible: live !== null,
	} as const satisfies Write;
}

/**
 * Saves what an entry says of its devices; null where that is nothing new.
 * @param before what is saved
 */
export function savingDevicesOf(
	ctx: UserCtx,
	registrationId: string,
	before: { readonly deviceIds: readonly string[]; readonly agreedAt: Date | null } | null,
	{ deviceIds, knownDevices, agrees }: Pick<EntryInput, "deviceIds" | "knownDevices" | "agrees">,
) {
	const kept = before?.deviceIds.join() ?? "";
	const typed =
		deviceIds?.join() === knownDevices?.join() || deviceIds?.join() === kept ? undefined : deviceIds;
	const given = agrees && !before?.agreedAt ? true : undefined;
	return typed || given ? savingDevices(ctx, registrationId, { deviceIds: typed, agrees: given }) : null;
}
