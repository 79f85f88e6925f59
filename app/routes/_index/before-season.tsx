import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import { useRootData } from "~/components/use-root-data";
import { formatDayOf } from "~/lib/i18n/format-dates";
import type { BeforeSeason } from "./before-season.server";

interface BeforeSeasonProps {
	readonly now: BeforeSeason;
	readonly isSignupOpen: boolean;
	/** Whether the reader has entered already. */
	readonly hasEntry: boolean;
}

export function BeforeSeasonNow({ now, isSignupOpen, hasEntry }: BeforeSeasonProps) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	return (
		<section className="now" aria-label={t("home.now.before")}>
			<div className="now-columns">
				<div>
					<h2>{t("home.now.entries")}</h2>
					<ul className="counts">
						{now.classes.map(({ id, type, accepted, waiting }) => (
							<li key={id} className="count">
								<strong>{accepted}</strong>
								<span>
									<AppLink to={`/starting-list#class-${type}`}>{classNameOf(type)}</AppLink>
									{waiting > 0 && ` ${t("home.now.waiting", { count: waiting })}`}
								</span>
							</li>
						))}
					</ul>
				</div>
				{isSignupOpen && !hasEntry && <NextSteps takesPayment={now.takesPayment} />}
				{now.documents.length > 0 && (
					<div>
						<h2>{t("home.now.documents")}</h2>
						<ul className="now-links">
							{now.documents.map(({ id, name, path, updatedAt }) => (
								<li key={id}>
									<a href={path}>{name}</a>{" "}
									<time className="muted" dateTime={updatedAt.toISOString()}>
										{formatDayOf(updatedAt, language)}
									</time>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</section>
	);
}

/** From no account to a paid entry. */
function NextSteps({ takesPayment }: Pick<BeforeSeason, "takesPayment">) {
	const { t } = useTranslation();
	const hasAccount = Boolean(useRootData()?.user);
	return (
		<div>
			<h2>{t("home.now.steps")}</h2>
			<ol className="now-steps">
				{!hasAccount && (
					<li>
						<AppLink to="/signup">{t("home.signup.link")}</AppLink>
					</li>
				)}
				<li>
					<AppLink to="/registration">{t("home.signup.enter")}</AppLink>
				</li>
				<li>{t(takesPayment ? "home.now.steps.pay" : "home.now.steps.wait")}</li>
			</ol>
		</div>
	);
}
