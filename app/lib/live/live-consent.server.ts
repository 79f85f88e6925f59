import { and, desc, eq } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { mostDevices } from "~/lib/entries/entry-devices";
import { devicesOfUser, savingDevices } from "~/lib/entries/save-devices.server";
import { readObject } from "~/lib/files/object-storage.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";

type Saved = Result<null, "registration-missing">;

/** Saves what the page of the own entry says anew of devices and consent. */
export function saveLiveEntry(
	ctx: UserCtx,
	change: Pick<Change, "deviceIds" | "knownDevices" | "agrees">,
): Promise<Saved> {
	const isNew = change.deviceIds !== undefined || change.agrees !== undefined;
	return saveDevices(ctx, async () => (isNew ? change : null));
}

/** Takes back the consent of the own entry; its devices stay in it. */
export function withdrawLiveConsent(ctx: UserCtx): Promise<Saved> {
	return saveDevices(ctx, async () => ({ agrees: false }));
}

/** Adds a device that a log of the own entry has named. */
export function confirmDevice(ctx: UserCtx, device: string): Promise<Saved> {
	return saveDevices(ctx, async (entryId) => {
		const [row] = await devicesOfUser(ctx.db, ctx.actor.id);
		const proposed = await proposedDevices(ctx, entryId, row?.deviceIds ?? []);
		return proposed.includes(device) ? { added: device } : null;
	});
}

type Change = Parameters<typeof savingDevices>[2];

/** @param changeOf what is saved; null for nothing */
async function saveDevices(
	ctx: UserCtx,
	changeOf: (entryId: string) => Promise<Change | null>,
): Promise<Saved> {
	const [entry] = await entryOfUser(ctx.db, ctx.actor.id);
	if (!entry) return refuse("registration-missing");
	const change = await changeOf(entry.id);
	const committed = change ? await commit(ctx, savingDevices(ctx, entry.id, change)) : null;
	return committed?.ok === false ? refuse("registration-missing") : done(null);
}

/** The recorder's own words for the FLARM in it, of FLARM and of LX; docs/formats.md, 12. */
const deviceInLog = /^(?:LFLA\d{6}ID \d |LLXVFLARM:LXV,[^,\r\n]*,)([0-9A-F]{6})\b/gim;

/** Devices that the newest own log names, and the entry has room for and does not have yet. */
export async function proposedDevices(
	ctx: UserCtx,
	registrationId: string,
	known: readonly string[],
): Promise<readonly string[]> {
	const [log] = await ctx.db
		.select({ key: igcFileVersions.key })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(
			and(
				eq(igcFiles.registrationId, registrationId),
				eq(igcFileVersions.uploadedBy, ctx.actor.id),
				eq(igcFileVersions.state, "ready"),
			),
		)
		.orderBy(desc(igcFileVersions.createdAt))
		.limit(1);
	const object = log && (await readObject(ctx, log.key));
	if (!object?.ok) return [];
	const text = new TextDecoder("latin1").decode(await object.value.arrayBuffer());
	const named = [...text.matchAll(deviceInLog)].map(([, device = ""]) => device.toUpperCase());
	const others = [...new Set(named)].filter((device) => !known.includes(device));
	return others.slice(0, Math.max(0, mostDevices - known.length));
}
