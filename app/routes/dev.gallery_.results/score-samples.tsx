import { EvaluationProgress } from "~/components/scoring/evaluation-progress";
import { FlightFindings } from "~/components/scoring/flight-findings";
import { FlownFacts } from "~/components/scoring/flown-facts";
import { PreliminaryNote } from "~/components/scoring/preliminary-note";
import { WorthlessDay } from "~/components/scoring/worthless-day";
import { useLanguage } from "~/components/use-language";
import type { DayFigures, Finding, FlightResult } from "~db/schema";

const points = ["Start", "Lesnice", "Podhorany", "Finish"];
const minute = 60_000;
const startedAt = new Date("2025-07-17T10:45:00Z");
const at = startedAt.getTime();

const day: DayFigures = {
	...{ n: 31, n1: 28, n2: 12, doM: 251_400, voKmh: 104.2, toS: 8685, pm: 640 },
	...{ f: 1, fcr: 1, pvm: 420, pdm: 220, presumed: 3, counts: true },
};

const findings: readonly Finding[] = [
	{ kind: "startHigh", at, value: 42, proposedPoints: 42, point: 0 },
	{ kind: "pointMissed", at: null, value: 180, proposedPoints: 0, point: 1 },
	{
		...{ kind: "airspace", at: at + minute, value: 60, proposedPoints: 0, point: null },
		space: { name: "CTR", until: at + 3 * minute, sidewaysM: 310, verticalM: 60, outDistanceM: null },
	},
];

const out: FlightResult = {
	...{ status: "out", takeOff: at - 40 * minute, landing: at + 190 * minute, otherStarts: [at - 8 * minute] },
	start: { at, heightM: 1742, speedKmh: 148 },
	reached: [
		{ at: at + 62 * minute, missedM: 0, credited: null },
		{ at: null, missedM: 0, credited: null },
	],
	...{ finish: null, finishHeightM: null, position: null, distanceM: 142_000, timeS: null, findings },
};

const home: FlightResult = {
	...out,
	...{ status: "finished", finish: at + 145 * minute, finishHeightM: 612, distanceM: 251_400, timeS: 8685 },
	reached: [62, 110].map((minutes) => ({ at: at + minutes * minute, missedM: 0, credited: null })),
};

/** A flight home and one out, what the scorer has to decide, and how much of the class is scored. */
export function ScoreSamples() {
	const language = useLanguage();
	return (
		<div className="stack">
			<PreliminaryNote sheet={{ logs: 14, expected: 31, day }} computedAt={startedAt} language={language} />
			<PreliminaryNote
				sheet={{ logs: 60, expected: 75, day, evaluating: { done: 60, of: 75 } }}
				computedAt={startedAt}
				language={language}
			/>
			<EvaluationProgress evaluating={{ done: 60, of: 75 }} />
			<WorthlessDay day={{ ...day, pm: 0 }} />
			<WorthlessDay day={{ ...day, counts: false }} />
			<div className="score-columns">
				<FlownFacts figures={{ ...home, speedKmh: 104.2 }} flight={home} points={points} />
				<FlownFacts figures={{ ...out, speedKmh: null }} flight={out} points={points} />
				<FlightFindings findings={findings} points={points} />
			</div>
		</div>
	);
}
