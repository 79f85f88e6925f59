import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import {
	areSettingsOpen,
	groupOf,
	rightOf,
	type SettingGroup,
	settingGroups,
} from "~/lib/season/setting-groups";
import { settingChanges } from "~/lib/season/settings-queries.server";

/** The groups of settings that the reader may change, with what is in each and when it was changed last, in words. */
export async function readGroups(ctx: StaffCtx<"photos">) {
	const { db, edition, language } = ctx;
	const { t } = textsOf(language);
	const changes = await settingChanges(db);
	const mine = (Object.keys(settingGroups) as SettingGroup[]).filter((group) => may(ctx, rightOf(group)));
	const groups = mine.map((group) => {
		const last = changes.find(({ key }) => groupOf(key) === group);
		return {
			group,
			name: t(`settings.group.${group}`),
			what: settingGroups[group].map((key) => t(`settings.field.${key}`)).join(", "),
			changed: last ? t("settings.changed", { time: formatChangeTime(last.changedAt, language) }) : null,
		};
	});
	return { lead: t(areSettingsOpen(edition) ? "settings.lead" : "server.settings-closed"), groups };
}
