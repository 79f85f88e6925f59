import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, PageTurner, RowHeader } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { answer } from "~/lib/http/redirect.server";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import {
	type MailState,
	mailCounts,
	mailPage,
	mailStates,
	retryFailedMail,
	retryFailedMails,
} from "~/lib/mail/outbox.server";
import { page } from "~/shell/handle";
import type { outbox } from "~db/schema";

export const handle = page({ title: "adminMail.title" });

const mostPerPage = 100;

function stateOf(text: string | null): MailState | null {
	return mailStates.find((state) => state === text) ?? null;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { db, language } = requireAdmin(context);
	const { t } = textsOf(language);
	const { searchParams } = new URL(request.url);
	const state = stateOf(searchParams.get("state"));
	const { mails, counts } = await read(db, {
		mails: mailPage(db, state, readCursor(searchParams.get("after")), mostPerPage),
		counts: mailCounts(db),
	});
	const last = mails.length === mostPerPage ? mails.at(-1) : undefined;
	const countOf = (wanted: MailState) => counts.find((row) => row.state === wanted)?.mails ?? 0;
	return {
		// The server translates, as the names of all kinds would burden every organisers' page.
		mails: mails.map((mail) => ({
			...mail,
			kind: t(`adminMail.kind.${mail.kind}`, { defaultValue: mail.kind }),
		})),
		state,
		counts: mailStates.map((name) => ({ state: name, mails: countOf(name) })),
		next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
	};
}

/** Sends failed mails again: `mail` is the id of one mail, or "failed" for all. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = bodyOf(await readForm(request));
	const mail = String(form.get("mail") ?? "");
	return answer(
		"/admin/mail",
		await (mail === "failed" ? retryFailedMails(ctx) : retryFailedMail(ctx, mail)),
		mail === "failed" ? "adminMail.resendAll.success" : "adminMail.resend.success",
	);
}

export default function MailPage() {
	const { t } = useTexts();
	const { mails, state, counts, next } = useLoaderData<typeof loader>();
	const failed = counts.find((row) => row.state === "failed")?.mails ?? 0;
	return (
		<div className="stack">
			<h1 id="mail-title">{t("adminMail.title")}</h1>
			<nav className="tabs" aria-label={t("adminMail.filter")}>
				<a className="button" href="/admin/mail" aria-current={state === null ? "page" : undefined}>
					{t("adminMail.all")}
				</a>
				{counts.map((row) => (
					<a
						key={row.state}
						className="button"
						href={`/admin/mail?state=${row.state}`}
						aria-current={state === row.state ? "page" : undefined}
					>
						{t(`adminMail.state.${row.state}`)} <span className="badge">{row.mails}</span>
					</a>
				))}
			</nav>
			{failed > 0 && (
				<form method="post" action="/admin/mail">
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
