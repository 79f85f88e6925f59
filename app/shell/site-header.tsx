import { Form, useLocation } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Flag, Icon, type IconName } from "~/components/icon";
import type { RootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { Phase } from "~/lib/editions/opening-times";
import { type Language, languageFlags, languages } from "~/lib/i18n/language";
import { hasRight } from "~/lib/rights";
import type { Role } from "~db/enums";
import { BarMenu, BarPage, SiteNavigation } from "./site-navigation";

/** The header of the site. On narrow screens all but the main action is behind the menu button. */
export function SiteHeader({ root }: { readonly root: RootData }) {
	const { t } = useTexts();
	return (
		<header className="site-bar border-b-3 border-action bg-linear-to-b/srgb from-nav to-nav-low text-on-nav print:hidden">
			<div className="mx-auto flex max-w-page flex-wrap items-center gap-2 px-4 py-2 lg:gap-y-0 lg:px-8 lg:pb-1">
				<AppLink
					className="site-brand inline-flex min-h-11 flex-[1_1_5rem] items-center gap-2 font-display text-site leading-none font-bold text-inherit no-underline"
					to="/"
				>
					{root.edition.title}
				</AppLink>
				{/* Large text, which media queries need not follow, takes both to a line of their own. */}
				<div className="flex items-center gap-2 lg:contents">
					<MainAction phase={root.phase} signupFrom={root.signupFrom} />
					<button type="button" className="bar-item no-popover:hidden lg:hidden" popovertarget="site-menu">
						<Icon name="menu" />
						<span className="max-xs:sr-only">{t("nav.menu")}</span>
					</button>
				</div>
				<div
					className="inset-y-0 right-0 left-auto h-dvh max-h-none w-full max-w-96 overflow-y-auto overscroll-contain border-l border-nav-line bg-nav px-4 pt-2 pb-12 text-inherit backdrop:bg-nav/80 no-popover:h-auto no-popover:max-w-none no-popover:border-0 lg:contents"
					id="site-menu"
					popover="auto"
				>
					<button
						type="button"
						className="bar-item mb-2 ml-auto no-popover:hidden lg:hidden"
						popovertarget="site-menu"
						popovertargetaction="hide"
					>
						<Icon name="cross" />
						{t("nav.closeMenu")}
					</button>
					<div className="max-lg:mb-3 max-lg:border-b max-lg:border-nav-line max-lg:pb-3 lg:flex lg:items-center">
						<LanguageSwitch language={root.language} />
						<button
							type="button"
							className="bar-item needs-scripts lg:min-w-11 lg:justify-center"
							data-theme-switch=""
						>
							<Icon name="moon" className="size-4.25" />
							<span className="lg:sr-only">{t("nav.darkTheme")}</span>
						</button>
						{root.user?.role && <AdminMenu role={root.user.role} />}
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

const mainAction = "button button-primary main-action min-w-min lg:whitespace-nowrap";

/** The page that most people need in this phase of the competition; before signup opens, its date for the calendar. */
function MainAction({ phase, signupFrom }: Pick<RootData, "phase" | "signupFrom">) {
	const { t } = useTexts();
	if (signupFrom) {
		return (
			<a
				className={`${mainAction} max-xs:max-w-[min(8.5rem,100vw-5rem)] max-xs:flex-none max-2xs:px-2 max-xs:whitespace-normal`}
				href="/calendar.ics?event=signup"
			>
				<Icon name="calendar" className="max-xs:hidden" />
				{t("nav.signupFrom", { day: signupFrom })}
				<span className="sr-only"> – {t("nav.toCalendar")}</span>
			</a>
		);
	}
	const { to, label, icon } = mainActions[phase];
	return (
		<AppLink className={mainAction} to={to}>
			<Icon name={icon} className="max-xs:hidden" />
			{t(label)}
		</AppLink>
	);
}

const ownNames: Readonly<Record<Language, string>> = { cs: "Čeština", en: "English" };

function LanguageSwitch({ language }: { readonly language: Language }) {
	const { t } = useTexts();
	const { pathname, search } = useLocation();
	const addressIn = (other: Language) => {
		const query = new URLSearchParams(search);
		query.set("lng", other);
		// Two slashes at the beginning would lead to another site.
		return `${pathname.replace(/^\/+/, "/")}?${query}`;
	};
	return (
		<ul className="flex flex-wrap" aria-label={t("nav.language")}>
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

/** Each with the right that it asks for. */
const adminPages = [
	["/competition-days", "nav.competitionDays", "days"],
	["/admin/scoring", "day.scoring", "scoring"],
	["/users", "nav.users", "people"],
	["/admin", "nav.adminOverview", "overview"],
] as const;

function AdminMenu({ role }: { readonly role: Role }) {
	const { t } = useTexts();
	return (
		<BarMenu label={t("nav.admin")}>
			{adminPages.map(
				([to, label, right]) => hasRight(role, right) && <BarPage key={to} to={to} label={label} />,
			)}
		</BarMenu>
	);
}

function AccountMenu({ user }: { readonly user: RootData["user"] }) {
	const { t } = useTexts();
	if (!user) {
		return (
			<ul className="flex flex-wrap">
				<BarPage to="/login" label="nav.login" />
				<BarPage to="/signup" label="nav.signup" />
			</ul>
		);
	}
	return (
		<BarMenu
			label={
				<>
					<Icon name="person" className="size-4.25" />
					<span className="account-name wrap-anywhere">{`${user.name} ${user.surname}`}</span>
					{user.role && (
						<span className="badge bg-action text-on-action shadow-none">
							{user.role === "organiser" ? t("nav.adminBadge") : t(`role.${user.role}`)}
						</span>
					)}
				</>
			}
		>
			<BarPage to="/user-profile" label="nav.profile" />
			<BarPage to="/change-password" label="nav.changePassword" />
			<li>
				<Form method="post" action="/logout" reloadDocument>
					<button type="submit" className="bar-item w-full">
						{t("nav.logout")}
					</button>
				</Form>
			</li>
		</BarMenu>
	);
}
