import { instantOf, pragueDate } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { chartsOf } from "./charts";
import { cutGrid, cutProtests, cutSeason, cutState, cutStatuses, wasThere } from "./cut";
import { gridOfToday, outlandingsOfToday } from "./desk-of-today";
import { logsOf } from "./flights";
import { flightsOfDays } from "./flown-days";
import { backFromFields } from "./flying";
import { demoTimeOf, landedAt } from "./flying-day";
import { resultsOf } from "./results";
import { scoresOf } from "./scores";
import { type DemoOptions, seasonOf } from "./season";
import { eveningOf, withStates } from "./states";

/** Nothing in the demo lies after it. */
const endOfDemo = (edition: Edition, { flying }: Pick<DemoOptions, "flying">): Date =>
	flying ? demoTimeOf(edition) : instantOf(edition.competition.to, 24 * 3600);

/**
 * The rows of an edition by table, with its reference data, in an order that satisfies the references; and the files of
 * the bucket. The same edition always gives the same rows.
 * @param clock when it is earlier than the demo's own, nothing lies after it
 */
export function demoOf(edition: Edition, options: DemoOptions, clock?: Date) {
	const { year } = edition;
	const whole = seasonOf(edition, options);
	const end = endOfDemo(edition, options);
	const isCut = clock !== undefined && clock < end;
	const at = isCut ? clock : end;
	const season = isCut ? cutSeason(whole, at) : whole;
	const { regions, competitionClasses, gliderTypes, accommodationTypes, competitionDays } = season;
	const { users, registrations, news, published, today, trackingEntries, tasks } = season;
	const { files, ...documents } = published;
	const charts = chartsOf(year, published);
	const isBegun = ({ date }: { readonly date: string }) => date <= pragueDate(at);
	const flown = flightsOfDays(edition, {
		...whole,
		days: whole.days.filter(isBegun),
		today: isCut && !today ? undefined : whole.today,
	});
	const grid = gridOfToday(edition, whole);
	const launched = { ...season, statuses: isCut ? season.statuses : grid.statuses };
	const field = isCut
		? cutStatuses(launched, flown, grid.gridPilots, at)
		: { ...launched, statuses: landedAt(launched.statuses, today, flown) };
	const isThere = wasThere(at);
	const { days } = whole;
	const { files: logs, counted, ...flights } = logsOf(edition, { ...field, days, today: whole.today }, flown);
	const igcFiles = flights.igcFiles.filter(isThere);
	const versions = flights.igcFileVersions.filter(({ igcFileId }) =>
		igcFiles.some(({ id }) => id === igcFileId),
	);
	const inTime = counted.filter(({ sentAt }) => sentAt <= at);
	const scored = scoresOf(edition, field, inTime, charts, at);
	const scoredField = { ...field, days: isCut && today ? [...field.days, today] : days, today: whole.today };
	const states = withStates(edition, scoredField, scored.dayScores);
	const results = resultsOf(year, scoredField, states.dayScores);
	const resultTables = results.resultTables.filter(isThere);
	const grids = grid.grids.filter(isThere);
	const isShown = (row: { readonly dayId: string; readonly competitionClassId: string }) =>
		resultTables.some(
			({ dayId, competitionClassId }) => dayId === row.dayId && competitionClassId === row.competitionClassId,
		);
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
			gridPilots: grids.length > 0 ? cutGrid(grid.gridPilots, at) : [],
			outlandings: outlandingsOfToday(edition, field).filter(isThere),
			trackingEntries,
			tasks,
			resultTables,
			dailyResults: results.dailyResults.filter(isShown),
			igcFiles,
			igcFileVersions: versions,
			flightResults: scored.flightResults,
			dayScores: states.dayScores.map((sheet) => cutState(sheet, eveningOf(whole, sheet), at)),
			protests: cutProtests(states.protests, at),
		},
		files: [...files, ...logs.filter(({ key }) => versions.some((version) => version.key === key))],
	};
}
