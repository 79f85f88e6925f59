import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageTurner } from "~/components/data-table";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import {
	type MailState,
	mailCounts,
	mailPage,
	mailStates,
	resendFailedMails,
	retryFailedMail,
} from "~/lib/mail/outbox.server";
import { page } from "~/shell/handle";
import { MailTable } from "./mail-table";

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
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	const mail = String(form.value.get("mail") ?? "");
	const resent = await (mail === "failed" ? resendFailedMails(ctx) : retryFailedMail(ctx, mail));
	if (!resent.ok) return redirectWithFlash("/admin/mail", "error", `server.${resent.reason}`);
	return redirectWithFlash(
		"/admin/mail",
		"success",
		mail === "failed" ? "adminMail.resendAll.success" : "adminMail.resend.success",
	);
}

export default function MailPage() {
	const { t } = useTranslation();
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
