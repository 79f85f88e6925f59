import type { TFunction } from "i18next";
import { builtFrom } from "~/lib/built-from";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { version } from "../../../package.json";

/** Signs of a commit's name by which people find it. */
const shortName = 8;

/** Says which version runs, and of which commit it is built, for the one who calls the operator. */
export function buildInWords(t: TFunction, language: Language, { commit, committedAt } = builtFrom): string {
	const time = new Date(committedAt);
	if (Number.isNaN(time.getTime())) return t("admin.build.unknown", { version });
	return t("admin.build", {
		version,
		commit: commit.slice(0, shortName),
		time: formatDayAndTime(time, language),
	});
}
