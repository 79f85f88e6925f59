import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

/** Tells the owner of an account that its password was changed, in case it was somebody else. */
export const passwordChanged: MailTemplate<Record<string, never>> = (_payload, { t, edition, link: to }) => ({
	subject: t("mail.passwordChanged.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.passwordChanged.body")),
		paragraph(t("mail.notYou")),
		link(t("mail.resetLink"), to("/password-reset")),
	],
});
