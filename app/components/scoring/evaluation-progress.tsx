import { StepProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import type { Evaluating } from "~db/schema";

/** How far an evaluation is. */
export function EvaluationProgress({ evaluating }: { readonly evaluating: Evaluating | null }) {
	const { t } = useTexts();
	if (!evaluating) return null;
	return (
		<StepProgress work={evaluating} path="/admin/evaluation" next={t("evaluation.next")}>
			<p role="status">{t("evaluation.running", { ...evaluating })}</p>
			<progress value={evaluating.done} max={evaluating.of} aria-hidden="true" />
		</StepProgress>
	);
}
