import { Lead } from "~/components/results/lead";
import { CountedDays, ResultsNote, ResultsState, TotalNote } from "~/components/results/results-note";
import { columnTexts, ResultsTable } from "~/components/results/results-table";
import { FlightFindings, FlownFacts } from "~/components/scoring/flown-facts";
import { PreliminaryNote, WorthlessDay } from "~/components/scoring/preliminary-note";
import { EvaluationProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import { resultStatuses } from "~db/enums";
import type { DayFigures, Finding, FlightResult } from "~db/schema";
import { GalleryPage, galleryHandle, sample } from "./gallery-page";

export const handle = galleryHandle;

export default function PiecesOfResults() {
	return (
		<GalleryPage
			current="Results and points"
			pieces={{ Results: <ResultsSamples />, Scoring: <ScoreSamples /> }}
		/>
	);
}

const points = ["Start", "Lesnice", "Podhorany", "Finish"];
const minute = 60_000;
const startedAt = new Date("2025-07-17T10:45:00Z");
const at = startedAt.getTime();

const day: DayFigures = {
	n: 31,
	n1: 28,
	n2: 12,
	doM: 251_400,
	voKmh: 104.2,
	toS: 8685,
	pm: 640,
	f: 1,
	fcr: 1,
	pvm: 420,
	pdm: 220,
	presumed: 3,
	counts: true,
};

const findings: readonly Finding[] = [
	{ kind: "startHigh", at, value: 42, proposedPoints: 42, point: 0 },
	{ kind: "pointMissed", at: null, value: 180, proposedPoints: 0, point: 1 },
	{
		kind: "airspace",
		at: at + minute,
		value: 60,
		proposedPoints: 0,
		point: null,
		space: { name: "CTR", until: at + 3 * minute, sidewaysM: 310, verticalM: 60, outDistanceM: null },
	},
];

const out: FlightResult = {
	status: "out",
	takeOff: at - 40 * minute,
	landing: at + 190 * minute,
	otherStarts: [at - 8 * minute],
	start: { at, heightM: 1742, speedKmh: 148 },
	reached: [
		{ at: at + 62 * minute, missedM: 0, credited: null },
		{ at: null, missedM: 0, credited: null },
	],
	finish: null,
	finishHeightM: null,
	position: null,
	distanceM: 142_000,
	timeS: null,
	findings,
};

const home: FlightResult = {
	...out,
	status: "finished",
	finish: at + 145 * minute,
	finishHeightM: 612,
	distanceM: 251_400,
	timeS: 8685,
	reached: [62, 110].map((minutes) => ({ at: at + minutes * minute, missedM: 0, credited: null })),
};

/** A flight home and one out, what the scorer has to decide, and how much of the class is scored. */
function ScoreSamples() {
	return (
		<div className="stack">
			<PreliminaryNote sheet={{ logs: 14, expected: 31, day }} computedAt={startedAt} />
			<PreliminaryNote
				sheet={{ logs: 60, expected: 75, day, evaluating: { done: 60, of: 75 } }}
				computedAt={startedAt}
			/>
			<EvaluationProgress evaluating={{ done: 60, of: 75 }} />
			<WorthlessDay day={{ ...day, pm: 0 }} />
			<WorthlessDay day={{ ...day, counts: false }} />
			<div className="my-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
				<FlownFacts
					figures={{ distanceM: home.distanceM, timeS: home.timeS, speedKmh: 104.2 }}
					flight={home}
					points={points}
				/>
				<FlownFacts
					figures={{ distanceM: out.distanceM, timeS: out.timeS, speedKmh: null }}
					flight={out}
					points={points}
				/>
				<FlightFindings findings={findings} points={points} />
			</div>
		</div>
	);
}

const sampleTime = new Date("2025-07-17T12:30:00Z");

const competitors = [
	{ competitor: "7K", name: "Jakub Hradecký", glider: "LS 4", position: 1, points: 987 },
	{ competitor: "X1", name: "Eva Podhorská", glider: "ASW 19", position: 2, points: 954.5 },
	{ competitor: "B2", name: "Ota Lesnický", glider: "Cirrus", position: 3, points: 861 },
	{ competitor: "T9", name: "Jan Řečický", glider: "Discus", position: null, points: null },
].map((row) => ({ ...row, registrationId: row.competitor, startNumber: row.competitor }));

const sampleState = {
	state: "unofficial" as const,
	stateSince: sampleTime,
	protestsUntil: new Date("2025-07-18T12:30:00Z"),
	protestsUntilReason: "Čeká se na záznam 7K",
	revision: 2,
	reopenedAt: new Date("2025-07-17T10:12:00Z"),
	reopenReason: "Odlet 7K",
	openProtests: 1,
	isAnybodyOut: false,
};

/** Medals and the own row; the same while places may change. */
function ResultsSamples() {
	const { t, language, classNameOf } = useTexts();
	const pointsText = columnTexts(competitors, ({ points }) => points, language);
	return [false, true].map((mayChange) => (
		<ResultsTable
			key={String(mayChange)}
			title={mayChange ? "Before all are home" : classNameOf("club")}
			note={
				<>
					{resultStatuses.map((status) => (
						<TotalNote
							key={status}
							held={`${t("results.status.official")}: Den 1, Den 5`}
							parted={["A1 – B2"]}
						>
							<ResultsNote status={status} updatedAt={sampleTime}>
								<CountedDays
									after={{ dayName: "Den 5", date: "2025-07-16" }}
									leftOut={status === "unofficial" ? "Den 6" : null}
								/>
								<Lead
									rows={[
										{ points: 700, startNumber: "7K", name: "Jan Novák" },
										{ points: 650, startNumber: "U2", name: "Eva Malá" },
									]}
								/>
							</ResultsNote>
						</TotalNote>
					))}
					<ResultsState
						state={sampleState}
						protest={mayChange ? { to: "#", text: t("protest.title") } : null}
					/>
				</>
			}
			rows={competitors}
			own="B2"
			mayChange={mayChange}
			classType="club"
			points={(row) => pointsText(row) ?? <span className="muted">–</span>}
			columns={[{ head: sample.label, cell: ({ glider }) => glider }]}
		/>
	));
}
