import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

/** Goes to the old address of an account when its e-mail address was changed. */
export const emailChanged: MailTemplate<{ readonly newEmail: string }> = (
	{ newEmail },
	{ t, edition, link: to },
) => ({
	subject: t("mail.emailChanged.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.emailChanged.body", { email: newEmail })),
		paragraph(t("mail.emailChanged.notYou")),
		link(t("mail.contactsLink"), to("/contacts")),
	],
});
