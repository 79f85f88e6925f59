import { useEffect, useRef } from "react";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { Warnings } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import { outcomeKeys } from "~/lib/flights/upload-receipt";
import { formatDay } from "~/lib/i18n/format-dates";
import type { ReceiptPage } from "./receipt-page.server";

/** Says at the top whether the log is fine, and takes the focus. It is green only when nothing is wrong. */
export function Verdict({ page }: { readonly page: ReceiptPage }) {
	const { t, language } = useTexts();
	const { receipt, warnings, outcome, logDay, mayMove, mayChoose, confirmPath } = page;
	const verdict = useRef<HTMLElement>(null);
	// After a change of page by React the browser ignores `autofocus`.
	useEffect(() => verdict.current?.focus(), []);
	const hasOwnTitle = ["backup", "discarded", "waiting"].includes(receipt.standing);
	const waits = receipt.counts && receipt.standing !== "scores";
	const fine = receipt.counts && !waits && receipt.warnings.length === 0;
	const tone = fine ? "success" : "warning";
	const dayOf = (date: string) => formatDay(date, language);
	const replaced = replacedBy(receipt);
	const title = !receipt.counts
		? t(`igc.receipt.${replaced}.title`)
		: logDay
			? t("igc.receipt.wrongDay", { date: dayOf(logDay), day: dayOf(receipt.day) })
			: waits
				? t(`igc.receipt.${hasOwnTitle ? receipt.standing : "waits"}.title`)
				: fine
					? t("igc.submit.success")
					: t("igc.receipt.warnings");
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
				className={`not-last:mb-5 flex gap-2 text-2xl leading-tight ${fine ? "text-success" : "text-warning"}`}
			>
				<Icon name={fine ? "check" : "warning"} />
				{title}
			</h1>
			{!receipt.counts && <p>{t(`igc.receipt.${replaced}`)}</p>}
			{waits && <p>{t(`igc.receipt.${receipt.standing}`)}</p>}
			{receipt.isRemoved && <p>{t("igc.receipt.removed")}</p>}
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
						{t("igc.receipt.move", { date: dayOf(logDay) })}
					</button>
				</form>
			)}
			{warnings.length > 0 && (
				<>
					{(logDay || waits || !receipt.counts) && <p>{t("igc.receipt.alsoCheck")}</p>}
					<Warnings texts={warnings} />
				</>
			)}
		</section>
	);
}

/** Which log counts instead of one that does not. */
function replacedBy({ standing, standsBeside, isBehindDecision, hasRival }: ReceiptPage["receipt"]) {
	if (standing === "waiting") return "waiting";
	if (standsBeside) return "beside";
	if (isBehindDecision) return "decided";
	return hasRival ? "rival" : "superseded";
}
