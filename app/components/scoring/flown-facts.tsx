import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Performance } from "~/lib/scoring/performance";
import type { ScoredRow } from "~/lib/scoring/score-sheet";
import { hoursMinutesSeconds } from "~/lib/tasks/clock-times";

interface FlownFactsProps {
	/** What counts, by the log or by the scorer. */
	readonly figures: Pick<ScoredRow, "distanceM" | "timeS" | "speedKmh">;
	readonly flight: Performance;
	/** Names of the points of the task. */
	readonly points: readonly string[];
}

/** What the log shows: the start used and the others, every point, the finish, distance, time and speed. */
export function FlownFacts({ figures, flight, points }: FlownFactsProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const headingId = useId();
	const clock = (milliseconds: number) => formatClock(new Date(milliseconds), language);
	const metres = (value: number) => `${formatNumber(value, language)}\u00A0m`;
	const { distanceM, timeS, speedKmh } = figures;
	const { start, otherStarts, reached, finish, finishHeightM, takeOff } = flight;
	return (
		<section className="score-part" aria-labelledby={headingId}>
			<h2 id={headingId}>{t("score.flight")}</h2>
			<dl className="facts">
				{takeOff !== null && <Fact name={t("score.takeOff")}>{clock(takeOff)}</Fact>}
				<Fact name={t("score.start")}>
					{start
						? `${clock(start.at)}, ${metres(start.heightM)}, ${formatNumber(start.speedKmh, language)}\u00A0km/h`
						: t("score.none")}
				</Fact>
				{otherStarts.length > 0 && (
					<Fact name={t("score.otherStarts")}>{otherStarts.map(clock).join(", ")}</Fact>
				)}
				{reached.map(({ at, missedM }, index) => (
					<Fact key={points[index + 1] ?? index} name={points[index + 1] ?? String(index + 1)}>
						{at === null
							? t("score.notReached")
							: missedM > 0
								? t("score.missedBy", { time: clock(at), metres: metres(missedM) })
								: clock(at)}
					</Fact>
				))}
				<Fact name={t("score.finish")}>
					{finish === null
						? t("score.none")
						: `${clock(finish)}${finishHeightM === null ? "" : `, ${metres(finishHeightM)}`}`}
				</Fact>
				{distanceM !== null && (
					<Fact name={t("score.distance")}>{formatNumber(distanceM / 1000, language, 2)} km</Fact>
				)}
				{timeS !== null && <Fact name={t("score.time")}>{hoursMinutesSeconds(timeS)}</Fact>}
				{speedKmh !== null && <Fact name={t("score.speed")}>{formatNumber(speedKmh, language, 2)} km/h</Fact>}
			</dl>
		</section>
	);
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	);
}
