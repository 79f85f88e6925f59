import { eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import type { Write } from "~/lib/db/commit.server";
import { pick } from "~/lib/pick";
import { liveEntries, registrations } from "~db/schema";
import type { EntryInput } from "./entry-schema";

/** Selects the devices and the consent of a user's entry; no row before anything was said. */
export function devicesOfUser(db: Db, userId: string) {
	return db
		.select(pick(liveEntries, "registrationId", "deviceIds", "agreedAt"))
		.from(liveEntries)
		.innerJoin(registrations, eq(registrations.id, liveEntries.registrationId))
		.where(eq(registrations.userId, userId));
}

interface Said {
	readonly deviceIds: readonly string[];
	/** Null without consent. */
	readonly agreedAt: Date | null;
}

/**
 * Saves devices and consent of the own entry. What is taken back ends at once: visitors' pages are made anew, and what listens
 * forgets the devices. The audit log has no ids.
 */
export function savingDevices({ db, now, live }: UserCtx, registrationId: string, said: Said) {
	const set = { ...said, updatedAt: now };
	const after = { agrees: said.agreedAt !== null, devices: said.deviceIds.length };
	return {
		statements: [
			db
				.insert(liveEntries)
				.values({ registrationId, ...set })
				.onConflictDoUpdate({ target: liveEntries.registrationId, set }),
		],
		audit: [{ action: "live-entry.save", subjectId: registrationId, after }],
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
	before: Said | null,
	{ deviceIds, knownDevices, agrees }: Pick<EntryInput, "deviceIds" | "knownDevices" | "agrees">,
) {
	const kept = { deviceIds: before?.deviceIds ?? [], agreedAt: before?.agreedAt ?? null };
	const isTyped = deviceIds !== undefined && deviceIds.join() !== knownDevices?.join();
	const said = {
		deviceIds: isTyped ? deviceIds : kept.deviceIds,
		agreedAt: kept.agreedAt ?? (agrees ? ctx.now : null),
	};
	const isSame = said.agreedAt === kept.agreedAt && said.deviceIds.join() === kept.deviceIds.join();
	return isSame ? null : savingDevices(ctx, registrationId, said);
}
