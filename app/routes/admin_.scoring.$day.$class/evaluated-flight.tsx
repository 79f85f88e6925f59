import { AppLink } from "~/components/app-link";
import { FlownFacts } from "~/components/scoring/flown-facts";
import { TaskLayer } from "~/components/tasks/task-layer";
import { useTexts } from "~/components/use-texts";
import { scorePath } from "~/lib/scoring/day-scores";
import type { EvaluatedFlight } from "./evaluated-flight.server";
import type { DeskRow } from "./page.server";

interface EvaluatedFlightViewProps {
	readonly row: DeskRow;
	readonly evaluated: EvaluatedFlight;
	readonly points: readonly string[];
	readonly dayId: string;
}

/** What the log shows, beside the form of the decision about it. */
export function EvaluatedFlightView({ row, evaluated, points, dayId }: EvaluatedFlightViewProps) {
	const { t } = useTexts();
	const { flight, drawing } = evaluated;
	return (
		<section className="stack" aria-label={t("scoringAdmin.evaluatedFlight")}>
			{drawing && (
				<svg
					className="h-auto w-full max-w-120"
					viewBox={`0 0 ${drawing.width} ${drawing.height}`}
					role="img"
					aria-label={t("scoringAdmin.flownTrack")}
				>
					<g className="opacity-40">
						<TaskLayer task={drawing} />
					</g>
					<path className="fill-none stroke-brand stroke-2" d={drawing.track} />
				</svg>
			)}
			<p className="button-row">
				{row.logs.map(({ igcFileId }, index) => (
					<AppLink key={igcFileId} className="button" to={`/igc/${igcFileId}`}>
						{t("score.flightPage")}
						{row.logs.length > 1 && ` ${index + 1}`}
					</AppLink>
				))}
				{flight && (
					<AppLink className="button" to={scorePath(dayId, row.registrationId)}>
						{t("score.explain")}
					</AppLink>
				)}
			</p>
			{flight ? (
				<FlownFacts
					figures={{
						distanceM: flight.distanceM,
						timeS: flight.timeS,
						speedKmh: flight.timeS ? (flight.distanceM / flight.timeS) * 3.6 : null,
					}}
					flight={flight}
					points={points}
				/>
			) : (
				<p className="empty">{t("scoringAdmin.noFlight")}</p>
			)}
		</section>
	);
}
