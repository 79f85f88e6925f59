import type { Receipt } from "~/lib/flights/upload-receipt";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";

/** What the head of a receipt says of a log. */
export interface VerdictWords {
	/** Whether nothing is wrong. */
	readonly isFine: boolean;
	readonly title: string;
	/** Why it does not count, or not yet; null when it does. */
	readonly about: string | null;
	/** What stands above the warnings; null where the title says it. */
	readonly alsoCheck: string | null;
	/** That its file is removed; null when it is not. */
	readonly removed: string | null;
}

/** Standings with a title of their own. */
const titled: ReadonlySet<string> = new Set(["backup", "discarded", "waiting"]);

/** @param logDay date of the competition day that the log is from, when it was uploaded for another one */
export function verdictWords(receipt: Receipt, logDay: string | null, language: Language): VerdictWords {
	const { t } = textsOf(language);
	const { counts, standing, day, warnings } = receipt;
	const waits = counts && standing !== "scores";
	const isFine = counts && !waits && warnings.length === 0;
	const alsoCheck = logDay || waits || !counts ? t("igc.verdict.alsoCheck") : null;
	const removed = receipt.isRemoved ? t("igc.verdict.removed") : null;
	const words = { isFine, alsoCheck, removed };
	if (!counts) {
		const replaced = replacedBy(receipt);
		return { ...words, title: t(`igc.verdict.${replaced}.title`), about: t(`igc.verdict.${replaced}`) };
	}
	const about = waits ? t(`igc.verdict.${standing}`) : null;
	if (logDay) {
		const days = { date: formatDay(logDay, language), day: formatDay(day, language) };
		return { ...words, title: t("igc.verdict.wrongDay", days), about };
	}
	if (waits)
		return { ...words, title: t(`igc.verdict.${titled.has(standing) ? standing : "waits"}.title`), about };
	return { ...words, title: t(isFine ? "igc.submit.success" : "igc.receipt.warnings"), about };
}

/** Which log counts instead of one that does not. */
function replacedBy({ standing, standsBeside, isBehindDecision, hasRival }: Receipt) {
	if (standing === "waiting") return "waiting";
	if (standsBeside) return "beside";
	if (isBehindDecision) return "decided";
	return hasRival ? "rival" : "superseded";
}
