import { useTranslation } from "react-i18next";
import { EmailAddress } from "~/components/email-address";
import { Icon } from "~/components/icon";
import { useLanguage } from "~/components/use-language";
import { formatSignupTime } from "~/lib/i18n/format-dates";

const looks = {
	queued: { chip: "chip-info", icon: "clock" },
	sending: { chip: "chip-info", icon: "send" },
	sent: { chip: "chip-success", icon: "check" },
	failed: { chip: "chip-danger", icon: "warning" },
} as const;

interface MailRow {
	readonly id: string;
	readonly kind: string;
	readonly recipient: string;
	readonly state: keyof typeof looks;
	readonly attempts: number;
	readonly lastError: string | null;
	readonly createdAt: Date;
	readonly sentAt: Date | null;
}

export function MailTable({ mails }: { readonly mails: readonly MailRow[] }) {
	const { t } = useTranslation();
	if (mails.length === 0) return <p className="empty">{t("adminMail.empty")}</p>;
	return (
		<table className="data-table" role="table">
			<caption className="sr-only">{t("adminMail.title")}</caption>
			<thead role="rowgroup">
				<tr role="row">
					{(["recipient", "kind", "created", "state", "actions"] as const).map((column) => (
						<th key={column} role="columnheader" scope="col">
							{t(`adminMail.column.${column}`)}
						</th>
					))}
				</tr>
			</thead>
			<tbody role="rowgroup">
				{mails.map((mail) => (
					<Row key={mail.id} mail={mail} />
				))}
			</tbody>
		</table>
	);
}

function Row({ mail }: { readonly mail: MailRow }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { id, kind, recipient, state, attempts, lastError, createdAt } = mail;
	const { chip, icon } = looks[state];
	return (
		<tr role="row">
			<th role="rowheader" scope="row" id={`mail-${id}`} className="lg:whitespace-nowrap">
				<EmailAddress address={recipient} />
			</th>
			<td role="cell" data-label={t("adminMail.column.kind")}>
				{t(`adminMail.kind.${kind}`, { defaultValue: kind })}
			</td>
			<td role="cell" data-label={t("adminMail.column.created")}>
				<time dateTime={createdAt.toISOString()}>{formatSignupTime(createdAt, language)}</time>
			</td>
			<td role="cell" data-label={t("adminMail.column.state")}>
				<div className="lg:max-w-64">
					<span className={`chip ${chip}`}>
						<Icon name={icon} />
						{t(`adminMail.state.${state}`)}
					</span>
					{state !== "sent" && attempts > 0 && (
						<p className="muted">{t("adminMail.attempts", { count: attempts })}</p>
					)}
					{state !== "sent" && lastError && (
						<p className="muted" lang="en">
							{lastError}
						</p>
					)}
				</div>
			</td>
			<td role="cell">
				{state === "failed" && (
					<form method="post" action="/admin/mail">
						<input type="hidden" name="mail" value={id} />
						<button type="submit" className="button" aria-describedby={`mail-${id}`}>
							{t("adminMail.resend")}
						</button>
					</form>
				)}
			</td>
		</tr>
	);
}
