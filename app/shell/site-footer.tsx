import { useTranslation } from "react-i18next";
import type { RootData } from "~/components/use-root-data";

export function SiteFooter({ root }: { readonly root: RootData }) {
	const { t } = useTranslation();
	const { title, bugReportUrl, developer } = root.edition;
	return (
		<footer className="site-foot">
			<div className="site-foot-inner">
				<p className="site-foot-notice">
					{t("footer.testing")} <a href={bugReportUrl}>{t("footer.reportBug")}</a>
				</p>
				<p>{t("footer.copyright", { title })}</p>
				<p>
					<a href="/calendar.ics">{t("footer.calendar")}</a>
				</p>
				<p>
					<a href="/api/docs">{t("footer.api")}</a>
				</p>
				<p>{t("footer.version", { version: root.version })}</p>
				<p>
					{t("footer.credit")} <a href={developer.url}>{developer.name}</a>
				</p>
			</div>
		</footer>
	);
}
