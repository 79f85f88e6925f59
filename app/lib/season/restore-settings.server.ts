import type { StaffCtx } from "~/lib/context";
import { type Result, refuse } from "~/lib/result";
import { type Change, changeSettings, planChanges } from "./change-settings.server";
import { groupOf, type SettingGroup, settingGroups } from "./setting-groups";
import { settingVersions } from "./settings-queries.server";

interface Restored {
	readonly key: string;
	/** 0 is the file. */
	readonly version: number;
	/** As for {@link changeSettings}. */
	readonly seen: number;
}

type Undone = Result<null, "stale" | "not-found" | "invalid-fields" | "settings-closed">;

/** Sets a value of the history again, or what the file says. @param group to whose page the reader is admitted: it has no other settings */
export async function restoreSetting(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	{ key, version, seen }: Restored,
): Promise<Undone> {
	if (groupOf(key) !== group) return refuse("not-found");
	const versions = await settingVersions(ctx.db, [key]);
	const held = versions.find((one) => one.version === version);
	if (!held && version !== 0) return refuse("not-found");
	return change(ctx, group, [{ key, value: held?.value ?? null }], seen);
}

/** Takes back all that was last saved together in a group: one value alone need not fit the others. @param seen as for {@link changeSettings} */
export async function undoLastSave(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	seen: number,
): Promise<Undone> {
	const versions = await settingVersions(ctx.db, settingGroups[group]);
	const before = lastSave(versions).map(({ key, version }) => ({
		key,
		value: versions.find((one) => one.key === key && one.version === version - 1)?.value ?? null,
	}));
	return before.length === 0 ? refuse("not-found") : change(ctx, group, before, seen);
}

/** The versions of settings that were saved last, together. */
export function lastSave<T extends { readonly changedAt: Date }>(versions: readonly T[]): T[] {
	const last = Math.max(...versions.map(({ changedAt }) => changedAt.getTime()));
	return versions.filter(({ changedAt }) => changedAt.getTime() === last);
}

async function change(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	changes: readonly Change[],
	seen: number,
): Promise<Undone> {
	const planned = await planChanges(ctx, group, changes);
	return planned.ok ? changeSettings(ctx, planned.value, { seen, reason: null }) : planned;
}
