import { useLocation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { request } from "~/browser/request";
import { useTexts } from "~/components/use-texts";
import type { Evaluating } from "~db/schema";

/** Milliseconds between two steps: another invocation may still be at work. */
const pause = 1_000;

interface StepProgressProps {
	/** What the page has read about the work: each reading asks for the next step. */
	readonly work: object;
	/** Where the next step is asked for. */
	readonly path: string;
	/** Text of the button. */
	readonly next: string;
	/** How far the work is. */
	readonly children: ReactNode;
}

/** Work in steps. The page asks for one step after the other; without scripts its button does. */
export function StepProgress({ work, path, next, children }: StepProgressProps) {
	const { pathname } = useLocation();
	const { revalidate } = useRevalidator();
	// biome-ignore lint/correctness/useExhaustiveDependencies: each reading asks for the next step
	useEffect(() => {
		let isLeft = false;
		const timer = setTimeout(async () => {
			await request(path, { method: "POST", read: () => null });
			if (!isLeft) revalidate();
		}, pause);
		return () => {
			isLeft = true;
			clearTimeout(timer);
		};
	}, [work, path, revalidate]);
	return (
		<form method="post" action={path} className="notice notice-info no-print">
			{children}
			<input type="hidden" name="returnTo" value={pathname} />
			<noscript>
				<button type="submit" className="button">
					{next}
				</button>
			</noscript>
		</form>
	);
}

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
