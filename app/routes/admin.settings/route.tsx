import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { requireStaff } from "~/lib/http/page-guards.server";
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
import { page } from "~/shell/handle";

export const handle = page({ title: "settings.title" });

export async function loader({ context }: LoaderFunctionArgs) {
	return readGroups(requireStaff(context, "photos"));
}

export default function SettingsPage() {
	const { t } = useTexts();
	const { lead, groups } = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("settings.title")}</h1>
			<p>{lead}</p>
			<ul className="stack">
				{groups.map(({ group, name, what, changed }) => (
					<li key={group}>
						<AppLink className="-my-3 inline-block py-3" to={`/admin/settings/${group}`}>
							{name}
						</AppLink>
						<p className="muted">{what}</p>
						{changed && <p className="muted">{changed}</p>}
					</li>
				))}
			</ul>
		</div>
	);
}

/** The groups of settings that the reader may change, with what is in each and when it was changed last, in words. */
async function readGroups(ctx: StaffCtx<"photos">) {
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
