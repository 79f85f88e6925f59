import type { StaffCtx } from "~/lib/context";
import { type Result, refuse } from "~/lib/result";
import { type Change, planChanges, type SettingsPlan } from "./change-settings.server";
import { groupOf, type SettingGroup, settingGroups } from "./setting-groups";
import { settingVersions } from "./settings-queries.server";

/** What of a group's history is to hold again: a value of one setting, or all that held before the last save. */
export type Earlier =
	| {
			readonly key: string;
			/** 0 is the file. */
			readonly version: number;
	  }
	| "last-save";

type Versions = Awaited<ReturnType<typeof settingVersions>>;
type Planned = Result<SettingsPlan, "not-found" | "invalid-fields" | "settings-closed">;

/** What earlier values would change. @param group to whose page the reader is admitted: it has no other settings */
export async function planEarlier(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	earlier: Earlier,
): Promise<Planned> {
	const versions = await settingVersions(ctx.db, settingGroups[group]);
	const changes = earlier === "last-save" ? beforeLastSave(versions) : earlierValue(versions, group, earlier);
	if (changes === null) return refuse("not-found");
	const isOther = ({ key, value }: Change) =>
		JSON.stringify(value) !== JSON.stringify(versions.find((one) => one.key === key)?.value ?? null);
	return planChanges(ctx, group, changes.filter(isOther));
}

/** One value alone of those that were saved together need not fit the others. */
function beforeLastSave(versions: Versions): Change[] | null {
	const last = lastSave(versions);
	if (last.length === 0) return null;
	return last.map(({ key, version }) => ({
		key,
		value: versions.find((one) => one.key === key && one.version === version - 1)?.value ?? null,
	}));
}

function earlierValue(
	versions: Versions,
	group: SettingGroup,
	{ key, version }: Exclude<Earlier, string>,
): Change[] | null {
	const held = versions.find((one) => one.key === key && one.version === version);
	if (groupOf(key) !== group || (!held && version !== 0)) return null;
	return [{ key, value: held?.value ?? null }];
}

/** The versions of settings that were saved last, together. */
export function lastSave<T extends { readonly changedAt: Date }>(versions: readonly T[]): T[] {
	const last = Math.max(...versions.map(({ changedAt }) => changedAt.getTime()));
	return versions.filter(({ changedAt }) => changedAt.getTime() === last);
}
