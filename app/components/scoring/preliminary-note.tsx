import { ResultsNote } from "~/components/results/results-note";
import { useTexts } from "~/components/use-texts";
import { changedAt } from "~/lib/scoring/day-scores";
import type { ResultStatus } from "~db/enums";
import type { DayFigures, DayScores, Evaluating } from "~db/schema";

interface PreliminaryNoteProps {
	readonly sheet: Pick<DayScores, "logs" | "expected" | "day"> & { readonly evaluating?: Evaluating | null };
	/** How final they are, preliminary without it; null when others count. */
	readonly state?: ResultStatus | null;
	/** When they became unofficial or official; preliminary ones have the time of the calculation. */
	readonly stateSince?: Date | null;
	readonly computedAt: Date;
}

/** How much of a class our own scores cover. */
export function PreliminaryNote({
	sheet,
	state = "preliminary",
	stateSince = null,
	computedAt,
}: PreliminaryNoteProps) {
	const { t } = useTexts();
	const shown = state ?? "preliminary";
	return (
		<ResultsNote
			status={state}
			updatedAt={changedAt({ state: shown, stateSince, computedAt })}
			isCalculated={shown === "preliminary"}
		>
			<span>{t("score.logs", { logs: sheet.logs, count: sheet.expected })}</span>
			{sheet.evaluating && (
				<strong>{t("score.evaluating", { done: sheet.evaluating.done, of: sheet.evaluating.of })}</strong>
			)}
			{sheet.day.presumed > 0 && (
				<span className="order-1 basis-full">{t("score.presumed", { count: sheet.day.presumed })}</span>
			)}
		</ResultsNote>
	);
}

/** Why all have 0 points; null on a day that is worth something. */
export function WorthlessDay({ day: { n, n1, counts, pm } }: { readonly day: DayFigures }) {
	const { t } = useTexts();
	if (counts && pm > 0) return null;
	return <p className="notice notice-warning">{t(counts ? "score.noPoints" : "score.noDay", { n, n1 })}</p>;
}
