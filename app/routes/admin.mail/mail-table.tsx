import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { Icon } from "~/components/icon";
import { useLanguage } from "~/components/use-language";
import { formatSignupTime } from "~/lib/i18n/format-dates";
import type { outbox } from "~db/schema";

const looks = {
	queued: { chip: "chip-info", icon: "clock" },
	sending: { chip: "chip-info", icon: "send" },
	sent: { chip: "chip-success", icon: "check" },
	failed: { chip: "chip-danger", icon: "warning" },
} as const;

type MailRow = Pick<
	typeof outbox.$inferSelect,
	"id" | "kind" | "recipient" | "state" | "attempts" | "lastError" | "createdAt"
>;

interface MailTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly mails: readonly MailRow[];
}

const columns = ["recipient", "kind", "created", "state"] as const;

export function MailTable({ labelledBy, mails }: MailTableProps) {
	const { t } = useTranslation();
	if (mails.length === 0) return <p className="empty">{t("adminMail.empty")}</p>;
	return (
		<DataTable labelledBy={labelledBy} columns={columns.map((column) => t(`adminMail.column.${column}`))}>
			{mails.map((mail) => (
				<Row key={mail.id} mail={mail} />
			))}
		</DataTable>
	);
}

function Row({ mail }: { readonly mail: MailRow }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { id, kind, recipient, state, attempts, lastError, createdAt } = mail;
	const { chip, icon } = looks[state];
	// In a narrow table the time stands below the date.
	const created = formatSignupTime(createdAt, language).replace(/\s(?=\S+$)/, " ");
	return (
		<DataRow>
			<RowHeader>
				<span id={`mail-${id}`} className="lg:whitespace-nowrap">
					<EmailAddress address={recipient} />
				</span>
			</RowHeader>
			<DataCell label={t("adminMail.column.kind")}>
				<AppLink to={`/admin/mail/${id}`}>{kind}</AppLink>
			</DataCell>
			<DataCell label={t("adminMail.column.created")}>
				<time className="whitespace-normal lg:whitespace-nowrap" dateTime={createdAt.toISOString()}>
					{created}
				</time>
			</DataCell>
			<DataCell label={t("adminMail.column.state")}>
				<div className="max-w-96 wrap-anywhere md:min-w-48">
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
					{state === "failed" && (
						<form method="post" action="/admin/mail" className="mt-2">
							<input type="hidden" name="mail" value={id} />
							<button type="submit" className="button" aria-describedby={`mail-${id}`}>
								{t("adminMail.resend")}
							</button>
						</form>
					)}
				</div>
			</DataCell>
		</DataRow>
	);
}
