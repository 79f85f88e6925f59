import type { AuditAction } from "~/lib/db/audit-actions";
import type { MailPayloads } from "~/lib/db/mail-to";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";
import type { AlertCause } from "~db/enums";

const logOf = (action: AuditAction) => `/admin/audit?action=${action}`;

/** Where an organiser sees what it is about. */
const pages: Readonly<Record<AlertCause, string>> = {
	"new-organiser": logOf("user.grant-admin"),
	"organiser-device": logOf("account.login"),
	erasures: logOf("account.erase"),
	"replaced-logs": logOf("igc.upload"),
	"late-mail": "/admin/mail",
	storage: logOf("igc.upload"),
};

/** Names nobody: who it was stands in the audit log, where an erasure finds it. */
export const alert: MailTemplate<MailPayloads["alert"]> = ({ cause, number }, { t, edition, link: to }) => {
	const what = t(`mail.alert.what.${cause}`, { number });
	return {
		subject: t("mail.alert.subject", { what, title: edition.title }),
		blocks: [
			paragraph(`${what}.`),
			paragraph(t(`mail.alert.advice.${cause}`)),
			link(t("mail.alert.link"), to(pages[cause])),
		],
	};
};
