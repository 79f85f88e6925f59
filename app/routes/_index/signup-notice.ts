import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { isFinished, isSignupAhead, isSignupOpen } from "~/lib/editions/phase";
import { formatSignupTime } from "~/lib/i18n/format-dates";
import { newestEdition } from "~editions/index";

/** Null when signup has closed again. */
export type SignupNotice =
	| { readonly state: "open" }
	| { readonly state: "ahead"; readonly opensAt: string }
	/** The edition has a successor; the link leads to the newest one. */
	| { readonly state: "finished"; readonly newest: { readonly title: string; readonly url: string } }
	| null;

export function signupNotice({ edition, now, language, settings }: Ctx): SignupNotice {
	if (isFinished(edition)) {
		const { year, title } = newestEdition;
		return { state: "finished", newest: { title, url: `${editionOrigin(year, settings)}/` } };
	}
	if (isSignupOpen(edition, now)) return { state: "open" };
	if (!isSignupAhead(edition, now)) return null;
	return { state: "ahead", opensAt: formatSignupTime(new Date(edition.competition.signupSince), language) };
}
