import type { StaffCtx } from "~/lib/context";
import { readCursor, writeCursor } from "~/lib/db/cursor";
import { read } from "~/lib/db/read.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type MailState, mailCounts, mailPage, mailStates } from "~/lib/mail/outbox.server";

const mostPerPage = 100;

function stateOf(text: string | null): MailState | null {
	return mailStates.find((state) => state === text) ?? null;
}

export async function readMails({ db, language }: StaffCtx<"operations">, search: URLSearchParams) {
	const { t } = textsOf(language);
	const state = stateOf(search.get("state"));
	const { mails, counts } = await read(db, {
		mails: mailPage(db, state, readCursor(search.get("after")), mostPerPage),
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

export type MailsRead = Awaited<ReturnType<typeof readMails>>;
