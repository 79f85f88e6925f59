import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { exactlyOne, type Write } from "~/lib/db/commit.server";
import { pick } from "~/lib/pick";
import { liveEntries, registrations, users } from "~db/schema";
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
	/** Those that the form began with: what was added or removed elsewhere since stays so. None, and `deviceIds` are all that is left. */
	readonly knownDevices?: readonly string[];
	/** One that is added, if there is room and it is not there yet. */
	readonly added?: string;
	/** Whether the consent is given or taken back; undefined leaves it as it is. One that was given before keeps its time. */
	readonly agrees?: boolean;
}

/** The devices that a form leaves: its own first, so that one that was added elsewhere meanwhile has no room rather than they. */
function mergedDevices(typed: readonly string[], known: readonly string[]): SQL {
	const within = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
	const saved = sql`(SELECT value FROM json_each(${liveEntries.deviceIds}))`;
	const own = sql`SELECT value FROM json_each(${JSON.stringify(typed)}) WHERE value IN ${saved} OR value NOT IN ${within(known)}`;
	const others = sql`SELECT value FROM json_each(${liveEntries.deviceIds}) WHERE value NOT IN ${within([...known, ...typed])}`;
	return sql`(SELECT json_group_array(value) FROM (${own} UNION ALL ${others} LIMIT ${mostDevices}))`;
}

/**
 * Saves devices and consent of the own entry. What is taken back ends at once: visitors' pages are made anew, and what listens
 * forgets the devices. What is not changed is not written, as it may be changed by another page. An account that is erased meanwhile
 * agrees to nothing any more. The audit log has no ids.
 */
export function savingDevices(
	{ db, now, live }: UserCtx,
	registrationId: string,
	{ deviceIds, knownDevices, added, agrees }: Change,
) {
	const { deviceIds: known, agreedAt } = liveEntries;
	const isRoom = sql`json_array_length(${known}) < ${mostDevices} AND ${added ?? ""} NOT IN (SELECT value FROM json_each(${known}))`;
	const set = {
		...(deviceIds && { deviceIds: knownDevices ? mergedDevices(deviceIds, knownDevices) : deviceIds }),
		...(added && { deviceIds: sql`iif(${isRoom}, json_insert(${known}, '$[#]', ${added}), ${known})` }),
		...(agrees !== undefined && { agreedAt: agrees ? sql`coalesce(${agreedAt}, ${now.getTime()})` : null }),
		updatedAt: now,
	};
	const ofNobodyErased = db
		.select({
			registrationId: registrations.id,
			deviceIds: sql`${JSON.stringify(deviceIds ?? (added ? [added] : []))}`.as("device_ids"),
			agreedAt: sql`${agrees ? now.getTime() : null}`.as("agreed_at"),
			updatedAt: sql`${now.getTime()}`.as("updated_at"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(registrations.id, registrationId), isNull(users.erasedAt)));
	return {
		statements: [
			exactlyOne(
				db
					.insert(liveEntries)
					.select(ofNobodyErased)
					.onConflictDoUpdate({ target: liveEntries.registrationId, set }),
			),
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
	return typed || given
		? savingDevices(ctx, registrationId, { deviceIds: typed, knownDevices, agrees: given })
		: null;
}
