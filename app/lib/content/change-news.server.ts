import { and, eq, isNull, notExists, type SQLWrapper, sql } from "drizzle-orm";
import { isAdmin } from "~/lib/access";
import { trustedRecipients } from "~/lib/accounts/account-queries.server";
import type { AdminCtx, Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, keyWithText, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { done, type Result, refuse } from "~/lib/result";
import { news, users } from "~db/schema";
import { type NewsRow, newsById, sameNews } from "./news-queries.server";
import type { NewsInput } from "./news-schema";

interface NewsText {
	readonly id: string;
	readonly title: string;
	readonly body: string;
}

interface AddedNews {
	readonly news: NewsRow;
	/** Mails to the accounts are queued. */
	readonly emailSent: boolean;
}

/** Milliseconds within which the same text by the same author counts as the same item, sent again. */
const repetition = 10 * 60_000;

/** What the form of news needs: a new key, and the number of accounts that get a mail. Null for a reader who may not write news. */
export async function newsFormOf(ctx: Ctx) {
	if (!isAdmin(ctx)) return null;
	return { key: crypto.randomUUID(), recipients: (await trustedRecipients(ctx.db, ctx.now)).length };
}

/**
 * Publishes a news item and, with `email`, queues a mail to every account of the edition whose address is trusted.
 * @param formKey random key of the page's form: the form sent twice with the same text makes one item. The API has no key, and a
 * client that lost the response sends the item again, so the same title, text, author and `email` within ten minutes make no second
 * item either.
 */
export async function addNews(
	ctx: AdminCtx,
	{ title, body, email }: NewsInput,
	formKey: string | null = null,
): Promise<Result<AddedNews, "stale">> {
	const { db, actor, now } = ctx;
	const recipients = email ? await trustedRecipients(db, now) : [];
	const id = crypto.randomUUID();
	const key = await keyWithText(formKey, { title, body });
	const item = { title, body, authorId: actor.id, mailed: recipients.length > 0 };
	const same = sameNews(db, item, new Date(now.getTime() - repetition));
	const author = `${actor.name} ${actor.surname}`;
	const committed = await commit(ctx, {
		statements: [
			...consumeFormKey(ctx, key, id),
			key === null
				? exactlyOne(insertUnless(ctx, { id, title, body }, same))
				: db.insert(news).values({ id, title, body, authorId: actor.id, createdAt: now, updatedAt: now }),
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
	const made = wasSentBefore(committed) && key ? await madeByForm(ctx, key) : null;
	const [before] = key === null ? await same : made ? await newsById(db, made) : [];
	// The item may have been deleted since.
	return before ? done({ news: before, emailSent: recipients.length > 0 }) : refuse("stale");
}

/** Statement that writes an item unless the query finds the same one. */
function insertUnless({ db, actor, now }: AdminCtx, { id, title, body }: NewsText, same: SQLWrapper) {
	return db.insert(news).select(
		db
			.select({
				id: sql<string>`${id}`.as("id"),
				title: sql<string>`${title}`.as("title"),
				body: sql<string>`${body}`.as("body"),
				authorId: users.id,
				createdAt: sql<Date>`${now.getTime()}`.as("created_at"),
				updatedAt: sql<Date>`${now.getTime()}`.as("updated_at"),
				deletedAt: sql<null>`NULL`.as("deleted_at"),
			})
			.from(users)
			.where(and(eq(users.id, actor.id), notExists(same))),
	);
}

/** Hides an item. Its row stays. */
export async function deleteNews(ctx: AdminCtx, id: string): Promise<Result<null, "not-found">> {
	const [item] = await newsById(ctx.db, id);
	if (!item) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(news)
					.set({ deletedAt: ctx.now })
					.where(and(eq(news.id, id), isNull(news.deletedAt))),
			),
		],
		audit: { action: "news.delete", subjectId: id, before: { title: item.title, body: item.body } },
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}
