import type { Ctx, UserCtx } from "~/lib/context";
import type { QueuedMail } from "~/lib/db/commit.server";
import { type EntryInMail, type LostPlace, mailTo } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
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

/** What a mail says of an entry. */
export function entryInMail({ id, user, gliderType, competitionClass, ...entry }: Entry) {
	return {
		registrationId: id,
		name: user.name,
		surname: user.surname,
		...pick(entry, "startNumber", "registrationNumber"),
		gliderType: gliderType.name,
		classType: competitionClass.type,
	} satisfies EntryInMail;
}

/**
 * Makes at most one mail that tells the competitor about changed flags; none when the account was erased.
 * @param lost why the entry loses its place by the policy of the edition
 */
export function flagMails({ edition }: Ctx, before: Entry, after: Entry, lost?: LostPlace): QueuedMail[] {
	const { user, isReserve, paid } = after;
	if (user.erasedAt || !after.accepted) return [];
	const payment = paymentOf(edition, after);
	const entry = entryInMail(after);
	if (!before.accepted) return [mailTo(user, "entry-accepted", { ...entry, isReserve, payment })];
	if (before.isReserve === isReserve) return [];
	if (isReserve) return [mailTo(user, "entry-reserve", { ...entry, paid, ...(lost && { why: lost }) })];
	return [mailTo(user, "entry-promoted", { ...entry, payment })];
}
