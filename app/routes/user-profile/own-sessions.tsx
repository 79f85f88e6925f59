import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatTime } from "~/lib/i18n/format-dates";

export interface ListedSession {
	readonly id: string;
	/** Browser and system; null when unknown. */
	readonly client: string | null;
	readonly createdAt: Date;
	readonly current: boolean;
}

/** Where the user is signed in; each other session can be ended. */
export function OwnSessions({ sessions }: { readonly sessions: readonly ListedSession[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	return (
		<section className="section stack" aria-labelledby="sessions">
			<h2 id="sessions">{t("account.sessions.title")}</h2>
			<p>{t("account.sessions.text")}</p>
			<ul className="session-list">
				{sessions.map(({ id, client, createdAt, current }) => (
					<li key={id}>
						<span>
							<strong>{client ?? t("account.sessions.unknown")}</strong>
							{", "}
							{t("account.sessions.since", { time: formatTime(createdAt, language) })}
						</span>
						{current ? (
							<span className="muted">{t("account.sessions.current")}</span>
						) : (
							<form method="post" action="/user-profile/sessions">
								<input type="hidden" name="id" value={id} />
								<button type="submit" className="button">
									{t("account.sessions.end")}
								</button>
							</form>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
