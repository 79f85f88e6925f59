import type { MailPayloads } from "~/lib/db/mail-to";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

/** Withdrawn when no request waits for its confirmation any more. */
export const erasureConfirm: MailTemplate<MailPayloads["erasure-confirm"]> = async (
	_payload,
	{ t, edition, link: to, token },
) => {
	const erase = await token("erase");
	if (!erase) return null;
	return {
		subject: t("mail.erasureConfirm.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.erasureConfirm.body")),
			link(t("mail.erasureConfirm.link"), to(`/erase-account/${erase}`)),
			paragraph(t("mail.erasureConfirm.validity")),
			paragraph(t("mail.notYou")),
		],
	};
};

export const erasureWaiting: MailTemplate<MailPayloads["erasure-waiting"]> = (
	{ dueAt },
	{ t, language, edition, link: to },
) => ({
	subject: t("mail.erasureWaiting.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.erasureWaiting.body", { time: formatChangeTime(new Date(dueAt), language) })),
		paragraph(t("mail.erasureWaiting.withdraw")),
		link(t("mail.erasureWaiting.link"), to("/user-profile/erase")),
	],
});

export const erasureOrganisers: MailTemplate<MailPayloads["erasure-organisers"]> = (
	{ name, surname, results, dueAt },
	{ t, language, edition, link: to },
) => {
	const fullName = `${name} ${surname}`;
	const time = formatChangeTime(new Date(dueAt), language);
	return {
		subject: t("mail.erasureOrganisers.subject", { fullName, title: edition.title }),
		blocks: [
			paragraph(t("mail.erasureOrganisers.body", { fullName, results })),
			paragraph(t("mail.erasureOrganisers.object", { time })),
			link(t("mail.erasureOrganisers.link"), to("/admin/erasures")),
		],
	};
};

export const erasureObjected: MailTemplate<MailPayloads["erasure-objected"]> = (
	{ objection },
	{ t, edition, link: to },
) => ({
	subject: t("mail.erasureObjected.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.erasureObjected.body")),
		paragraph(objection),
		paragraph(t("mail.erasureObjected.next")),
		link(t("mail.contactsLink"), to("/contacts")),
	],
});
