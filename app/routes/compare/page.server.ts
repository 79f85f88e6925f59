import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { flown } from "~/lib/db/flown.server";
import { first, read } from "~/lib/db/read.server";
import { tracesOf } from "~/lib/flights/flights-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { formatKilometres, formatPoints, formatSpeed } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { done, refuse, type ValueOf } from "~/lib/result";
import { analysedFlights, seesAnalysis } from "~/lib/scoring/analysis/analyses-queries.server";
import { compareFlights, lostPoints, type PartKind, partKinds } from "~/lib/scoring/analysis/compare-flights";
import { shownPlace } from "~/lib/scoring/day-scores";
import { sourceElsewhere, storedScores } from "~/lib/scoring/scoring-queries.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { type DayScores, igcFiles, type ScoredRow } from "~db/schema";
import { drawPair } from "./draw-pair.server";

type Flight = Awaited<ReturnType<typeof analysedFlights>>[number];

/**
 * Two flights of one task. Without a second one, that of the class with most points takes its place.
 * @param a, b ids of flights
 */
export async function readComparePage(ctx: Ctx, a: string, b: string | null) {
	const [asked] = await analysedFlights(ctx.db, eq(igcFiles.id, a));
	if (!asked || !seesAnalysis(ctx, asked)) return refuse("not-found");
	const where = { dayId: asked.dayId, classId: asked.classId };
	const found = await read(ctx.db, {
		flights: analysedFlights(ctx.db, and(eq(igcFiles.dayId, where.dayId), eq(flown.classId, where.classId))),
		stored: first(storedScores(ctx.db, where)),
		elsewhere: first(sourceElsewhere(ctx.db, where)),
		task: first(taskInForce(ctx.db, where)),
		...chartsInForce(ctx.db),
	});
	const flights = found.flights.filter((flight) => seesAnalysis(ctx, flight));
	const sheet = found.stored?.sheet ?? null;
	const one = flights.find(({ id }) => id === a);
	if (!one) return refuse("not-found");
	const other = b === null ? bestOther(flights, one, sheet) : flights.find(({ id }) => id === b);
	const points = found.task?.points ?? [];
	const { t } = textsOf(ctx.language);
	const page = {
		meanings: partKinds.map((kind) => ({ kind, text: t(`comparison.${kind}`) })),
		date: one.date,
		/** Null before the class can be replayed. */
		replay: canReplay(ctx, one.date, found.task?.rules ?? null)
			? replayPath(ctx.edition, one.date, one.classType)
			: null,
		classType: one.classType,
		points: points.map(({ name }) => name),
		/** Whether credited distances may differ. */
		isArea: found.task?.kind === "AAT",
		choices: flights.map(({ id, ...flight }) => ({ id, pilot: pilotOf(flight) })),
		/** The source of results that count instead of ours; null when ours count. */
		elsewhere: found.elsewhere?.source ?? null,
		a: toShown(one, sheet),
	};
	if (!other || other.id === one.id)
		return done({
			...page,
			b: null,
			ahead: null,
			/** Why there is nothing to compare. */
			problem: b === null ? ("alone" as const) : ("other" as const),
			drawing: null,
			comparison: null,
		});
	const traces = await tracesOf(ctx.db, inArray(igcFiles.id, [one.id, other.id]));
	const traceOf = (id: string) => traces.find((flight) => flight.id === id)?.trace ?? null;
	const drawing = drawPair({
		traces: [traceOf(one.id), traceOf(other.id)],
		points,
		ground: await groundAround(ctx, found, points),
	});
	/** Null when one of them is not analysed yet. */
	const comparison =
		one.analysis && other.analysis
			? explained(compareFlights(one.analysis, other.analysis), [one, other], sheet)
			: null;
	const shown = toShown(other, sheet);
	const ahead = page.elsewhere === null ? aheadInWords([page.a, shown], ctx.language) : null;
	return done({ ...page, b: shown, ahead, problem: null, drawing, comparison });
}

export type ComparePage = ValueOf<typeof readComparePage>;

function pilotOf({ startNumber, name, surname }: Pick<Flight, "startNumber" | "name" | "surname">): string {
	return [startNumber, name, surname].filter(Boolean).join(" ");
}

function toShown(flight: Flight, sheet: DayScores | null) {
	const row = rowOf(sheet, flight);
	return {
		id: flight.id,
		pilot: pilotOf(flight),
		startNumber: flight.startNumber,
		analysis: flight.analysis,
		/** Null without points. */
		score:
			row && row.points !== null
				? {
						...pick(row, "handicap", "speedKmh", "vhKmh", "distanceM", "dhM", "penalty"),
						points: row.points,
						place: shownPlace(row),
					}
				: null,
	};
}

