import type { MailPayloads } from "~/lib/db/mail-to";
import { dayAndDate, formatChangeTime } from "~/lib/i18n/format-dates";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";
import { operationsPath } from "~/lib/operations/operations-path";

/** Mail to the old address. It is withdrawn when the change was undone before it is sent. */
export const emailChanged: MailTemplate<MailPayloads["email-changed"]> = async (
	{ newEmail },
	{ t, edition, link: to, token },
) => {
	const undo = await token("undo");
	if (!undo) return null;
	return {
		subject: t("mail.emailChanged.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.emailChanged.body", { email: newEmail })),
			paragraph(t("mail.emailChanged.notYou")),
			link(t("mail.emailChanged.undo"), to(`/undo-email?token=${undo}`)),
			paragraph(t("mail.emailChanged.validity")),
			link(t("mail.contactsLink"), to("/contacts")),
		],
	};
};

/**
 * Mail to a new address. Apart from the address it holds nothing that somebody typed: the address may be a stranger's. It is
 * withdrawn when there is nothing to confirm.
 */
export const emailVerify: MailTemplate<MailPayloads["email-verify"]> = async (
	{ change },
	{ t, edition, link: to, token },
) => {
	const confirm = await token("confirm");
	if (!confirm) return null;
	return {
		subject: t("mail.emailVerify.subject", { title: edition.title }),
		blocks: [
			paragraph(t(change ? "mail.emailVerify.change" : "mail.emailVerify.body")),
			link(t("mail.emailVerify.link"), to(`/confirm-email?token=${confirm}`)),
			paragraph(t("mail.emailVerify.validity")),
			paragraph(t(change ? "mail.emailVerify.notYouChange" : "mail.emailVerify.notYou")),
		],
	};
};

/** Warns the owner of the account, in case somebody else changed the password. */
export const passwordChanged: MailTemplate<MailPayloads["password-changed"]> = (
	_payload,
	{ t, edition, link: to },
) => ({
	subject: t("mail.passwordChanged.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.passwordChanged.body")),
		paragraph(t("mail.notYou")),
		link(t("mail.resetLink"), to("/password-reset")),
	],
});

/**
 * Mail with a reset token. The token is made when the mail is sent, so that the outbox never holds one. It is withdrawn when the
 * account has another address by now.
 */
export const passwordReset: MailTemplate<MailPayloads["password-reset"]> = async (
	_payload,
	{ t, edition, link: to, token },
) => {
	const reset = await token("reset");
	if (!reset) return null;
	return {
		subject: t("mail.passwordReset.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.passwordReset.body")),
			link(t("mail.passwordReset.link"), to(`/password-reset?token=${reset}`)),
			paragraph(t("mail.passwordReset.validity")),
		],
	};
};

/** Warns the owner of the account, in case somebody else did it. */
export const secondFactor: MailTemplate<MailPayloads["second-factor"]> = (
	{ event },
	{ t, edition, link: to },
) => ({
	subject: t(`mail.secondFactor.${event}.subject`, { title: edition.title }),
	blocks: [
		paragraph(t(`mail.secondFactor.${event}.body`)),
		paragraph(t("mail.notYou")),
		link(t("mail.resetLink"), to("/password-reset")),
	],
});

/** It is withdrawn when no request waits for its confirmation any more. */
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
			link(t("mail.erasureOrganisers.link"), to(operationsPath("erasures"))),
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

/** Warns the maker of a duty link, in case somebody else did it. It does not hold the link, which is a credential. */
export const dutyLink: MailTemplate<MailPayloads["duty-link"]> = (
	{ name, day, date },
	{ t, language, edition, link: to },
) => ({
	subject: t("mail.dutyLink.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.dutyLink.body", { name, day: dayAndDate(t, { name: day, date }, language) })),
		paragraph(t("mail.dutyLink.notYou")),
		link(t("mail.dutyLink.link"), to("/duty")),
		link(t("mail.resetLink"), to("/password-reset")),
	],
});

/** It names nobody: the address may be a stranger's. It is withdrawn when the invitation does not hold any more. */
export const invitation: MailTemplate<MailPayloads["invitation"]> = async (
	{ role },
	{ t, edition, link: to, token },
) => {
	const path = await token("invitation");
	if (!path) return null;
	return {
		subject: t("mail.invitation.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.invitation.body", { title: edition.title, role: t(`role.${role}`) })),
			link(t("mail.invitation.link"), to(path)),
			paragraph(t("mail.invitation.validity")),
			paragraph(t("mail.invitation.factor")),
		],
	};
};

/** It names nobody: the page says who has which role. */
export const roleChanged: MailTemplate<MailPayloads["role-changed"]> = (
	{ event, role },
	{ t, edition, link: to },
) => ({
	subject: t("mail.roleChanged.subject", { title: edition.title }),
	blocks: [
		paragraph(t(`mail.roleChanged.${event}`, { role: t(`role.${role}`) })),
		paragraph(t("mail.roleChanged.advice")),
		link(t("mail.roleChanged.link"), to("/admin/team")),
	],
});

/** It names neither the values, for which a mailbox is no place, nor who has set them, whom the page names. */
export const settingsChanged: MailTemplate<MailPayloads["settings-changed"]> = (
	{ group },
	{ t, edition, link: to },
) => {
	const name = t(`settings.group.${group}`);
	return {
		subject: t("mail.settingsChanged.subject", { group: name, title: edition.title }),
		blocks: [
			paragraph(t("mail.settingsChanged.body", { group: name })),
			paragraph(t("mail.settingsChanged.advice")),
			link(t("mail.settingsChanged.link"), to(`/admin/settings/${group}`)),
		],
	};
};

/** To the organisers of both years: a stolen session could close one. */
export const yearOpened: MailTemplate<MailPayloads["year-opened"]> = (
	{ year },
	{ t, edition, link: to },
) => ({
	subject: t("mail.yearOpened.subject", { title: edition.title, year }),
	blocks: [
		paragraph(t("mail.yearOpened.body", { year })),
		paragraph(t("mail.yearOpened.advice")),
		link(t("mail.yearOpened.link"), to("/")),
	],
});
