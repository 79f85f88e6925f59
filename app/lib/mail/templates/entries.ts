import type { TFunction } from "i18next";
import type { EntryInMail, MailPayloads } from "~/lib/db/mail-to";
import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";

export const entrySubmitted: MailTemplate<EntryInMail> = (entry, { t, edition, link: to }) => ({
	subject: t("mail.entrySubmitted.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.entrySubmitted.body", { title: edition.title })),
		details(entryRows(entry, t)),
		paragraph(t("mail.entrySubmitted.change")),
		link(t("mail.entrySubmitted.link"), to("/registration")),
	],
});

export const entrySubmittedOrganisers: MailTemplate<EntryInMail> = (entry, { t, edition, link: to }) => ({
	subject: t("mail.entryToOrganisers.subject", {
		title: edition.title,
		startNumber: entry.startNumber,
		fullName: `${entry.name} ${entry.surname}`,
	}),
	blocks: [
		paragraph(t("mail.entryToOrganisers.body", { title: edition.title })),
		details(entryRows(entry, t)),
		link(t("mail.entryToOrganisers.link"), to(`/registration/${entry.registrationId}`)),
	],
});

/** Only a starter who has not paid is asked to pay. */
export const entryAccepted: MailTemplate<MailPayloads["entry-accepted"]> = (
	entry,
	{ t, edition, link: to },
) => {
	const { title, payment } = edition;
	const mustPay = payment !== null && !entry.paid;
	return {
		subject: t(entry.isReserve ? "mail.entryAccepted.subjectReserve" : "mail.entryAccepted.subject", {
			title,
		}),
		blocks: [
			paragraph(t(entry.isReserve ? "mail.entryAccepted.reserve" : "mail.entryAccepted.body", { title })),
			details(entryRows(entry, t)),
			paragraph(t(mustPay && !entry.isReserve ? "mail.entryAccepted.pay" : "mail.entryAccepted.seeYou")),
			link(t("mail.entryAccepted.link"), to("/registration")),
		],
	};
};

function entryRows(entry: EntryInMail, t: TFunction): readonly (readonly [name: string, value: string])[] {
	return [
		[t("registration.section.pilot"), `${entry.name} ${entry.surname}`],
		[t("registration.field.startNumber"), entry.startNumber],
		[t("registration.field.gliderType"), entry.gliderType],
		[t("registration.field.registrationNumber"), entry.registrationNumber],
		[t("registration.field.competitionClass"), t(`competitionClass.${entry.classType}`)],
	];
}
