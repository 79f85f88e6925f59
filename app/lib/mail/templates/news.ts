import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

interface NewsMail {
	readonly title: string;
	/** One paragraph a line. */
	readonly body: string;
	/** Name and surname. */
	readonly author: string;
}

/** Tells somebody with an account what the organisers have published. */
export const news: MailTemplate<NewsMail> = ({ title, body, author }, { t, edition, link: to }) => ({
	subject: t("mail.news.subject", { news: title, title: edition.title }),
	blocks: [
		paragraph(t("mail.news.body")),
		paragraph(title),
		...paragraphsOf(body).map(paragraph),
		paragraph(author),
		link(t("mail.news.link"), to("/news")),
	],
});

function paragraphsOf(body: string): string[] {
	return body.split("\n").filter((line) => line.trim() !== "");
}
