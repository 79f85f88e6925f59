import { createResetToken } from "~/lib/accounts/reset-token.server";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

/**
 * The link to a new password. The token is made here, when the mail is sent, so that no queued row ever holds one;
 * nothing is sent when the address is no longer that of the account.
 */
export const passwordReset: MailTemplate<Record<string, never>> = async (
	_payload,
	{ t, edition, link: to, mail, ctx },
) => {
	if (!mail.userId) return null;
	const token = await createResetToken(ctx, {
		userId: mail.userId,
		email: mail.recipient,
		requestedAt: mail.createdAt,
	});
	if (!token) return null;
	return {
		subject: t("mail.passwordReset.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.passwordReset.body")),
			link(t("mail.passwordReset.link"), to(`/password-reset?token=${token}`)),
			paragraph(t("mail.passwordReset.validity")),
		],
	};
};
