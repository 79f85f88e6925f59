import type { InitOptions } from "i18next";
import { fallbackLanguage, languages } from "./language";

/** Options of i18next that the server and the browser share. Keys are flat: `region.Čechy 1.` is one key. */
export const i18nOptions = {
	supportedLngs: [...languages],
	fallbackLng: fallbackLanguage,
	defaultNS: "common",
	keySeparator: false,
	nsSeparator: false,
	// React escapes what it renders; mails and plain pages escape their HTML themselves.
	interpolation: { escapeValue: false },
	react: { useSuspense: false },
} as const satisfies InitOptions;
