import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { page } from "~/shell/handle";

export const handle = page({ title: "offline.title", mode: "reading", cached: [] });

/** The service worker shows it when there is neither a connection nor a cached response. */
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
