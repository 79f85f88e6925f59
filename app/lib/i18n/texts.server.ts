import type { RefusalReason } from "~/lib/refusals";
import csCommon from "~locales/cs/common.json";
import csOrganisers from "~locales/cs/organisers.json";
import csServerOnly from "~locales/cs/server-only.json";
import enCommon from "~locales/en/common.json";
import enOrganisers from "~locales/en/organisers.json";
import enServerOnly from "~locales/en/server-only.json";
import type { Language } from "./language";

/** All texts of a language by their keys, both those of the browser and those that only the server says. */
export const texts = {
	cs: { ...csCommon, ...csOrganisers, ...csServerOnly },
	en: { ...enCommon, ...enOrganisers, ...enServerOnly },
} satisfies Record<Language, Readonly<Record<string, string>>>;

/** The English text is the `msg` of the API. */
export function serverText(language: Language, reason: RefusalReason): string {
	return texts[language][`server.${reason}`];
}
