import type { Ctx, UserCtx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { type EntryInMail, mailTo } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import type { Entry } from "./entries-queries.server";
import { paymentOf } from "./payment";

/**
 * Makes one mail for the competitor and one for each organiser. An address that nobody has verified may be anybody's: its mail
 * holds nothing that was typed, or a stranger's words and links would reach it in our name.
 */
export function submittedMails(
	{ actor, edition }: UserCtx,
	entry: Omit<EntryInMail, "name" | "surname">,
): QueuedMail[] {
	const payload = { ...entry, name: actor.name, surname: actor.surname };
	return [
		mailTo(actor, "entry-submitted", actor.verified ? payload : {}),
		...edition.organiserEmails.map((email) =>
			mailTo({ id: null, email, language: fallbackLanguage }, "entry-submitted-organisers", payload),
		),
	];
}

/** Makes at most one mail that tells the competitor about changed flags; none when the account was erased. */
export function flagMails({ edition }: Ctx, before: Entry, after: Entry): QueuedMail[] {
	const { user, gliderType, competitionClass, isReserve, paid } = after;
	if (user.erasedAt || !after.accepted) return [];
	const payment = paymentOf(edition, after);
	const entry: EntryInMail = {
		registrationId: after.id,
		name: user.name,
		surname: user.surname,
		startNumber: after.startNumber,
		registrationNumber: after.registrationNumber,
		gliderType: gliderType.name,
		classType: competitionClass.type,
	};
	if (!before.accepted) return [mailTo(user, "entry-accepted", { ...entry, isReserve, payment })];
	if (before.isReserve === isReserve) return [];
	if (isReserve) return [mailTo(user, "entry-reserve", { ...entry, paid })];
	return [mailTo(user, "entry-promoted", { ...entry, payment })];
}
