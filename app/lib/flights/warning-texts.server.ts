import { formatDate } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { FlightLogWarning } from "~db/schema";

/** What looks wrong with a log, in words. */
export function warningTexts(warnings: readonly FlightLogWarning[], language: Language): string[] {
	const { t } = textsOf(language);
	const written = ([name, value]: [string, string | number]) =>
		[
			name,
			(name === "date" || name === "day") && typeof value === "string" ? formatDate(value, language) : value,
		] as const;
	return warnings.map(({ reason, values }) =>
		t(`igc.warning.${reason}`, Object.fromEntries(Object.entries(values).map(written))),
	);
}
