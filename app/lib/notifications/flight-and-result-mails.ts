import type { TFunction } from "i18next";
import type { MailPayloads } from "~/lib/db/mail-to";
import { nameOfClass } from "~/lib/editions/classes";
import { ownLogPath } from "~/lib/flights/log-rights/confirm-log.server";
import { receiptPath } from "~/lib/flights/upload-receipt";
import { dayAndDate, formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";
import { resultsPath } from "~/lib/results/results-address";
import { scorePath } from "~/lib/scoring/day-scores";

/** It names neither the sender nor the file: a stranger typed both. */
export const flightLogSent: MailTemplate<MailPayloads["flight-log-sent"]> = async (
	{ day, date, versionId, counts, toConfirm = false, decided = false },
	{ t, language, edition, link: to, token },
) => {
	const proof = toConfirm ? await token("own-log") : null;
	const standing = `${counts ? "counts" : "beside"}${decided ? "Decided" : ""}` as const;
	return {
		subject: t("mail.flightLogSent.subject", { title: edition.title }),
		blocks: [
			paragraph(t("mail.flightLogSent.body", { day: dayAndDate(t, { name: day, date }, language) })),
			paragraph(t(`mail.flightLogSent.${proof ? "toConfirm" : standing}`)),
			...(proof ? [link(t("mail.flightLogSent.confirm"), to(`${ownLogPath(versionId)}?${proof}`))] : []),
			link(t("mail.flightLogSent.link"), to(receiptPath(versionId))),
			paragraph(t(proof ? "mail.flightLogSent.notYoursToConfirm" : "mail.flightLogSent.notYours")),
			link(t("mail.contactsLink"), to("/contacts")),
		],
	};
};

export const logEvaluated: MailTemplate<MailPayloads["log-evaluated"]> = (
	{ day, date, dayId, registrationId, distanceM, speedKmh, points, rank, logs, findings },
	{ t, language, edition, link: to },
) => ({
	subject: t("mail.logEvaluated.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.logEvaluated.body", { day: dayAndDate(t, { name: day, date }, language) })),
		details([
			[t("score.distance"), `${formatKilometres(distanceM, language)} km`],
			[
				t("score.speed"),
				speedKmh === null ? t("score.status.out") : `${formatSpeed(speedKmh, language)} km/h`,
			],
			[t("results.column.points"), formatPoints(points, language)],
			...(rank === null
				? []
				: [
						[
							t("results.column.position"),
							logs === undefined ? String(rank) : t("mail.logEvaluated.place", { rank, count: logs }),
						] as const,
					]),
		]),
		...(findings > 0 ? [paragraph(t("mail.logEvaluated.findings", { count: findings }))] : []),
		link(t("mail.logEvaluated.link"), to(scorePath(dayId, registrationId))),
		paragraph(t("mail.logEvaluated.preliminary")),
		link(t("mail.logEvaluated.off"), to("/user-profile")),
	],
});

export const resultsPublished: MailTemplate<MailPayloads["results-published"]> = (
	{ day, date, dayId, classId, classType, state, protestsUntil, reason, ...said },
	{ t, language, edition, link: to },
) => {
	const what = {
		class: nameOfClass(edition, classType, language),
		day: dayAndDate(t, { name: day, date }, language),
		state: t(`mail.resultsPublished.state.${state}`),
	};
	return {
		subject: t("mail.resultsPublished.subject", { ...what, title: edition.title }),
		blocks: [
			paragraph(t(`mail.resultsPublished.${said.moved ? "moved" : said.changed ? "changed" : "body"}`, what)),
			...(said.score ? [paragraph(scoreInWords(said.score, t, language))] : []),
			...(protestsUntil
				? [
						paragraph(
							t("mail.resultsPublished.protest", {
								until: formatDayAndTime(new Date(protestsUntil), language),
							}),
						),
					]
				: []),
			...(reason ? [paragraph(t("mail.resultsPublished.reason", { reason }))] : []),
			...(said.endsEarlier ? [paragraph(t("mail.resultsPublished.endsEarlier"))] : []),
			link(t("mail.resultsPublished.link"), to(resultsPath({ view: "daily", classId, dayId }))),
		],
	};
};

function scoreInWords(
	{ place, points }: NonNullable<MailPayloads["results-published"]["score"]>,
	t: TFunction,
	language: Language,
): string {
	const own = { count: points, points: formatPoints(points, language), place };
	return t(place === null ? "mail.resultsPublished.points" : "mail.resultsPublished.score", own);
}
