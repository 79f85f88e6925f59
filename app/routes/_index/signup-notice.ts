import { isSignupAhead, isSignupOpen } from "~/lib/editions/phase";
import { formatSignupTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";

/** Null when signup has closed again. */
export type SignupNotice =
	| { readonly open: true }
	| { readonly open: false; readonly opensAt: string }
	| null;

export function signupNotice(edition: Edition, now: Date, language: Language): SignupNotice {
	if (isSignupOpen(edition, now)) return { open: true };
	if (!isSignupAhead(edition, now)) return null;
	return { open: false, opensAt: formatSignupTime(new Date(edition.competition.signupSince), language) };
}
