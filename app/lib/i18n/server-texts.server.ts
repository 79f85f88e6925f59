import type { RefusalReason } from "~/lib/refusals";
import cs from "~locales/cs/common.json";
import en from "~locales/en/common.json";
import type { Language } from "./language";

/** The text of a refusal; in English it is the `msg` that clients of the API know. */
export function serverText(language: Language, reason: RefusalReason): string {
	return (language === "cs" ? cs : en)[`server.${reason}`];
}
