import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { Warnings } from "~/components/igc/flight-labels";
import { useAnswerFocus } from "~/components/use-answer-focus";
import { useTexts } from "~/components/use-texts";
import { outcomeKeys } from "~/lib/flights/upload-receipt";
import { formatDay } from "~/lib/i18n/format-dates";
import type { ReceiptPage } from "./page.server";

/** Says at the top whether the log is fine, and takes the focus. It is green only when nothing is wrong. */
export function Verdict({ page }: { readonly page: ReceiptPage }) {
	const { t, language } = useTexts();
	const { words, warnings, outcome, logDay, mayMove, mayChoose, confirmPath } = page;
	// After a change of page by React the browser ignores `autofocus`.
	const verdict = useAnswerFocus<HTMLElement>(true);
	const tone = words.isFine ? "success" : "warning";
	return (
		<section
			className={`verdict space-y-3 rounded-card border-2 border-l-8 p-5 notice notice-${tone} verdict-${tone}`}
			tabIndex={-1}
			ref={verdict}
			// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to the verdict
			autoFocus
			aria-labelledby="verdict-title"
		>
			<h1
				id="verdict-title"
				className={`not-last:mb-5 flex gap-2 text-2xl leading-tight ${words.isFine ? "text-success" : "text-warning"}`}
			>
				<Icon name={words.isFine ? "check" : "warning"} />
				{words.title}
			</h1>
			{words.about && <p>{words.about}</p>}
			{words.removed && <p>{words.removed}</p>}
			{confirmPath && (
				<p className="no-print">
					<AppLink className="button button-primary" to={confirmPath}>
						{t("igc.mine.title")}
					</AppLink>
				</p>
			)}
			{mayChoose && (
				<form method="post" className="no-print">
					<button type="submit" className="button" name="intent" value="choose">
						{t("igc.recorder.choose")}
					</button>
				</form>
			)}
			{outcome && <p>{t(outcomeKeys[outcome])}</p>}
			{logDay && mayMove && (
				<form method="post" className="no-print">
					<button type="submit" className="button button-primary">
						{t("igc.receipt.move", { date: formatDay(logDay, language) })}
					</button>
				</form>
			)}
			{warnings.length > 0 && (
				<>
					{words.alsoCheck && <p>{words.alsoCheck}</p>}
					<Warnings texts={warnings} />
				</>
			)}
		</section>
	);
}
