import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import type { AdminGroup } from "~/lib/starting-list/list-page.server";
import { acceptFormId } from "./admin-list";
import { ExportLink } from "./export-link";

/** What organisers do with the list as a whole: accept the ticked entries, exports, glider types. */
export function AdminTools({ groups }: { readonly groups: readonly AdminGroup[] }) {
	const { t } = useTranslation();
	const waiting = groups.some(({ counts }) => counts.waiting > 0);
	return (
		<div className="toolbar">
			{waiting && (
				<Form method="post" id={acceptFormId} preventScrollReset>
					<input type="hidden" name="intent" value="accept" />
					<button type="submit" className="button button-primary">
						{t("startingList.acceptChosen")}
					</button>
				</Form>
			)}
			<ExportLink href="/starting-list/export">{t("startingList.export")}</ExportLink>
			<ExportLink href="/starting-list/export?dialect=excel">{t("startingList.exportExcel")}</ExportLink>
			{groups.map(({ id, type }) => (
				<ExportLink key={id} href={`/starting-list/export/seeyou/${id}`}>
					{t("startingList.exportSeeYou", { className: t(`competitionClass.${type}`) })}
				</ExportLink>
			))}
			<AppLink className="button" to="/admin/glider-types">
				{t("gliderTypes.title")}
			</AppLink>
		</div>
	);
}
