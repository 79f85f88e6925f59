import type { MailPayloads } from "~/lib/db/mail-to";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

export const news: MailTemplate<MailPayloads["news"]> = (
	{ title, body, author },
	{ t, edition, link: to },
) => ({
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
