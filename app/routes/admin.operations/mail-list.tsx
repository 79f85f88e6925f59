import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, PageTurner, RowHeader } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { operationsPath } from "~/lib/operations/operations-path";
import type { outbox } from "~db/schema";
import type { MailsRead } from "./mails.server";

export function MailList({ mails, state, counts, next }: MailsRead) {
	const { t } = useTexts();
	const failed = counts.find((row) => row.state === "failed")?.mails ?? 0;
	return (
		<div className="stack">
			<h2 id="mail-title">{t("adminMail.title")}</h2>
			<nav className="tabs" aria-label={t("adminMail.filter")}>
				<a
					className="button"
					href={operationsPath("mail")}
					aria-current={state === null ? "page" : undefined}
				>
					{t("adminMail.all")}
				</a>
				{counts.map((row) => (
					<a
						key={row.state}
						className="button"
						href={operationsPath("mail", { state: row.state })}
						aria-current={state === row.state ? "page" : undefined}
					>
						{t(`adminMail.state.${row.state}`)} <span className="badge">{row.mails}</span>
					</a>
				))}
			</nav>
			{failed > 0 && (
				<form method="post" action={operationsPath("mail")}>
					<input type="hidden" name="mail" value="failed" />
					<button type="submit" className="button button-primary">
						{t("adminMail.resendAll", { count: failed })}
					</button>
				</form>
			)}
			<MailTable labelledBy="mail-title" mails={mails} />
			<PageTurner next={next} />
		</div>
	);
}

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

function MailTable({ labelledBy, mails }: MailTableProps) {
	const { t } = useTexts();
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
	const { t, language } = useTexts();
	const { id, kind, recipient, state, attempts, lastError, createdAt } = mail;
	const { chip, icon } = looks[state];
	// In a narrow table the time stands below the date.
	const created = formatDayAndTime(createdAt, language).replace(/\s(?=\S+$)/, " ");
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
						<form method="post" action={operationsPath("mail")} className="mt-2">
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
