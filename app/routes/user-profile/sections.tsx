import { EndingDutyLinks, type OwnDutyLinks } from "~/components/desk/own-duty-links";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";

/** A new address that waits for its confirmation. */
export function PendingEmail({ email }: { readonly email: string }) {
	const { t } = useTexts();
	return (
		<section className="notice notice-info" aria-labelledby="pending-email">
			<p className="notice-title" id="pending-email">
				{t("account.email.pendingTitle")}
			</p>
			<p className="break-words">{t("account.email.pending", { email })}</p>
			<form method="post" className="button-row mt-3">
				<button type="submit" className="button" name="intent" value="send-again">
					{t("account.email.again")}
				</button>
				<button type="submit" className="button" name="intent" value="keep">
					{t("account.email.keep")}
				</button>
			</form>
		</section>
	);
}

export interface OwnFactor {
	readonly on: boolean;
	/** Recovery codes that were not used. */
	readonly codesLeft: number;
}

export function OwnSecondFactor({ on, codesLeft }: OwnFactor) {
	const { t } = useTexts();
	return (
		<section className="section stack" aria-labelledby="own-factor">
			<h2 id="own-factor">{t("secondFactor.title")}</h2>
			<p>{on ? t("secondFactor.on", { count: codesLeft }) : t("secondFactor.off")}</p>
			<div className="button-row">
				<a className="button" href="/second-factor?redirectTo=/user-profile">
					{t(on ? "secondFactor.replace" : "secondFactor.setUp")}
				</a>
				{on && (
					<a className="button" href="/second-factor/passkeys">
						{t("passkey.title")}
					</a>
				)}
			</div>
		</section>
	);
}

export function ScoreMails({ on }: { readonly on: boolean }) {
	const { t } = useTexts();
	return (
		<section className="section stack">
			<h2>{t("account.scoreMails.title")}</h2>
			<p>{t(on ? "account.scoreMails.on" : "account.scoreMails.off")}</p>
			<form method="post">
				<button
					type="submit"
					className="button"
					name="intent"
					value={on ? "score-mails-off" : "score-mails-on"}
				>
					{t(on ? "account.scoreMails.switchOff" : "account.scoreMails.switchOn")}
				</button>
			</form>
		</section>
	);
}

export function OwnData() {
	const { t } = useTexts();
	return (
		<section className="section stack">
			<h2>{t("account.data.title")}</h2>
			<p>{t("account.data.text")}</p>
			<div className="button-row">
				<form method="post" action="/user-profile/data">
					<button type="submit" className="button">
						{t("account.data.download")}
					</button>
				</form>
				<a className="button" href="/user-profile/erase">
					{t("account.erase.link")}
				</a>
			</div>
		</section>
	);
}

interface ListedSession {
	readonly id: string;
	/** Browser and system; null when unknown. */
	readonly client: string | null;
	readonly createdAt: Date;
	readonly current: boolean;
}

interface OwnSessionsProps {
	readonly sessions: readonly ListedSession[];
	readonly duty: OwnDutyLinks;
}

/** Lists where the user is signed in. Each other session can be ended, and all of them with what hangs on them. */
export function OwnSessions({ sessions, duty }: OwnSessionsProps) {
	const { t, language } = useTexts();
	return (
		<section className="section stack" aria-labelledby="sessions">
			<h2 id="sessions">{t("account.sessions.title")}</h2>
			<p>{t("account.sessions.text")}</p>
			<ul className="session-list divide-y divide-line border-t border-line">
				{sessions.map(({ id, client, createdAt, current }) => (
					<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
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
			<EndingDutyLinks {...duty} />
			<form method="post" action="/user-profile/sessions">
				<button type="submit" className="button" name="intent" value="all">
					{t("account.sessions.endAll")}
				</button>
			</form>
		</section>
	);
}
