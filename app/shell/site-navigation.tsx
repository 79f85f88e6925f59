import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import type { RootData } from "~/components/use-root-data";
import type { TrackingMenu } from "~/lib/days/tracking-menu";
import { dayName } from "~/lib/i18n/format-dates";

const morePages = [
	["/documents", "nav.documents"],
	["/contacts", "nav.contacts"],
	["/archive", "nav.archive"],
] as const;

export function SiteNavigation({ root }: { readonly root: RootData }) {
	const { t } = useTranslation();
	return (
		<nav className="site-nav" aria-label={t("nav.main")}>
			<ul>
				<BarPage to="/registration" label="nav.registration" />
				<BarPage to="/news" label="nav.news" />
				<BarPage to="/statuses" label="nav.statuses" />
				<BarPage to="/starting-list" label="nav.startingList" />
				<li>
					<TasksLink url={root.edition.soaringSpotUrl} />
				</li>
				<BarPage to="/results" label="nav.results" />
				<li>
					<Tracking menu={root.tracking} />
				</li>
				<BarPage to="/igc" label="nav.igc" />
				<li>
					<BarMenu label={t("nav.more")}>
						{morePages.map(([to, label]) => (
							<BarPage key={to} to={to} label={label} />
						))}
					</BarMenu>
				</li>
			</ul>
		</nav>
	);
}

/** SoaringSpot publishes the tasks; the link is disabled until its address is known. */
function TasksLink({ url }: { readonly url: string | null }) {
	const { t } = useTranslation();
	if (!url) {
		return (
			// biome-ignore lint/a11y/useValidAnchor: a link without an address is what HTML calls a disabled one
			<a className="bar-item" role="link" aria-disabled="true">
				{t("nav.tasks")}
			</a>
		);
	}
	return (
		<a className="bar-item" href={url}>
			{t("nav.tasks")}
			<Icon name="external" />
		</a>
	);
}

function Tracking({ menu }: { readonly menu: TrackingMenu }) {
	const { t } = useTranslation();
	return (
		<BarMenu label={t("nav.tracking")}>
			{menu.links.length === 0 && <li className="bar-menu-note">{t("tracking.empty")}</li>}
			{menu.links.map(({ id, classType, dayName: day, url }) => (
				<ExternalPage key={id} url={url} label={`${t(`competitionClass.${classType}`)} ${dayName(t, day)}`} />
			))}
			{menu.combinedUrl && <ExternalPage url={menu.combinedUrl} label={t("tracking.combined")} />}
			<ExternalPage url={menu.hubUrl} label={t("tracking.hub")} />
		</BarMenu>
	);
}

function ExternalPage({ url, label }: { readonly url: string; readonly label: string }) {
	return (
		<li>
			<a className="bar-item" href={url}>
				{label}
				<Icon name="external" />
			</a>
		</li>
	);
}

/** Opens without scripts, one at a time. The page's script closes it on Escape, a click outside and navigation. */
export function BarMenu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
	return (
		<details className="bar-menu" name="bar-menus">
			<summary className="bar-item">
				{label}
				<Icon name="chevron-down" />
			</summary>
			<ul className="bar-menu-list">{children}</ul>
		</details>
	);
}

/** A page of the site in a list of the bar. @param label key of its name */
export function BarPage({ to, label }: { readonly to: string; readonly label: string }) {
	const { t } = useTranslation();
	return (
		<li>
			<AppLink className="bar-item" to={to}>
				{t(label)}
			</AppLink>
		</li>
	);
}
