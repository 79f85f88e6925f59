import { useTranslation } from "react-i18next";
import { ResultsNote } from "~/components/results/results-note";
import type { Language } from "~/lib/i18n/language";
import type { DayScores } from "~db/schema";

interface PreliminaryNoteProps {
	readonly sheet: Pick<DayScores, "logs" | "expected" | "day" | "evaluating">;
	readonly computedAt: Date;
	readonly language: Language;
}

/** How much of a class our own scores cover. */
export function PreliminaryNote({ sheet, computedAt, language }: PreliminaryNoteProps) {
	const { t } = useTranslation();
	return (
		<ResultsNote status="preliminary" updatedAt={computedAt} language={language} isCalculated>
			<span>{t("score.logs", { logs: sheet.logs, count: sheet.expected })}</span>
			{sheet.evaluating && (
				<strong>{t("score.evaluating", { done: sheet.evaluating.done, of: sheet.evaluating.of })}</strong>
			)}
			{sheet.day.presumed > 0 && (
				<span className="results-note-end">{t("score.presumed", { count: sheet.day.presumed })}</span>
			)}
		</ResultsNote>
	);
}
