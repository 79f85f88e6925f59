import type { Edition } from "~editions/schema";
import { chartsOf } from "./charts";
import { gridOfToday, outlandingsOfToday } from "./desk-of-today";
import { logsOf } from "./flights";
import { flightsOfDays } from "./flown-days";
import { backFromFields } from "./flying";
import { demoTimeOf, landedAt } from "./flying-day";
import { resultsOf } from "./results";
import { scoresOf } from "./scores";
import { type DemoOptions, seasonOf } from "./season";
import { withStates } from "./states";

/**
 * The rows of an edition by table, with its reference data, in an order that satisfies the references; and the files of
 * the bucket. The same edition always gives the same rows.
 */
export function demoOf(edition: Edition, options: DemoOptions) {
	const { year } = edition;
	const season = seasonOf(edition, options);
	const { regions, competitionClasses, gliderTypes, accommodationTypes, competitionDays } = season;
	const { users, registrations, news, published, today, trackingEntries, tasks } = season;
	const { files, ...documents } = published;
	const charts = chartsOf(year, published);
	const flown = flightsOfDays(edition, season);
	const { grids, gridPilots, statuses: launched } = gridOfToday(edition, season);
	const field = { ...season, statuses: landedAt(launched, today, flown) };
	const { files: logs, counted, ...flights } = logsOf(edition, field, flown);
	const scored = scoresOf(edition, field, counted, charts, demoTimeOf(edition));
	const scores = { ...scored, ...withStates(edition, field, scored.dayScores) };
	return {
		rows: {
			regions,
			competitionClasses,
			gliderTypes,
			accommodationTypes,
			competitionDays,
			users,
			registrations,
			news,
			...documents,
			charts,
			competitorStatuses: backFromFields(field),
			grids,
			gridPilots,
			outlandings: outlandingsOfToday(edition, field),
			trackingEntries,
			tasks,
			...resultsOf(year, field, scores.dayScores),
			...flights,
			...scores,
		},
		files: [...files, ...logs],
	};
}