/** Who has more points. Whoever was slower, or not as far when both are out, may have them by the handicap. Null when nobody has more. */
function aheadInWords(flights: readonly ReturnType<typeof toShown>[], language: Language): string | null {
	const { t } = textsOf(language);
	const [winner, other] = flights.toSorted((a, b) => (b.score?.points ?? 0) - (a.score?.points ?? 0));
	if (!winner?.score || !other?.score || winner.score.points === other.score.points) return null;
	const [own, theirs] = [winner.score, other.score];
	const areOut = own.speedKmh === null && theirs.speedKmh === null;
	const [flown, handicapped] = areOut ? (["distanceM", "dhM"] as const) : (["speedKmh", "vhKmh"] as const);
	const isByHandicap =
		own.penalty === 0 &&
		theirs.penalty === 0 &&
		(own[flown] ?? 0) <= (theirs[flown] ?? 0) &&
		(own[handicapped] ?? 0) > (theirs[handicapped] ?? 0);
	const ahead = t(isByHandicap ? "comparison.ahead.handicap" : "comparison.ahead", {
		pilot: winner.pilot,
		other: other.pilot,
		own: formatPoints(own.points, language),
		theirs: formatPoints(theirs.points, language),
	});
	return [ahead, ...flownInWords([winner, other], language)].join(" ");
}

/** Who flew farther than the other and by how much, then what the handicaps make of both flights where they differ. */
function flownInWords(
	[winner, other]: readonly [ReturnType<typeof toShown>, ReturnType<typeof toShown>],
	language: Language,
): string[] {
	const { t } = textsOf(language);
	const [own, theirs] = [winner.score, other.score];
	if (!own || !theirs) return [];
	const moreM = (own.distanceM ?? 0) - (theirs.distanceM ?? 0);
	const farther = moreM > 0 ? winner : other;
	const isFarther = own.distanceM !== null && theirs.distanceM !== null && Math.abs(moreM) >= leastMoreM;
	const pair = (values: readonly (number | null)[], text: (value: number, language: Language) => string) =>
		values.map((value) => text(value ?? 0, language));
	const [isIn, bySpeed, areOut] = [
		own.handicap !== theirs.handicap,
		own.vhKmh !== null && theirs.vhKmh !== null,
		own.vhKmh === null && theirs.vhKmh === null,
	];
	const [mine, others] = bySpeed
		? pair([own.vhKmh, theirs.vhKmh], formatSpeed)
		: pair([own.dhM, theirs.dhM], formatKilometres);
	const said = [
		isFarther &&
			t("comparison.farther", {
				number: farther.startNumber,
				more: formatKilometres(Math.abs(moreM), language),
			}),
		isIn &&
			(bySpeed || areOut) &&
			t(bySpeed ? "comparison.byHandicap.speed" : "comparison.byHandicap.distance", {
				own: mine,
				theirs: others,
			}),
	].filter((part) => part !== false);
	return said.length > 0 ? [`${said.join("; ").replace(/^./u, (first) => first.toUpperCase())}.`] : [];
}

/** Metres. Who flew less than that farther flew as far. */
const leastMoreM = 100;

function rowOf(sheet: DayScores | null, { registrationId, analysis }: Flight): ScoredRow | null {
	const row = sheet?.rows.find((scored) => scored.registrationId === registrationId);
	// When a pilot has two flights, one scores.
	return row && !row.held && row.flight?.start?.at === analysis?.from ? row : null;
}

function bestOther(flights: readonly Flight[], one: Flight, sheet: DayScores | null): Flight | undefined {
	const pointsOf = (flight: Flight) => rowOf(sheet, flight)?.points ?? -1;
	return flights
		.filter(({ id }) => id !== one.id)
		.toSorted((first, second) => pointsOf(second) - pointsOf(first))[0];
}

/** The comparison, with what each part cost in points: of the slower flight, so that a swap turns the signs. */
function explained(
	comparison: ReturnType<typeof compareFlights>,
	[one, other]: readonly [Flight, Flight],
	sheet: DayScores | null,
) {
	const { deltaS, parts } = comparison;
	const sign = Math.sign(deltaS);
	const slower = rowOf(sheet, sign < 0 ? other : one);
	const isSlowerFirst = sign >= 0;
	const pointsOf = (kind: PartKind) => {
		const lost = sheet && slower && lostPoints(sheet, slower, sign * parts[kind]);
		return lost === null ? null : sign * lost;
	};
	return {
		...comparison,
		isSlowerFirst,
		points: partKinds.map((kind) => ({ kind, lost: pointsOf(kind) })).filter(({ lost }) => lost !== null),
	};
}
