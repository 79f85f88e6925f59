import type { TFunction } from "i18next";
import { type FigureTexts, none, quotient, useFigureTexts } from "~/components/analysis/figure-texts";
import { useTexts } from "~/components/use-texts";
import type { PartKind } from "~/lib/scoring/analysis/compare-flights";
import type { FlownLeg } from "~db/schema";
import type { ComparePage } from "./page.server";

interface PlainSentenceProps {
	readonly comparison: NonNullable<ComparePage["comparison"]>;
	readonly flights: readonly [Compared, Compared];
	/** Whether handicaps differ: the minutes are flown, without them. */
	readonly hasHandicaps: boolean;
}

type Compared = NonNullable<ComparePage["b"]>;

/** Sentences that say who needed how much more time, and what caused most of it. */
export function PlainSentence({ comparison, flights, hasHandicaps }: PlainSentenceProps) {
	const { t } = useTexts();
	const texts = useFigureTexts();
	const { deltaS, largest, legs, isSlowerFirst } = comparison;
	if (legs.every((leg) => leg.deltaS === null))
		return t("compare.noLegs", { pilot: withoutLeg(comparison, flights) });
	const [slower, faster] = isSlowerFirst ? flights : [flights[1], flights[0]];
	const compared = legs.find(({ point }) => point === largest?.point);
	const [own, theirs] = isSlowerFirst ? (compared?.legs ?? []) : [compared?.legs[1], compared?.legs[0]];
	const needs = { pilot: slower.pilot, other: faster.pilot, delta: spokenTime(t, deltaS) };
	return (
		<>
			{deltaS === 0
				? t("compare.same")
				: t(hasHandicaps ? "compare.sentence.flown" : "compare.sentence", needs)}{" "}
			{largest &&
				own &&
				theirs &&
				t(`compare.sentence.${largest.kind}`, {
					part: spokenTime(t, largest.seconds),
					leg: largest.point,
					own: figureOf(largest.kind, own, texts),
					theirs: figureOf(largest.kind, theirs, texts),
				})}
		</>
	);
}

function withoutLeg(
	{ legs }: PlainSentenceProps["comparison"],
	flights: PlainSentenceProps["flights"],
): string {
	return flights
		.filter((_, index) => !legs.some((leg) => leg.legs[index]?.isComplete))
		.map(({ pilot }) => pilot)
		.join(", ");
}

/** "4 min 10 s" */
function spokenTime(t: TFunction, seconds: number): string {
	const whole = Math.abs(seconds);
	return t("compare.time", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

function figureOf(kind: PartKind, leg: FlownLeg, texts: FigureTexts): string {
	const { metres, kilometres, rate, speed, share } = texts;
	const values: Readonly<Record<PartKind, string>> = {
		start: metres(leg.fromHeightM),
		rate: quotient(leg.gainM, leg.climbS + leg.attemptS, rate),
		gain: metres(leg.gainM),
		glide: quotient(leg.glideM * 3.6, leg.glideS, speed),
		distance: kilometres(leg.creditedM),
		detour: share(leg.detour, 1),
		rest: none,
	};
	return values[kind];
}
