import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import type { NewsItem } from "~/lib/content/news-queries.server";
import type { ReadNews } from "~/lib/content/news-texts";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { AppLink } from "./app-link";
import { Icon } from "./icon";
import { useIsOver } from "./use-root-data";

interface NewsListProps {
	readonly items: readonly NewsItem[];
	/** Shows the organisers' buttons at each item. */
	readonly admin: boolean;
	readonly level: 2 | 3;
	readonly returnTo: string;
}

export function NewsList({ items, admin, level, returnTo }: NewsListProps) {
	const { t } = useTexts();
	const isOver = useIsOver();
	if (items.length === 0) return <p className="empty">{t(isOver ? "news.empty.over" : "news.empty")}</p>;
	return (
		<div className="lined">
			{items.map((item) => (
				<NewsArticle key={item.id} item={item} admin={admin} level={level} returnTo={returnTo} />
			))}
		</div>
	);
}

interface NewsArticleProps extends Omit<NewsListProps, "items" | "level"> {
	readonly item: NewsItem;
	/** On the first level the item has the page for itself. */
	readonly level: 1 | NewsListProps["level"];
}

export function NewsArticle({ item, admin, level, returnTo }: NewsArticleProps) {
	const { t } = useTexts();
	const headingId = `news-${item.id}`;
	return (
		<article id={item.id} aria-labelledby={headingId} className="prose">
			<NewsText
				text={item}
				level={level}
				headingId={headingId}
				path={level === 1 ? null : `/news/${item.id}`}
				byline={<Byline item={item} />}
			/>
			{admin && (
				<div className="button-row no-print">
					<AppLink className="button" to={`/news/${item.id}/edit`} aria-describedby={headingId}>
						{t("news.edit.button")}
					</AppLink>
					<form method="get" action={`/news/${item.id}/delete`}>
						<input type="hidden" name="returnTo" value={returnTo} />
						<button type="submit" className="button button-danger" aria-describedby={headingId}>
							{t("news.delete.button")}
						</button>
					</form>
				</div>
			)}
		</article>
	);
}

/** When and by whom, in one line below the heading. */
function Byline({ item }: { readonly item: NewsItem }) {
	const { t, language } = useTexts();
	return (
		<p className="muted mt-1 text-small">
			{item.pinned && (
				<span className="chip chip-info mr-2">
					<Icon name="pin" />
					{t("news.pinned")}
				</span>
			)}
			<time className="wrap-anywhere whitespace-normal" dateTime={item.updatedAt.toISOString()}>
				{formatChangeTime(item.updatedAt, language)}
			</time>
			{" · "}
			<span className="unbroken">{`${item.authorName} ${item.authorSurname}`}</span>
			{item.day && (
				<>
					{" · "}
					<AppLink to={`/days/${item.day}`}>{t("competitionDay.name", { number: item.day })}</AppLink>
				</>
			)}
		</p>
	);
}

interface NewsTextProps {
	readonly text: ReadNews;
	readonly level: 1 | 2 | 3;
	readonly headingId?: string;
	/** Where the heading leads; null leads nowhere. */
	readonly path?: string | null;
	readonly byline?: ReactNode;
}

/** Heading and paragraphs of an item. */
export function NewsText({ text: { title, body, lang }, level, headingId, path, byline }: NewsTextProps) {
	const Heading = `h${level}` as const;
	return (
		<>
			<Heading id={headingId} lang={lang}>
				{path ? (
					<AppLink className="text-inherit no-underline hover:underline" to={path}>
						{title}
					</AppLink>
				) : (
					title
				)}
				<InLanguage lang={lang} />
			</Heading>
			{byline}
			{paragraphsOf(body).map(({ at, text }) => (
				<p key={at} lang={lang}>
					{text}
				</p>
			))}
		</>
	);
}

/** Says in which other language a text is. */
export function InLanguage({ lang }: { readonly lang: Language | undefined }) {
	const { t, language } = useTexts();
	return (
		lang &&
		lang !== language && (
			<>
				{" "}
				<span className="muted unbroken text-small font-normal" lang={language}>
					{t("news.foreign")}
				</span>
			</>
		)
	);
}

/** Lines that are not blank, with their indices. */
function paragraphsOf(body: string): { readonly at: number; readonly text: string }[] {
	return body
		.split("\n")
		.map((text, at) => ({ at, text }))
		.filter(({ text }) => text.trim() !== "");
}
