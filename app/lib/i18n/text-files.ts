import csCommon from "~locales/cs/common.json?url";
import csOrganisers from "~locales/cs/organisers.json?url";
import enCommon from "~locales/en/common.json?url";
import enOrganisers from "~locales/en/organisers.json?url";
import type { Language } from "./language";

/** A file of texts that browsers load, as a namespace of i18next. */
export type TextNamespace = "common" | "organisers";

export const textFiles: Readonly<Record<Language, Readonly<Record<TextNamespace, string>>>> = {
	cs: { common: csCommon, organisers: csOrganisers },
	en: { common: enCommon, organisers: enOrganisers },
};

/** The files that a reader needs: one is for everybody, the other only for organisers. */
export const textNamespaces = (isOrganiser: boolean): readonly TextNamespace[] =>
	isOrganiser ? ["common", "organisers"] : ["common"];
