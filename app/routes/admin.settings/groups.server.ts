import type { AdminCtx } from "~/lib/context";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { areSettingsOpen, groupOf, type SettingGroup, settingGroups } from "~/lib/season/setting-groups";
import { settingChanges } from "~/lib/season/settings-queries.server";

/** The groups of settings, with what is in each and when it was changed last, in words. */
export async function readGroups({ db, edition, language }: AdminCtx) {
	const { t } = textsOf(language);
	const changes = await settingChanges(db);
	const groups = (Object.keys(settingGroups) as SettingGroup[]).map((group) => {
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
