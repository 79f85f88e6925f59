import type { UserCtx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { type EntryInMail, mailTo } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import type { Entry } from "./registrations-queries.server";

/** Mails about a new entry: one for the competitor, one for each of the organisers. */
export function submittedMails(
	{ actor, edition }: UserCtx,
	entry: Omit<EntryInMail, "name" | "surname">,
): QueuedMail[] {
	const payload = { ...entry, name: actor.name, surname: actor.surname };
	return [
		mailTo(actor, "entry-submitted", payload),
		...edition.organiserEmails.map((email) =>
			mailTo({ id: null, email, language: fallbackLanguage }, "entry-submitted-organisers", payload),
		),
	];
}

/** The mail that tells a competitor that the entry was accepted; none where the account was erased. */
export function acceptedMails(entry: Entry): QueuedMail[] {
	const { user, gliderType, competitionClass } = entry;
	if (user.erasedAt) return [];
	return [
		mailTo(user, "entry-accepted", {
			registrationId: entry.id,
			name: user.name,
			surname: user.surname,
			startNumber: entry.startNumber,
			registrationNumber: entry.registrationNumber,
			gliderType: gliderType.name,
			classType: competitionClass.type,
			isReserve: entry.isReserve,
			paid: entry.paid,
		}),
	];
}
