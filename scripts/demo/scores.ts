import { handicapOf } from "~/lib/entries/gliders";
import { withAirspace } from "~/lib/scoring/airspace/airspace-findings";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { engineVersion, withLateLog } from "~/lib/scoring/flight-result";
import { judgeFlight } from "~/lib/scoring/judge-flight";
import { makeDayScores, type ScoringCompetitor } from "~/lib/scoring/make-day-scores";
import { noDecision } from "~/lib/scoring/score-decision";
import type { Airspace, DayScores, dayScores, FlightResult, flightResults } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import type { chartsOf } from "./charts";
import type { DemoLog } from "./flights";
import type { Field } from "./flown-days";

type Charts = ReturnType<typeof chartsOf>;

/** A log with what our engine makes of it. */
export interface EvaluatedLog extends DemoLog {
	readonly result: FlightResult;
	readonly row: typeof flightResults.$inferInsert;
}

export type DemoSheet = typeof dayScores.$inferInsert & { readonly sheet: DayScores };

/** What our engine makes of the logs. */
export const evaluate = (
	edition: Edition,
	field: Pick<Field, "tasks">,
	logs: readonly DemoLog[],
	charts: Charts,
): EvaluatedLog[] => logs.map((log) => evaluateLog(edition, field, log, charts));

/**
 * The rows that our engine would write after the uploads of the logs.
 * @param now the time of the demo, up to which today's class is scored
 */
export function scoresOf(
	edition: Edition,
	field: Field,
	evaluated: readonly EvaluatedLog[],
	now: Date,
): { readonly flightResults: (typeof flightResults.$inferInsert)[]; readonly dayScores: DemoSheet[] } {
	const days = field.today ? [...field.days, field.today] : field.days;
	const sheets = days.flatMap((day) =>
		field.competitionClasses.flatMap((competitionClass): DemoSheet[] => {
			const task = field.tasks.find(
				({ dayId, competitionClassId }) => dayId === day.id && competitionClassId === competitionClass.id,
			);
			if (!task) return [];
			const computedAt = day === field.today ? now : new Date(`${day.date}T22:00:00Z`);
			const competitors = competitorsOf(field, day.id, competitionClass, evaluated);
			return [
				{
					id: stableId(edition.year, "score-sheet", `${day.date}/${competitionClass.type}`),
					competitionClassId: competitionClass.id,
					dayId: day.id,
					taskId: task.id,
					engine: engineVersion,
					sheet: makeDayScores({ ...task, date: day.date }, competitors, computedAt),
					computedAt,
				},
			];
		}),
	);
	return { flightResults: evaluated.map(({ row }) => row), dayScores: sheets };
}

function evaluateLog(
	{ year, airfield }: Edition,
	{ tasks }: Pick<Field, "tasks">,
	log: DemoLog,
	charts: Charts,
): EvaluatedLog {
	const { day, entry, flight, version } = log;
	const task = tasks.find(
		({ dayId, competitionClassId }) => dayId === day.id && competitionClassId === entry.competitionClassId,
	);
	if (!task) throw new Error(`The demo has no task for ${day.date}.`);
	const taskOfDay = { task, date: day.date, airfield };
	const airspace = charts.find(({ kind }) => kind === "airspace");
	// The column is trusted: `readChart` has filled it.
	const spacesOfDay = (airspace?.content ?? []) as readonly Airspace[];
	const result = evaluateFlight(taskOfDay, flight);
	const { spaces, analysis } = judgeFlight(spacesOfDay, taskOfDay, flight, result);
	const row = {
		id: stableId(year, "performance", version.sha256),
		taskId: task.id,
		sha256: version.sha256,
		engine: engineVersion,
		result,
		spaces,
		analysis,
		airspaceId: airspace?.id ?? null,
		qnhHpa: task.briefing.qnhHpa,
		computedAt: version.createdAt,
	};
	const checked = withAirspace(result, spaces, task.briefing.inactiveAirspace);
	// Nobody in the demo is late twice.
	const sent = { sentAt: log.sentAt, logDeadlineS: task.rules.logDeadlineS, lateBefore: 0 };
	return { ...log, row, result: withLateLog(checked, sent) };
}

function competitorsOf(
	{ registrations, statuses, gliderTypes }: Field,
	dayId: string,
	{ id, referenceIndex }: Field["competitionClasses"][number],
	evaluated: readonly EvaluatedLog[],
): ScoringCompetitor[] {
	return registrations
		.filter(
			({ accepted, isReserve, competitionClassId }) => accepted && !isReserve && competitionClassId === id,
		)
		.map((entry) => {
			const status = statuses.find((row) => row.dayId === dayId && row.registrationId === entry.id);
			const glider = gliderTypes.find((type) => type.id === entry.gliderTypeId);
			return {
				registrationId: entry.id,
				handicap: handicapOf(glider?.index ?? null, referenceIndex),
				state: status?.status ?? null,
				stateAt: status?.updatedAt ?? null,
				flightResults: evaluated.flatMap((log) =>
					log.entry === entry && log.day.id === dayId ? [log.result] : [],
				),
				isGuest: false,
				isDisqualified: false,
				held: [],
				decision: noDecision,
			};
		});
}
