import { sessionSeconds } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import { hasPolicy } from "~/lib/editions/admission";
import { addDays } from "~/lib/editions/prague-time";
import { dutyHours } from "~/lib/http/cookies.server";
import { formatDate } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { linkDays, logsOfOthersDays, mailDays, safetyCardDays } from "~/lib/kept-for";
import type { Edition } from "~editions/schema";

/** Keys of the details of each section. They say what the code does; those of `account.erase` are also on the page that erases an account. */
const details = {
	responsible: ["privacy.responsible.purpose", "privacy.responsible.consent"],
	data: [
		"privacy.data.account",
		"privacy.data.entry",
		"privacy.data.payments",
		"privacy.data.earlier",
		"privacy.data.flying",
		"privacy.data.live",
		"privacy.data.team",
		"privacy.data.settings",
		"privacy.data.operation",
	],
	public: [
		"privacy.public.outlandings",
		"privacy.public.tracks",
		"privacy.public.live",
		"privacy.public.scores",
		"privacy.public.api",
		"privacy.public.places",
		"privacy.public.never",
	],
	recipients: [
		"privacy.recipients.seeYou",
		"privacy.recipients.soaringSpot",
		"privacy.recipients.hosting",
		"privacy.recipients.mail",
		"privacy.recipients.passwords",
		"privacy.recipients.desk",
		"privacy.recipients.rescue",
		"privacy.recipients.nobody",
	],
	kept: [
		"privacy.kept.sessions",
		"privacy.kept.links",
		"privacy.kept.mails",
		"privacy.kept.safetyCards",
		"privacy.kept.live",
		"privacy.kept.logsOfOthers",
		"privacy.kept.audit",
		"privacy.kept.serverLog",
		"privacy.kept.backups",
	],
	erasure: [
		"account.erase.steps",
		"account.erase.kept",
		"account.erase.flightLogs",
		"account.erase.reports",
		"privacy.erasure.unsigned",
		"privacy.erasure.complaint",
	],
	browser: ["privacy.browser.cookies", "privacy.browser.storage"],
} as const;

export type PrivacySectionId = keyof typeof details;

export interface PrivacySection {
	/** Anchor of the section on `/privacy`. */
	readonly id: PrivacySectionId;
	readonly title: string;
	/** The section in a sentence, which who makes an account reads too. */
	readonly lead: string;
	readonly details: readonly string[];
}

/** What the site says about personal data, in the reader's language. */
export function privacySections({ edition, language }: Pick<Ctx, "edition" | "language">): PrivacySection[] {
	const { t } = textsOf(language);
	const { name, address, idNumber } = edition.contacts.organiser;
	const lastDay = edition.competition.to;
	const values = {
		organiser: [name, address[language], idNumber && t("organiser.idNumber", { idNumber })]
			.filter(Boolean)
			.join(", "),
		sessionMinutes: sessionSeconds / 60,
		dutyHours,
		linkDays,
		mailDays,
		safetyCardsUntil: formatDate(addDays(lastDay, safetyCardDays), language),
		logsOfOthersUntil: formatDate(addDays(lastDay, logsOfOthersDays), language),
	};
	return (Object.keys(details) as PrivacySectionId[]).map((id) => ({
		id,
		title: t(`privacy.${id}.title`),
		lead: t(`privacy.${id}.lead`, values),
		details: details[id].filter((key) => holds(edition, key)).map((key) => t(key, values)),
	}));
}

const atSignup = new Set<PrivacySectionId>(["responsible", "public", "recipients", "kept", "erasure"]);

/** What is said of personal data where an account is made; `/privacy` says the rest. */
export function privacyAtSignup({ edition, language }: Pick<Ctx, "edition" | "language">) {
	const sections = privacySections({ edition, language }).filter(({ id }) => atSignup.has(id));
	return {
		/** Address of the organiser. */
		email: edition.contacts.organiser.email,
		sections: sections.map(({ id, title, lead }) => ({ id, title, lead })),
	};
}

export type SignupPrivacy = ReturnType<typeof privacyAtSignup>;

function holds(edition: Edition, key: string): boolean {
	if (key === "privacy.public.places") return hasPolicy(edition);
	return key !== "privacy.public.tracks" || edition.publishTracks;
}
