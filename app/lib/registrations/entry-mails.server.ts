import type { UserCtx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { type EntryInMail, mailTo } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import type { Entry } from "./registrations-queries.server";

/** One for the competitor, one for each organiser. */
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

/** None when the account was erased. */
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
