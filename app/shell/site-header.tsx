import { Form, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Flag, Icon, type IconName } from "~/components/icon";
import type { RootData } from "~/components/use-root-data";
import type { Phase } from "~/lib/editions/phase";
import { type Language, languageFlags, languages } from "~/lib/i18n/language";
import { BarMenu, BarPage, SiteNavigation } from "./site-navigation";

/** On narrow screens all but the main action is behind the menu button. */
export function SiteHeader({ root }: { readonly root: RootData }) {
	const { t } = useTranslation();
	return (
		<header className="site-bar">
			<div className="site-bar-inner">
				<AppLink className="site-brand" to="/">
					{root.edition.title}
				</AppLink>
				<MainAction phase={root.phase} signupFrom={root.signupFrom} />
				<button type="button" className="site-menu-button" popovertarget="site-menu">
					<Icon name="menu" />
					<span>{t("nav.menu")}</span>
				</button>
				<div className="site-menu" id="site-menu" popover="auto">
					<button
						type="button"
						className="site-menu-button"
						popovertarget="site-menu"
						popovertargetaction="hide"
					>
						<Icon name="cross" />
						{t("nav.closeMenu")}
					</button>
					<div className="site-tools">
						<LanguageSwitch language={root.language} />
						<button type="button" className="bar-item needs-scripts" data-theme-switch="">
							<Icon name="moon" />
							<span>{t("nav.darkTheme")}</span>
						</button>
						{root.user?.admin && <AdminMenu />}
						<AccountMenu user={root.user} />
					</div>
					<SiteNavigation root={root} />
				</div>
			</div>
		</header>
	);
}

const mainActions: Readonly<Record<Phase, { to: string; label: string; icon: IconName }>> = {
	"signup-closed": { to: "/registration", label: "nav.registration", icon: "edit" },
	open: { to: "/registration", label: "nav.registration", icon: "edit" },
	flying: { to: "/igc", label: "nav.igc", icon: "upload" },
	over: { to: "/results", label: "nav.results", icon: "trophy" },
};

/** The page that most people need in this phase of the competition; before signup opens, its date for the calendar. */
function MainAction({ phase, signupFrom }: Pick<RootData, "phase" | "signupFrom">) {
	const { t } = useTranslation();
	if (signupFrom) {
		return (
			<a className="button button-primary main-action main-action-date" href="/calendar.ics?event=signup">
				<Icon name="calendar" />
				{t("nav.signupFrom", { day: signupFrom })}
				<span className="sr-only"> – {t("nav.toCalendar")}</span>
			</a>
		);
	}
	const { to, label, icon } = mainActions[phase];
	return (
		<AppLink className="button button-primary main-action" to={to}>
			<Icon name={icon} />
			{t(label)}
		</AppLink>
	);
}

const ownNames: Readonly<Record<Language, string>> = { cs: "Čeština", en: "English" };

/** The same page in the other language. */
function LanguageSwitch({ language }: { readonly language: Language }) {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const addressIn = (other: Language) => {
		const query = new URLSearchParams(search);
		query.set("lng", other);
		// Two slashes at the beginning would lead to another site.
		return `${pathname.replace(/^\/+/, "/")}?${query}`;
	};
	return (
		<ul className="site-languages" aria-label={t("nav.language")}>
			{languages.map((other) => (
				<li key={other}>
					<a
						className="bar-item"
						href={addressIn(other)}
						lang={other}
						hrefLang={other}
						aria-current={other === language ? "true" : undefined}
					>
						<Flag country={languageFlags[other]} />
						{ownNames[other]}
					</a>
				</li>
			))}
		</ul>
	);
}

const adminPages = [
	["/competition-days", "nav.competitionDays"],
	["/users", "nav.users"],
	["/admin", "nav.adminOverview"],
] as const;

function AdminMenu() {
	const { t } = useTranslation();
	return (
		<BarMenu label={t("nav.admin")}>
			{adminPages.map(([to, label]) => (
				<BarPage key={to} to={to} label={label} />
			))}
		</BarMenu>
	);
}

function AccountMenu({ user }: { readonly user: RootData["user"] }) {
	const { t } = useTranslation();
	if (!user) {
		return (
			<ul className="site-account">
				<BarPage to="/login" label="nav.login" />
				<BarPage to="/signup" label="nav.signup" />
			</ul>
		);
	}
	return (
		<BarMenu
			label={
				<>
					<Icon name="person" />
					<span className="account-name">{`${user.name} ${user.surname}`}</span>
					{user.admin && <span className="badge badge-admin">{t("nav.adminBadge")}</span>}
				</>
			}
		>
			<BarPage to="/user-profile" label="nav.profile" />
			<BarPage to="/change-password" label="nav.changePassword" />
			<li>
				<Form method="post" action="/logout" reloadDocument>
					<button type="submit" className="bar-item">
						{t("nav.logout")}
					</button>
				</Form>
			</li>
		</BarMenu>
	);
}
