import { type ReactNode, useId } from "react";
import { useTexts } from "~/components/use-texts";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { formatClock } from "~/lib/i18n/format-dates";
import { formatKilometres, formatNumber, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import { decisionAbout, findingKey, isForScorer, isOpen, listedFindings } from "~/lib/scoring/finding-values";
import type { Finding, FlightResult, ScoredRow } from "~db/schema";
import { useFindingText } from "./score-texts";

interface FlownFactsProps {
	/** The figures that count, from the log or from the scorer. */
	readonly figures: Pick<ScoredRow, "distanceM" | "timeS" | "speedKmh"> &
		Partial<Pick<ScoredRow, "start" | "finish">>;
	readonly flight: FlightResult;
	readonly points: readonly string[];
}

/** What the log shows: the start used and the others, every point, the finish, distance, time and speed. */
export function FlownFacts({ figures, flight, points }: FlownFactsProps) {
	const { t, language } = useTexts();
	const headingId = useId();
	const clock = (milliseconds: number) => formatClock(new Date(milliseconds), language);
	const metres = (value: number) => `${formatNumber(value, language)}\u00A0m`;
	const height = (value: number) => t("score.height", { metres: metres(value) });
	const { distanceM, timeS, speedKmh } = figures;
	const { start, otherStarts, finish, finishHeightM, takeOff } = flight;
	const decided = (what: "start" | "finish", evaluated: number | null, byLog: string) => {
		const counted = figures[what];
		if (counted === undefined || counted === evaluated) return byLog;
		return t("score.decidedTime", { time: counted === null ? t("score.none") : clock(counted), byLog });
	};
	return (
		<section aria-labelledby={headingId}>
			<h2 id={headingId} className="mb-2">
				{t("score.flight")}
			</h2>
			<dl className="facts">
				{takeOff !== null && <Fact name={t("score.takeOff")}>{clock(takeOff)}</Fact>}
				<Fact name={t("score.start")}>
					{decided(
						"start",
						start?.at ?? null,
						start
							? `${clock(start.at)}, ${height(start.heightM)}, ${t("score.groundSpeed", { kmh: formatNumber(start.speedKmh, language) })}`
							: t("score.none"),
					)}
				</Fact>
				{otherStarts.length > 0 && (
					<Fact name={t("score.otherStarts")}>{otherStarts.map(clock).join(", ")}</Fact>
				)}
				<ReachedPoints flight={flight} points={points} />
				<Fact name={t("score.finish")}>
					{decided(
						"finish",
						finish,
						finish === null
							? t("score.none")
							: `${clock(finish)}${finishHeightM === null ? "" : `, ${height(finishHeightM)}`}`,
					)}
				</Fact>
				{distanceM !== null && (
					<Fact name={t("score.distance")}>
						{formatKilometres(distanceM, language, { decimals: 2 })} km
						{distanceM === flight.distanceM && <Credited flight={flight} points={points} />}
					</Fact>
				)}
				{timeS !== null && (
					<Fact name={t("score.time")}>
						<CountedTime timeS={timeS} flight={flight} />
					</Fact>
				)}
				{speedKmh !== null && <Fact name={t("score.speed")}>{formatSpeed(speedKmh, language)} km/h</Fact>}
			</dl>
		</section>
	);
}

/** The time that counts, and the flown one where an area task counts its task time at least. */
function CountedTime({ timeS, flight }: { readonly timeS: number } & Pick<FlownFactsProps, "flight">) {
	const { t } = useTexts();
	const { start, finish } = flight;
	const time = hoursMinutesSeconds(timeS);
	const flownS = start && finish !== null ? Math.round((finish - start.at) / 1000) : timeS;
	if (timeS !== flight.timeS || flownS > timeS - 1) return time;
	return t("score.time.least", { time, flown: hoursMinutesSeconds(flownS) });
}

type PointsProps = Pick<FlownFactsProps, "flight" | "points">;

/** When each point was reached, or how near the flight came to it. */
function ReachedPoints({ flight: { reached, findings }, points }: PointsProps) {
	const { t, language } = useTexts();
	const clock = (milliseconds: number) => formatClock(new Date(milliseconds), language);
	const notReached = (point: number) => {
		const nearest = findings.find((one) => one.kind === "pointNotReached" && one.point === point);
		if (!nearest || nearest.at === null || nearest.value === null) return t("score.notReached");
		const km = formatKilometres(nearest.value, language);
		return t("score.notReached.nearest", { time: clock(nearest.at), km });
	};
	return reached.map(({ at, missedM }, index) => (
		<Fact key={points[index + 1] ?? index} name={points[index + 1] ?? String(index + 1)}>
			{at === null
				? notReached(index + 1)
				: missedM > 0
					? t("score.missedBy", {
							time: clock(at),
							metres: `${formatNumber(missedM, language)}\u00A0m`,
						})
					: clock(at)}
		</Fact>
	));
}

/** The parts of which the distance of an outlanding is the sum. */
function Credited({ flight: { reached, position }, points }: PointsProps) {
	const { t, language } = useTexts();
	if (!position) return null;
	const done = reached.filter(({ at }) => at !== null).length;
	const values = {
		last: points[done],
		next: points[done + 1],
		time: formatClock(new Date(position.at), language),
	};
	return <>: {t(done === 0 ? "score.credited.first" : "score.credited", values)}</>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	);
}

interface FlightFindingsProps {
	readonly findings: readonly Finding[];
	readonly points: readonly string[];
	/** What the scorer has decided; nothing without it. */
	readonly decided?: Pick<ScoredRow, "penalties" | "override">;
}

const undecided = { penalties: [], override: null };

/**
 * The findings that the scorer has to decide, or has decided, and apart from them what else the log shows. A proposed penalty is not in
 * the points. A point that was not reached asks for no decision: the facts of the flight show it.
 */
export function FlightFindings({ findings: all, points, decided = undecided }: FlightFindingsProps) {
	const { t } = useTexts();
	const findings = all.filter(({ kind }) => kind !== "pointNotReached");
	const asked = findings.filter(isForScorer);
	const noted = findings.filter((finding) => !isForScorer(finding));
	return (
		<>
			<FindingList id="score-findings" title={t("score.findings")} findings={asked} {...{ points, decided }}>
				{findings.some((one) => one.proposedPoints > 0 && isOpen(one, decided)) && (
					<p className="muted">{t("score.findings.hint")}</p>
				)}
			</FindingList>
			<FindingList id="score-noted" title={t("score.noted")} findings={noted} {...{ points, decided }} />
		</>
	);
}

interface FindingListProps extends Required<FlightFindingsProps> {
	readonly id: string;
	readonly title: string;
	readonly children?: ReactNode;
}

function FindingList({ id, title, findings, points, decided, children }: FindingListProps) {
	const { t, language } = useTexts();
	const textOf = useFindingText(points);
	if (findings.length === 0) return null;
	const verdictOn = (finding: Finding) => {
		const penalty = decisionAbout(finding, decided)?.points;
		if (penalty === undefined && finding.proposedPoints === 0) return "";
		const name = penalty === undefined ? "proposed" : penalty === 0 ? "decidedNone" : "decided";
		return ` ${t(`score.${name}`, { points: formatPoints(penalty ?? finding.proposedPoints, language) })}`;
	};
	return (
		<section aria-labelledby={id}>
			<h2 id={id} className="mb-2">
				{title}
			</h2>
			<ul>
				{listedFindings(findings).map((finding) => (
					<li key={findingKey(finding)}>
						{textOf(finding)}
						{verdictOn(finding)}
					</li>
				))}
			</ul>
			{children}
		</section>
	);
}
