import type { MailPayloads } from "~/lib/db/mail-to";
import { dayName, formatDay, formatSignupTime } from "~/lib/i18n/format-dates";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";
import { resultsPath } from "~/lib/results/results-address";

export const resultsPublished: MailTemplate<MailPayloads["results-published"]> = (
	{ day, date, dayId, classId, classType, state, protestsUntil },
	{ t, language, edition, link: to },
) => {
	const what = {
		class: t(`competitionClass.${classType}`),
		day: `${dayName(t, day)}, ${formatDay(date, language)}`,
		state: t(`mail.resultsPublished.state.${state}`),
	};
	return {
		subject: t("mail.resultsPublished.subject", { ...what, title: edition.title }),
		blocks: [
			paragraph(t("mail.resultsPublished.body", what)),
			...(protestsUntil
				? [
						paragraph(
							t("mail.resultsPublished.protest", {
								until: formatSignupTime(new Date(protestsUntil), language),
							}),
						),
					]
				: []),
			link(t("mail.resultsPublished.link"), to(resultsPath({ view: "daily", classId, dayId }))),
		],
	};
};
