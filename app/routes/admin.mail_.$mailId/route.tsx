import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { EmailAddress } from "~/components/email-address";
import { useTexts } from "~/components/use-texts";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pictureUrl } from "~/lib/mail/compose-mail";
import { mailById } from "~/lib/mail/outbox.server";
import { shownMail } from "~/lib/notifications/send-queued-mail.server";
import { operationsPath } from "~/lib/operations/operations-path";
import { page } from "~/shell/handle";

export const handle = page({ title: "adminMail.one.title" });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "operations");
	const [row] = await mailById(ctx.db, params.mailId ?? "");
	if (!row) throw errorPage("not-found");
	const { kind, recipient, state, language, createdAt, sentAt } = row;
	const kindText = textsOf(ctx.language).t(`adminMail.kind.${kind}`, { defaultValue: kind });
	return { kindText, recipient, state, language, createdAt, sentAt, mail: await shownMail(ctx, row) };
}

export default function OneMailPage() {
	const { t, language } = useTexts();
	const { kindText, recipient, state, createdAt, sentAt, mail, ...row } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("adminMail.one.title")}</h1>
			<dl className="facts">
				<dt>{t("adminMail.column.recipient")}</dt>
				<dd>{recipient ? <EmailAddress address={recipient} /> : t("adminMail.one.erasedRecipient")}</dd>
				<dt>{t("adminMail.column.kind")}</dt>
				<dd>{kindText}</dd>
				<dt>{t("adminMail.column.created")}</dt>
				<dd>{formatDayAndTime(createdAt, language)}</dd>
				<dt>{t("adminMail.column.state")}</dt>
				<dd>
					{t(`adminMail.state.${state}`)}
					{sentAt && `, ${formatDayAndTime(sentAt, language)}`}
				</dd>
			</dl>
			{mail ? (
				<section className="card stack" aria-labelledby="mail-subject" lang={row.language}>
					<h2 id="mail-subject">{mail.subject}</h2>
					<p className="prose whitespace-pre-wrap break-words">{mail.text}</p>
					{mail.attachments.map((picture) => (
						<img key={picture.name} className="max-w-full" src={pictureUrl(picture)} alt={picture.alt} />
					))}
				</section>
			) : (
				<p className="empty">{t("adminMail.one.erased")}</p>
			)}
			{mail?.hasToken && <p className="notice notice-info">{t("adminMail.one.noToken")}</p>}
			<p className="no-print">
				<AppLink className="button" to={operationsPath("mail")}>
					{t("adminMail.title")}
				</AppLink>
			</p>
		</div>
	);
}
