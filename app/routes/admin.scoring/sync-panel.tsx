import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useTexts } from "~/components/use-texts";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import type { ResultsAdmin } from "./results-admin.server";

interface SyncPanelProps {
	readonly admin: ResultsAdmin;
}

const notices = { ok: "success", partial: "warning", failed: "danger", running: "info" } as const;

export function SyncPanel({ admin }: SyncPanelProps) {
	const { t } = useTexts();
	const { hasSource, lastRun, year } = admin;
	if (!hasSource) {
		return (
			<div className="notice notice-info">
				<p className="notice-title">{t("results.sync.noKeys")}</p>
				<p>
					{t("results.sync.noKeys.hint", {
						id: `SOARING_SPOT_CLIENT_ID_${year}`,
						secret: `SOARING_SPOT_SECRET_${year}`,
					})}
				</p>
			</div>
		);
	}
	return (
		<>
			<p>{t("results.sync.about")}</p>
			<ActionForm action={scoringDaysPath} errorText={t("error.generic")} values={{ intent: "sync" }}>
				{(busy) => (
					<button type="submit" className="button">
						{busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="refresh" />}
						{t(busy ? "results.sync.busy" : "results.sync.now")}
					</button>
				)}
			</ActionForm>
			{lastRun ? <LastRun lastRun={lastRun} /> : <p>{t("results.sync.never")}</p>}
		</>
	);
}

interface LastRunProps {
	readonly lastRun: NonNullable<ResultsAdmin["lastRun"]>;
}

function LastRun({ lastRun }: LastRunProps) {
	const { t, language } = useTexts();
	const { outcome, at, error, classes } = lastRun;
	return (
		<div className={`notice notice-${notices[outcome]}`}>
			<p className="notice-title">
				{t(`results.sync.outcome.${outcome}`)},{" "}
				<time dateTime={at.toISOString()}>{formatChangeTime(at, language)}</time>
			</p>
			{error && <p>{error}</p>}
			{classes.length > 0 && (
				<ul>
					{classes.map((text) => (
						<li key={text}>{text}</li>
					))}
				</ul>
			)}
		</div>
	);
}
