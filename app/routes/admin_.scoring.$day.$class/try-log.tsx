import { FlightFindings, FlownFacts } from "~/components/scoring/flown-facts";
import { useTexts } from "~/components/use-texts";
import type { TriedLog } from "~/lib/scoring/try-log.server";

export interface TryReply {
	readonly tried: TriedLog | null;
	readonly complaint: string | null;
}

/** A log against the task, before it is published or after. Nothing is stored. */
export function TryLog({ reply }: { readonly reply: TryReply | undefined }) {
	const { t } = useTexts();
	return (
		<section aria-labelledby="try" className="card bg-surface">
			<h2 id="try">{t("scoringAdmin.try.heading")}</h2>
			<form method="post" action="?#try" encType="multipart/form-data">
				<div className="field">
					<label htmlFor="try-log">{t("scoringAdmin.try.field")}</label>
					<p className="field-hint" id="try-log-hint">
						{t("scoringAdmin.try.hint")}
					</p>
					{reply?.complaint && (
						<p className="field-error" id="try-log-error" role="alert">
							{reply.complaint}
						</p>
					)}
					<input
						id="try-log"
						type="file"
						name="log"
						accept=".igc"
						required
						aria-invalid={reply?.complaint ? true : undefined}
						aria-describedby={reply?.complaint ? "try-log-hint try-log-error" : "try-log-hint"}
					/>
				</div>
				<button type="submit" className="button" name="intent" value="try">
					{t("scoringAdmin.try.button")}
				</button>
			</form>
			{reply?.tried && <Tried tried={reply.tried} />}
		</section>
	);
}

function Tried({ tried: { version, isDraft, points, result } }: { readonly tried: TriedLog }) {
	const { t } = useTexts();
	const { status, distanceM, timeS, findings } = result;
	const speedKmh = status === "finished" && timeS ? (distanceM / timeS) * 3.6 : null;
	return (
		<div role="status" className="stack">
			<p>
				<strong>{t(status === "none" ? "score.status.dnf" : `score.status.${status}`)}</strong>{" "}
				{t(isDraft ? "scoringAdmin.try.draft" : "scoringAdmin.try.published", { version })}
			</p>
			<FlownFacts figures={{ distanceM, timeS, speedKmh }} flight={result} points={points} />
			<FlightFindings findings={findings} points={points} />
		</div>
	);
}
