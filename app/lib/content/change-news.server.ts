import { and, eq, getTableColumns, isNull, notExists, type SQLWrapper, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import { trustedRecipients } from "~/lib/accounts/account-queries.server";
import type { Ctx, StaffCtx } from "~/lib/context";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, keyWithText, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { news, newsVersions, users } from "~db/schema";
import { newsWords } from "./news-preview.server";
import { type NewsRow, newsById, newsHistory, sameNews, textColumns } from "./news-queries.server";
import { type NewsTexts, newsIn } from "./news-texts";

interface NewNews extends NewsTexts {
	/** Whether every account whose address is trusted gets a mail. */
	readonly email: boolean;
	readonly pinned?: boolean;
}

interface AddedNews {
	readonly news: NewsRow;
	/** Mails that are queued, one for each account. */
	readonly mails: number;
}

/** Milliseconds within which the same text by the same author counts as the same item, sent again. */
const repetition = 10 * 60_000;

/** What the form of a new item needs. Null for a reader who may not write news. */
export async function newsFormOf(ctx: Ctx) {
	if (!may(ctx, "news")) return null;
	const recipients = (await trustedRecipients(ctx.db, ctx.now)).length;
	return { key: crypto.randomUUID(), recipients, words: newsWords(ctx.language) };
}

export type NewNewsForm = NonNullable<Awaited<ReturnType<typeof newsFormOf>>>;

/**
 * Publishes a news item and, with `email`, queues a mail to every account of the edition whose address is trusted.
 * @param formKey random key of the page's form: the form sent twice with the same text makes one item. The API has no key, and a
 * client that lost the response sends the item again, so the same title, text, author and `email` within ten minutes make no second
 * item either.
 */
export async function addNews(
	ctx: StaffCtx<"news">,
	{ email, pinned = false, ...texts }: NewNews,
	formKey: string | null = null,
): Promise<Result<AddedNews, "stale">> {
	const { db, actor, now } = ctx;
	const recipients = email ? await trustedRecipients(db, now) : [];
	const id = crypto.randomUUID();
	const mails = recipients.length;
	const key = await keyWithText(formKey, texts);
	const { title, body } = texts;
	const same = sameNews(
		db,
		{ title, body, authorId: actor.id, mailed: mails > 0 },
		new Date(now.getTime() - repetition),
	);
	const author = `${actor.name} ${actor.surname}`;
	const item = {
		...{ id, ...texts, authorId: actor.id, createdAt: now, updatedAt: now },
		...{ deletedAt: null, pinned, version: 1, editedBy: null },
	};
	const committed = await commit(ctx, {
		statements: [
			...consumeFormKey(ctx, key, id),
			key === null ? exactlyOne(insertUnless(ctx, item, same)) : db.insert(news).values(item),
		],
		audit: { action: "news.add", subjectId: id, after: { ...auditedTexts(texts), mails } },
		outbox: mailsAbout({ id, texts, author }, recipients),
		visible: true,
	});
	if (committed.ok) {
		const { name: authorName, surname: authorSurname } = actor;
		return done({ news: { ...item, authorName, authorSurname }, mails });
	}
	const made = wasSentBefore(committed) && key ? await madeByForm(ctx, key) : null;
	const [before] = key === null ? await same : made ? await newsById(db, made) : [];
	// The item may have been deleted since.
	return before ? done({ news: before, mails }) : refuse("stale");
}

/** The mail about an item to each recipient, in the recipient's language. */
function mailsAbout(
	{
		texts,
		...item
	}: { readonly id: string; readonly texts: NewsTexts; readonly author: string; readonly isAgain?: boolean },
	recipients: Awaited<ReturnType<typeof trustedRecipients>>,
) {
	return recipients.map((recipient) =>
		mailTo(recipient, "news", { ...item, ...pick(newsIn(texts, recipient.language), "title", "body") }),
	);
}

/** Statement that writes an item unless the query finds the same one. */
function insertUnless({ db, actor }: StaffCtx<"news">, item: typeof news.$inferSelect, same: SQLWrapper) {
	const columns = Object.entries(getTableColumns(news)).map(([name, column]) => {
		const value = item[name as keyof typeof item];
		return [name, sql`${sql.param(value, column)}`.as(column.name)];
	});
	return db.insert(news).select(
		db
			.select(Object.fromEntries(columns))
			.from(users)
			.where(and(eq(users.id, actor.id), notExists(same))) as never,
	);
}

/** What the audit log says of an item: no languages that it does not have. */
function auditedTexts({ title, body, titleEn, bodyEn }: NewsTexts) {
	return { title, body, ...(titleEn !== null && { titleEn, bodyEn }) };
}

interface EditedNews {
	readonly id: string;
	/** The version that the organiser has seen. */
	readonly version: number;
	readonly texts: NewsTexts;
	readonly pinned: boolean;
	/** As for a new item. */
	readonly email: boolean;
}

/** Changes an item. What it said before stays in its history; pinning it is no change of what it says. */
export async function editNews(
	ctx: StaffCtx<"news">,
	{ id, version, texts, pinned, email }: EditedNews,
): Promise<Result<{ readonly mails: number }, "not-found" | "stale">> {
	const { db, actor, now } = ctx;
	const [before] = await newsById(db, id);
	if (!before) return refuse("not-found");
	const recipients = email ? await trustedRecipients(db, now) : [];
	const mails = recipients.length;
	const author = `${actor.name} ${actor.surname}`;
	const said = pick(before, ...textColumns);
	// The form gives a language to an item of the API, which has none: that is no other text.
	const isSaid = textColumns.every(
		(name) => said[name] === texts[name] || (name === "language" && said.language === null),
	);
	const isThis = and(eq(news.id, id), eq(news.version, version), isNull(news.deletedAt));
	const committed = await commitOrStale(ctx, {
		statements: [
			...(isSaid
				? []
				: [
						db.insert(newsVersions).select(
							db
								.select({
									newsId: sql`${news.id}`.as("news_id"),
									...pick(news, "version", ...textColumns),
									editedBy: sql`coalesce(${news.editedBy}, ${news.authorId})`.as("edited_by"),
									editedAt: sql`${news.updatedAt}`.as("edited_at"),
								})
								.from(news)
								.where(isThis),
						),
					]),
			exactlyOne(
				db
					.update(news)
					.set({
						...texts,
						pinned,
						version: version + 1,
						...(!isSaid && { updatedAt: now, editedBy: actor.id }),
					})
					.where(isThis),
			),
		],
		audit: {
			action: "news.edit",
			subjectId: id,
			before: { ...auditedTexts(said), pinned: before.pinned },
			after: { ...auditedTexts(texts), pinned, ...(email && { mails }) },
		},
		outbox: mailsAbout({ id, texts, author, isAgain: true }, recipients),
		visible: true,
	});
	return committed.ok ? done({ mails }) : committed;
}

/** Lets an item say again what it said in an earlier version. @param seen the version that the organiser has seen */
export async function restoreNews(
	ctx: StaffCtx<"news">,
	id: string,
	{ version, seen }: { readonly version: number; readonly seen: number },
): Promise<Result<unknown, "not-found" | "stale">> {
	const { item, history } = await read(ctx.db, {
		item: first(newsById(ctx.db, id)),
		history: newsHistory(ctx.db, id),
	});
	const earlier = history.find((one) => one.version === version);
	if (!item || !earlier) return refuse("not-found");
	const texts = pick(earlier, ...textColumns);
	return editNews(ctx, { id, version: seen, texts, pinned: item.pinned, email: false });
}

/** Hides an item. Its row stays. */
export async function deleteNews(ctx: StaffCtx<"news">, id: string): Promise<Result<null, "not-found">> {
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
		audit: { action: "news.delete", subjectId: id, before: auditedTexts(item) },
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}
