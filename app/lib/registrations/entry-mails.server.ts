import type { UserCtx } from "../context";
import type { QueuedMail } from "../db/commit.server";
import { fallbackLanguage } from "../i18n/language";
import type { Entry } from "./registrations-queries.server";

interface Submitted {
	readonly id: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly aeroclub: string;
}

/** Mails about a new entry: one for the competitor, one for each of the organisers. */
export function submittedMails({ actor, edition }: UserCtx, entry: Submitted): QueuedMail[] {
	const payload = {
		registrationId: entry.id,
		name: actor.name,
		surname: actor.surname,
		startNumber: entry.startNumber,
		registrationNumber: entry.registrationNumber,
		aeroclub: entry.aeroclub,
	};
	return [
		{
			kind: "entry-submitted",
			recipient: actor.email,
			userId: actor.id,
			language: actor.language,
			payload,
		},
		...edition.organiserEmails.map((recipient) => ({
			kind: "entry-submitted-organisers",
			recipient,
			userId: null,
			language: fallbackLanguage,
			payload,
		})),
	];
}

type AcceptedEntry = Pick<Entry, "id" | "user" | "startNumber" | "isReserve">;

/** The mail that tells a competitor that the entry was accepted. */
export function acceptedMail({ id, user, startNumber, isReserve }: AcceptedEntry): QueuedMail {
	return {
		kind: "entry-accepted",
		recipient: user.email,
		userId: user.id,
		language: user.language,
		payload: { registrationId: id, name: user.name, surname: user.surname, startNumber, isReserve },
	};
}
