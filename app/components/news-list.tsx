import { useTexts } from "~/components/use-texts";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { foreignIn, type Language } from "~/lib/i18n/language";
import { AppLink } from "./app-link";
import { useIsOver } from "./use-root-data";

export interface NewsItem {
	readonly id: string;
	readonly title: string;
	/** One paragraph a line. */
	readonly body: string;
	readonly authorName: string;
	readonly authorSurname: string;
	readonly updatedAt: Date;
	/** Number of the item's competition day; null at other times, absent on the page of the day itself. */
	readonly day?: number | null;
}

interface NewsListProps {
	readonly items: readonly NewsItem[];
	/** Shows the organisers' button at each item. */
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

function NewsArticle({
	item,
	admin,
	level,
	returnTo,
}: Omit<NewsListProps, "items"> & { readonly item: NewsItem }) {
	const { t, language } = useTexts();
	const Heading = `h${level}` as const;
	const headingId = `news-${item.id}`;
	const lang = foreignIn(language, `${item.title} ${item.body}`);
	return (
		<article id={item.id} aria-labelledby={headingId} className="prose">
			<Heading id={headingId} lang={lang}>
				{item.title}
				<InLanguage lang={lang} />
			</Heading>
			{paragraphsOf(item.body).map(({ at, text }) => (
				<p key={at} lang={lang}>
					{text}
				</p>
			))}
			<p className="muted">
				<span className="unbroken">{`${item.authorName} ${item.authorSurname}`}</span>,{" "}
				<time className="wrap-anywhere whitespace-normal" dateTime={item.updatedAt.toISOString()}>
					{formatChangeTime(item.updatedAt, language)}
				</time>
				{item.day && (
					<>
						{" · "}
						<AppLink to={`/days/${item.day}`}>{t("competitionDay.name", { number: item.day })}</AppLink>
					</>
				)}
			</p>
			{admin && (
				<form method="get" action={`/news/${item.id}/delete`} className="no-print">
					<input type="hidden" name="returnTo" value={returnTo} />
					<button type="submit" className="button button-danger" aria-describedby={headingId}>
						{t("news.delete.button")}
					</button>
				</form>
			)}
		</article>
	);
}

/** Says in which other language a text is. */
export function InLanguage({ lang }: { readonly lang: Language | undefined }) {
	const { t, language } = useTexts();
	return (
		lang && (
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
