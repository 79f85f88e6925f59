import type { RefusalReason } from "~/lib/refusals";
import cs from "~locales/cs/common.json";
import en from "~locales/en/common.json";
import type { Language } from "./language";

/** The English text is the `msg` of the API. */
export function serverText(language: Language, reason: RefusalReason): string {
	return (language === "cs" ? cs : en)[`server.${reason}`];
}
