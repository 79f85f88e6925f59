import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { useTexts } from "~/components/use-texts";
import { requireStaff } from "~/lib/http/page-guards.server";
import { page } from "~/shell/handle";
import { readGroups } from "./groups.server";

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
						<AppLink to={`/admin/settings/${group}`}>{name}</AppLink>
						<p className="muted">{what}</p>
						{changed && <p className="muted">{changed}</p>}
					</li>
				))}
			</ul>
		</div>
	);
}
