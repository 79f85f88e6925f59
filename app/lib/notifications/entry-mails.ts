import type { EntryInMail, MailPayloads, PaymentInMail } from "~/lib/db/mail-to";
import { nameOfClass } from "~/lib/editions/classes";
import { entryPath } from "~/lib/entries/entry-paths";
import { euroLines, paymentLines } from "~/lib/entries/payment";
import { changeText } from "~/lib/entries/requested-change";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import {
	details,
	link,
	type MailBlock,
	type MailTemplate,
	type MailTools,
	paragraph,
} from "~/lib/mail/template";

export const entrySubmitted: MailTemplate<MailPayloads["entry-submitted"]> = (entry, tools) => {
	const { t, edition, link: to } = tools;
	return {
		subject: t("mail.entrySubmitted.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.entrySubmitted.body", { title: edition.title })),
			...(isEntry(entry) ? [details(entryRows(entry, tools))] : []),
			paragraph(t("mail.entrySubmitted.change")),
			link(t("mail.entrySubmitted.link"), to("/registration")),
		],
	};
};

export const entrySubmittedOrganisers: MailTemplate<EntryInMail> = (entry, tools) => {
	const { t, edition, link: to } = tools;
	return {
		subject: t("mail.entryToOrganisers.subject", {
			title: edition.title,
			startNumber: entry.startNumber,
			fullName: `${entry.name} ${entry.surname}`,
		}),
		blocks: [
			paragraph(t("mail.entryToOrganisers.body", { title: edition.title })),
			details(entryRows(entry, tools)),
			link(t("mail.entryToOrganisers.link"), to(entryPath(entry.registrationId))),
		],
	};
};

export const entryAccepted: MailTemplate<MailPayloads["entry-accepted"]> = (entry, tools) => {
	const { t, edition } = tools;
	const [subject, body] = entry.isReserve
		? (["subjectReserve", "reserve"] as const)
		: (["subject", "body"] as const);
	return {
		subject: t(`mail.entryAccepted.${subject}`, { title: edition.title }),
		blocks: [
			paragraph(t(`mail.entryAccepted.${body}`, { title: edition.title })),
			details(entryRows(entry, tools)),
			...whatIsDue(entry.payment, tools),
		],
	};
};

export const entryPromoted: MailTemplate<MailPayloads["entry-promoted"]> = (entry, tools) => {
	const { t, edition } = tools;
	return {
		subject: t("mail.entryPromoted.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.entryPromoted.body", { title: edition.title })),
			details(entryRows(entry, tools)),
			...whatIsDue(entry.payment, tools),
		],
	};
};

const lostTexts = { unpaid: "unpaidFinal", full: "full", hand: "hand" } as const;

export const entryReserve: MailTemplate<MailPayloads["entry-reserve"]> = (entry, tools) => {
	const { t, edition, link: to } = tools;
	return {
		subject: t("mail.entryReserve.subject", { title: edition.title }),
		blocks: [
			paragraph(
				t(`mail.entryReserve.${entry.why ? lostTexts[entry.why] : "body"}`, { title: edition.title }),
			),
			...(edition.payment && entry.why !== "unpaid"
				? [paragraph(t(entry.paid ? "mail.entryReserve.paid" : "mail.entryReserve.unpaid"))]
				: []),
			details(entryRows(entry, tools)),
			link(t("mail.entryAccepted.link"), to("/registration")),
		],
	};
};

export const entryFinalWarning: MailTemplate<MailPayloads["entry-final-warning"]> = (entry, tools) => {
	const { t, edition, language } = tools;
	const day = formatDay(entry.finalSince, language);
	return {
		subject: t("mail.entryFinalWarning.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.entryFinalWarning.body", { title: edition.title, day })),
			details(entryRows(entry, tools)),
			...whatIsDue(entry.payment, tools),
		],
	};
};

export const entryChangeDecided: MailTemplate<MailPayloads["entry-change-decided"]> = (
	{ accepted, changes },
	{ t, edition, language, link: to },
) => {
	const nameOf = (type: string) => nameOfClass(edition, type, language);
	const decision = accepted ? "accepted" : "refused";
	return {
		subject: t(`mail.entryChange.${decision}.subject`, { title: edition.title }),
		blocks: [
			paragraph(t(`mail.entryChange.${decision}.body`, { title: edition.title })),
			details(
				changes.map(({ field, before, after }) => [
					t(`registration.field.${field}`),
					`${changeText(t, nameOf, field, before)} → ${changeText(t, nameOf, field, after)}`,
				]),
			),
			link(t("mail.entryAccepted.link"), to("/registration")),
		],
	};
};

/** The payment, if one is due, and the link to the entry, which shows it with its QR code. */
function whatIsDue(payment: PaymentInMail | null, tools: MailTools): readonly MailBlock[] {
	const { t, link: to } = tools;
	const entryLink = link(t("mail.entryAccepted.link"), to("/registration"));
	// A row queued by an older version has no payment.
	if (!payment) return [paragraph(t("mail.entryAccepted.seeYou")), entryLink];
	return [
		paragraph(t("mail.entryAccepted.pay")),
		...paymentBlocks(payment, tools),
		paragraph(t("mail.entryAccepted.code")),
		entryLink,
	];
}

function paymentBlocks(payment: PaymentInMail, tools: MailTools): readonly MailBlock[] {
	const rows = (lines: ReturnType<typeof paymentLines>) =>
		details(lines.map(({ name, value }) => [name, value]));
	const inEuro = euroLines(payment, tools);
	return [
		rows(paymentLines(payment, tools)),
		...(inEuro.length > 0 ? [paragraph(tools.t("registration.payment.inEuro")), rows(inEuro)] : []),
	];
}

function isEntry(payload: MailPayloads["entry-submitted"]): payload is EntryInMail {
	return "registrationId" in payload;
}

function entryRows(
	entry: EntryInMail,
	{ t, edition, language }: MailTools,
): readonly (readonly [name: string, value: string])[] {
	return [
		[t("registration.section.pilot"), `${entry.name} ${entry.surname}`],
		[t("registration.field.startNumber"), entry.startNumber],
		[t("registration.field.gliderType"), entry.gliderType],
		[t("registration.field.registrationNumber"), entry.registrationNumber],
		[t("registration.field.competitionClass"), nameOfClass(edition, entry.classType, language)],
	];
}

type Reminder = MailPayloads["reminder"];

/** Names what the recipient has not delivered yet, and where to deliver it. */
export const reminder: MailTemplate<Reminder> = ({ payment, logs }, tools) => {
	const { t, language, edition, link: to } = tools;
	const blocks: MailBlock[] = [paragraph(t("mail.reminder.body", { title: edition.title }))];
	if (payment)
		blocks.push(
			paragraph(t("mail.reminder.payment")),
			...paymentBlocks(payment, tools),
			link(t("mail.entryAccepted.link"), to("/registration")),
		);
	if (logs.length > 0) {
		blocks.push(
			paragraph(t("mail.reminder.logs")),
			details(logs.map(({ day, date }) => [dayName(t, day), formatDay(date, language)] as const)),
			link(t("mail.reminder.logsLink"), to("/igc")),
		);
	}
	blocks.push(paragraph(t("mail.reminder.done")));
	return { subject: t("mail.reminder.subject", { title: edition.title }), blocks };
};
