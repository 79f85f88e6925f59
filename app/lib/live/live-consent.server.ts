import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { type liveEntrySchema, mostDevices } from "~/lib/entries/entry-devices";
import { devicesOfUser, savingDevices } from "~/lib/entries/save-devices.server";
import { readObject } from "~/lib/files/object-storage.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";

type Said = z.output<typeof liveEntrySchema>;

/** Saves devices and consent of the own entry, as `savingDevices` does. */
export async function saveLiveEntry(
	ctx: UserCtx,
	{ deviceIds, agrees }: Said,
): Promise<Result<null, "registration-missing">> {
	const { db, now, actor } = ctx;
	const [entry] = await entryOfUser(db, actor.id);
	if (!entry) return refuse("registration-missing");
	const [before] = await devicesOfUser(db, actor.id);
	const agreedAt = agrees ? (before?.agreedAt ?? now) : null;
	await commit(ctx, savingDevices(ctx, entry.id, { deviceIds, agreedAt }));
	return done(null);
}

/** Takes back the consent of the own entry; its devices stay in it. */
export async function withdrawLiveConsent(ctx: UserCtx) {
	const { devices } = await ownDevices(ctx);
	return saveLiveEntry(ctx, { deviceIds: [...devices], agrees: false });
}

/** Adds a device that a log of the own entry has named. */
export async function confirmDevice(ctx: UserCtx, device: string) {
	const { entryId, devices, agrees } = await ownDevices(ctx);
	const proposed = entryId === null ? [] : await proposedDevices(ctx, entryId, devices);
	const deviceIds = [...devices, ...proposed.filter((one) => one === device)];
	return saveLiveEntry(ctx, { deviceIds, agrees });
}

async function ownDevices({ db, actor }: UserCtx) {
	const [entry] = await entryOfUser(db, actor.id);
	const [row] = await devicesOfUser(db, actor.id);
	return {
		entryId: entry?.id ?? null,
		devices: row?.deviceIds ?? [],
		agrees: (row?.agreedAt ?? null) !== null,
	};
}

/** The recorder's own words for the FLARM in it, of FLARM and of LX; docs/formats.md, 11. */
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
