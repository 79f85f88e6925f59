import type { RefusalReason } from "~/lib/refusals";
import type { Language } from "./language";
import { texts } from "./texts.server";

/** The English text is the `msg` of the API. */
export function serverText(language: Language, reason: RefusalReason): string {
	return texts[language][`server.${reason}`];
}
