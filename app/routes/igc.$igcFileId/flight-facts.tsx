import { AppLink } from "~/components/app-link";
import { type Fact, Facts } from "~/components/facts";
import { flightDuration } from "~/components/igc/flight-labels";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatKilometres, formatNumber, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import type { FlightPage } from "./page.server";

interface FlightProps {
	readonly flight: FlightPage;
}

/** The figures that people ask for first: points and place, speed, distance, climb. Unknown ones are left out. */
export function FlightHeadlines({ flight }: FlightProps) {
	const { t, language } = useTexts();
	const { score, leader, result, climbs, analysis, figures } = flight;
	const speed = result?.timeS && formatSpeed((result.distanceM / result.timeS) * 3.6, language);
	const flown = result ? result.distanceM : figures.distance;
	const { gainM, climbS } = analysis?.whole ?? { gainM: climbs.gain, climbS: climbs.climbSeconds };
	const average = climbS > 0 ? gainM / climbS : null;
	const facts: readonly Fact[] = [
		[
			"points",
			score &&
				t("igc.flight.unit.points", {
					count: score.points,
					value: formatPoints(score.points, language),
					place: score.position,
				}),
		],
		["speed", speed ? t("igc.flight.unit.speed", { value: speed }) : null],
		[result ? "distance" : "track", t("igc.unit.kilometres", { value: formatKilometres(flown, language) })],
		[
			"climb",
			average === null ? null : t("igc.flight.unit.climb", { value: formatNumber(average, language, 1) }),
		],
	];
	return (
		<div className="headlines flex-wrap items-end gap-x-10 lg:mt-3 lg:flex">
			<dl className="mb-2 flex flex-wrap gap-x-6 gap-y-3 md:gap-x-10">
				{facts.map(
					([name, value]) =>
						value && (
							<div key={name}>
								<dt className="text-muted text-small">{t(`igc.flight.headline.${name}`)}</dt>
								<dd className="font-bold text-figure tabular-nums">{value}</dd>
							</div>
						),
				)}
			</dl>
			{leader?.points && (
				<p className="mb-2">
					{t("igc.flight.best", {
						count: leader.points,
						pilot: [leader.startNumber, leader.name].filter(Boolean).join(" "),
						value: formatPoints(leader.points, language),
					})}
				</p>
			)}
			{score?.path && (
				<AppLink className="mb-2" to={score.path}>
					{[t("igc.flight.score"), flight.protests].filter(Boolean).join(" · ")}
				</AppLink>
			)}
		</div>
	);
}

export function FlightFacts({ flight }: FlightProps) {
	const { t, language } = useTexts();
	const { figures, midnight, gliderType, result, outAboveGroundM, climbs, analysis, altitude } = flight;
	const { highest } = figures;
	const clock = (moment: Date) => formatTime(moment, language);
	const time = (seconds: number | null) =>
		seconds === null ? t("igc.receipt.unknown") : clock(new Date(midnight.getTime() + seconds * 1000));
	const metres = (value: number) => t("igc.unit.metres", { value: formatNumber(value, language) });
	const moment = (at: number, height: number | null | undefined, key = "igc.unit.metres") => {
		const time = clock(new Date(at));
		return height == null ? time : `${time}, ${t(key, { value: formatNumber(height, language) })}`;
	};
	const { start, finish, finishHeightM, position } = result ?? {};
	const facts: readonly Fact[] = [
		["igc.receipt.takeOff", time(figures.takeOff)],
		["igc.flight.start", start && moment(start.at, start.heightM)],
		["igc.flight.finish", finish ? moment(finish, finishHeightM) : null],
		["igc.flight.out", position && moment(position.at, outAboveGroundM, "igc.flight.aboveGround")],
		["igc.receipt.landing", time(figures.landing)],
		["igc.receipt.flightTime", flightDuration(t, figures.flightTime)],
		["igc.receipt.highest", highest && `${metres(highest.altitude)} (${time(highest.time)})`],
		// The analysis has them for the time of the task.
		[
			"igc.flight.climbs",
			!analysis && climbs.climbs > 0
				? t("igc.flight.climbs.value", { count: climbs.climbs, gain: metres(climbs.gain) })
				: null,
		],
		[
			"igc.flight.circling",
			// None may be one that nobody could see.
			!analysis && figures.flightTime > 0 && climbs.circlingSeconds > 0
				? t("igc.flight.percent", {
						value: formatNumber((100 * climbs.circlingSeconds) / figures.flightTime, language),
					})
				: null,
		],
		[
			"igc.flight.track.length",
			result ? t("igc.unit.kilometres", { value: formatKilometres(figures.distance, language) }) : null,
		],
		["igc.receipt.glider", gliderType],
		["igc.receipt.recorder", `${figures.recorder.maker} ${figures.recorder.serial}`.trim()],
		["igc.flight.altitudes", t(`igc.altitude.${altitude}`)],
	];
	return <Facts facts={facts.map(([key, value]) => [t(key), value])} />;
}
