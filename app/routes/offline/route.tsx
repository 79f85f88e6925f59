import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { page } from "~/shell/handle";

export const handle = page({ title: "offline.title", mode: "reading", cached: [] });

/** What the service worker shows when there is no connection and no stored copy of the page asked for. */
export default function OfflinePage() {
	const { t } = useTranslation();
	return (
		<div className="narrow prose">
			<h1>{t("offline.title")}</h1>
			<p>{t("offline.text")}</p>
			<ul>
				<li>
					<AppLink to="/starting-list">{t("nav.startingList")}</AppLink>
				</li>
				<li>
					<AppLink to="/statuses">{t("nav.statuses")}</AppLink>
				</li>
				<li>
					<AppLink to="/documents">{t("nav.documents")}</AppLink>
				</li>
			</ul>
		</div>
	);
}
