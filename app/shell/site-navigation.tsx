import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import type { RootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { TrackingMenu } from "~/lib/days/tracking-menu";
import { dayName } from "~/lib/i18n/format-dates";

const morePages = [
	["/documents", "nav.documents"],
	["/contacts", "nav.contacts"],
	["/archive", "nav.archive"],
] as const;

export function SiteNavigation({ root }: { readonly root: RootData }) {
	const { t } = useTexts();
	return (
		<nav className="site-nav lg:mt-1 lg:basis-full lg:border-t lg:border-nav-line" aria-label={t("nav.main")}>
			<ul className="lg:-mx-1.25 lg:flex lg:flex-wrap lg:pt-1 xl:-mx-2.5">
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
				<BarPage to="/days" label="nav.days" />
			</ul>
		</nav>
	);
}

/** SoaringSpot publishes the tasks; the link is disabled until its address is known. */
function TasksLink({ url }: { readonly url: string | null }) {
	const { t } = useTexts();
	if (!url) {
		return (
			// biome-ignore lint/a11y/useValidAnchor: a link without an address is what HTML calls a disabled one
			<a className="bar-item cursor-not-allowed text-on-nav/75" role="link" aria-disabled="true">
				{t("nav.tasks")}
			</a>
		);
	}
	return (
		<ExternalLink className="bar-item" href={url} sign="size-4.25 lg:max-xl:hidden">
			{t("nav.tasks")}
		</ExternalLink>
	);
}

function Tracking({ menu }: { readonly menu: TrackingMenu }) {
	const { t, classNameOf } = useTexts();
	return (
		<BarMenu label={t("nav.tracking")}>
			{menu.links.length === 0 && <li className="p-2.5">{t("tracking.empty")}</li>}
			{menu.links.map(({ id, classType, dayName: day, url }) => (
				<ExternalPage key={id} url={url} label={`${classNameOf(classType)} ${dayName(t, day)}`} />
			))}
			{menu.combinedUrl && <ExternalPage url={menu.combinedUrl} label={t("tracking.combined")} />}
			<ExternalPage url={menu.hubUrl} label={t("tracking.hub")} />
		</BarMenu>
	);
}

function ExternalPage({ url, label }: { readonly url: string; readonly label: string }) {
	return (
		<li>
			<ExternalLink className="bar-item" href={url} sign="size-4.25">
				{label}
			</ExternalLink>
		</li>
	);
}

/** Opens without scripts, one at a time. The page's script closes it on Escape, a click outside and navigation. */
export function BarMenu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
	return (
		<details className="bar-menu group/menu relative" name="bar-menus">
			<summary className="bar-item list-none group-open/menu:bg-nav-hover">
				{label}
				<Icon name="chevron-down" className="size-4.25 group-open/menu:rotate-180" />
			</summary>
			<ul className="bar-menu-list border-nav-line max-lg:ml-2.5 max-lg:border-l-2 max-lg:pl-4 lg:absolute lg:top-full lg:right-0 lg:z-60 lg:min-w-56 lg:rounded-control lg:border lg:bg-nav lg:p-1">
				{children}
			</ul>
		</details>
	);
}

/** A page of the site in a list of the bar. @param label key of its name */
export function BarPage({ to, label }: { readonly to: string; readonly label: string }) {
	const { t } = useTexts();
	return (
		<li>
			<AppLink className="bar-item" to={to}>
				{t(label)}
			</AppLink>
		</li>
	);
}
