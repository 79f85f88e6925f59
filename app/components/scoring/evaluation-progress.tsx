import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { request } from "~/browser/request";
import { useTexts } from "~/components/use-texts";
import type { Evaluating } from "~db/schema";

const path = "/admin/evaluation";
/** Milliseconds between two steps: another invocation may still be evaluating. */
const pause = 1_000;

/** How far an evaluation is. The page asks for one step after the other; without scripts its button does. */
export function EvaluationProgress({ evaluating }: { readonly evaluating: Evaluating | null }) {
	const { t } = useTexts();
	const { pathname } = useLocation();
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!evaluating) return;
		let isLeft = false;
		const timer = setTimeout(async () => {
			await request(path, { method: "POST", read: () => null });
			if (!isLeft) revalidate();
		}, pause);
		return () => {
			isLeft = true;
			clearTimeout(timer);
		};
	}, [evaluating, revalidate]);
	if (!evaluating) return null;
	return (
		<form method="post" action={path} className="notice notice-info no-print">
			<p role="status">{t("evaluation.running", { ...evaluating })}</p>
			<progress value={evaluating.done} max={evaluating.of} aria-hidden="true" />
			<input type="hidden" name="returnTo" value={pathname} />
			<noscript>
				<button type="submit" className="button">
					{t("evaluation.next")}
				</button>
			</noscript>
		</form>
	);
}
