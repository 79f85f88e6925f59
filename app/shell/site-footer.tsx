import { ExternalLink } from "~/components/external-link";
import type { RootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";

const link = "-my-2.5 inline-block py-2.5 text-inherit";

export function SiteFooter({ root }: { readonly root: RootData }) {
	const { t } = useTexts();
	const { title, bugReportUrl, developer } = root.edition;
	return (
		<footer className="site-foot relative bg-linear-to-b/srgb from-nav-low to-nav text-base text-on-nav print:hidden">
			<div className="mx-auto flex max-w-page flex-wrap gap-x-8 gap-y-2 px-4 pt-6 pb-8 md:px-8">
				<p className="basis-full font-semibold">
					{t("footer.testing")}{" "}
					<ExternalLink className={link} href={bugReportUrl} sign={null}>
						{t("footer.reportBug")}
					</ExternalLink>
				</p>
				<p>{t("footer.copyright", { title })}</p>
				<p>
					<a className={link} href="/privacy">
						{t("privacy.title")}
					</a>
				</p>
				<p>
					<a className={link} href="/calendar.ics">
						{t("footer.calendar")}
					</a>
				</p>
				<p>
					<a className={link} href="/api/docs">
						{t("footer.api")}
					</a>
				</p>
				<p>{t("footer.version", { version: root.version })}</p>
				<p>
					{t("footer.credit")}{" "}
					<ExternalLink className={link} href={developer.url} sign={null}>
						{developer.name}
					</ExternalLink>
				</p>
			</div>
		</footer>
	);
}
