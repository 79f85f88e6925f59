import { news } from "~db/schema";
import { mailRecipients } from "../accounts/mail-recipients.server";
import type { AdminCtx } from "../context";
import { commit } from "../db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "../db/form-key.server";
import { mailTo } from "../mail/mail-to";
import { done, type Result, refuse } from "../result";
import { type NewsRow, newsById } from "./news-queries.server";
import type { NewsInput } from "./news-schema";

interface AddedNews {
	readonly news: NewsRow;
	/** Whether mails about it were queued. */
	readonly emailSent: boolean;
}

/**
 * Publishes a news item and, when asked to, tells everybody who has an account in the edition, one mail a person.
 * @param formKey random key of the page's form; the same form sent twice gives one item and one answer
 */
export async function addNews(
	ctx: AdminCtx,
	{ title, body, email }: NewsInput,
	formKey: string | null = null,
): Promise<Result<AddedNews, "stale">> {
	const { db, actor, now } = ctx;
	const recipients = email ? await mailRecipients(db) : [];
	const id = crypto.randomUUID();
	const author = `${actor.name} ${actor.surname}`;
	const committed = await commit(ctx, {
		statements: [
			...consumeFormKey(ctx, formKey, id),
			db.insert(news).values({ id, title, body, authorId: actor.id, createdAt: now, updatedAt: now }),
		],
		audit: { action: "news.add", subjectId: id, after: { title, body, mails: recipients.length } },
		outbox: recipients.map((recipient) => mailTo(recipient, "news", { title, body, author })),
		visible: true,
	});
	if (committed.ok) {
		return done({
			news: {
				id,
				title,
				body,
				authorId: actor.id,
				authorName: actor.name,
				authorSurname: actor.surname,
				createdAt: now,
				updatedAt: now,
			},
			emailSent: recipients.length > 0,
		});
	}
	const made = wasSentBefore(committed) && formKey ? await madeByForm(ctx, formKey) : null;
	const [before] = made ? await newsById(db, made) : [];
	// The item may have been deleted since.
	return before ? done({ news: before, emailSent: email }) : refuse("stale");
}
