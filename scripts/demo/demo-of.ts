import { instantOf, pragueDate } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { chartsOf } from "./charts";
import { cutGrid, cutProtests, cutSeason, cutState, cutStatuses, wasThere } from "./cut";
import { gridOfToday, outlandingsOfToday } from "./desk-of-today";
import { paymentsOf } from "./entries";
import { logsOf } from "./flights";
import { flightsOfDay } from "./flown-days";
import { backFromFields } from "./flying";
import { demoTimeOf, landedAt } from "./flying-day";
import { liveEntriesOf } from "./live-gliders";
import { pilotDaysOf } from "./pilot-days";
import { resultsOf } from "./results";
import { evaluate, scoresOf } from "./scores";
import { type DemoOptions, seasonOf } from "./season";
import { eveningOf, withStates } from "./states";

/** Nothing in the demo lies after it. */
const endOfDemo = (edition: Edition, { flying }: Pick<DemoOptions, "flying">): Date =>
	flying ? demoTimeOf(edition) : instantOf(edition.competition.to, 24 * 3600);

type Season = ReturnType<typeof seasonOf>;
type Day = Season["days"][number];

/** What takes long to make: the flights of a day, their logs, and what our engine makes of them. It is the same as of every clock. */
function flownDay(edition: Edition, season: Season, charts: ReturnType<typeof chartsOf>, day: Day) {
	const flights = flightsOfDay(edition, season, day);
	const { counted, ...logs } = logsOf(edition, season, flights);
	return { flights, ...logs, evaluated: evaluate(edition, season, counted, charts) };
}

/**
 * The rows of an edition by table, with its reference data, in an order that satisfies the references; and the files of
 * the bucket. The same edition always gives the same rows.
 * @param clock when it is earlier than the demo's own, nothing lies after it
 */
export function demoOf(edition: Edition, options: DemoOptions, clock?: Date) {
	return demosOf(edition, options)(clock);
}

/** The demo as of several clocks, for which each day is flown once, and none that no clock has reached. */
export function demosOf(edition: Edition, options: DemoOptions) {
	const season = seasonOf(edition, options);
	const charts = chartsOf(edition.year, season.published);
	const flown = new Map<Day, ReturnType<typeof flownDay>>();
	const daysUntil = (date: string) =>
		[...season.days, ...(season.today ? [season.today] : [])]
			.filter((day) => day.date <= date)
			.map((day) => {
				const made = flown.get(day) ?? flownDay(edition, season, charts, day);
				flown.set(day, made);
				return made;
			});
	return (clock?: Date) => demoAt(edition, options, { season, charts, daysUntil }, clock);
}

interface Flown {
	readonly season: Season;
	readonly charts: ReturnType<typeof chartsOf>;
	/** Days that have begun by a date. */
	readonly daysUntil: (date: string) => readonly ReturnType<typeof flownDay>[];
}

/** The logs that were there, with their versions and files. */
function logsThere(begun: ReturnType<Flown["daysUntil"]>, isThere: ReturnType<typeof wasThere>) {
	const igcFiles = begun.flatMap((day) => day.igcFiles).filter(isThere);
	const igcFileVersions = begun
		.flatMap((day) => day.igcFileVersions)
		.filter(({ igcFileId }) => igcFiles.some(({ id }) => id === igcFileId));
	const files = begun
		.flatMap((day) => day.files)
		.filter(({ key }) => igcFileVersions.some((version) => version.key === key));
	return { igcFiles, igcFileVersions, files };
}

/** The tables of results that were there, with their rows. */
function resultsThere(results: ReturnType<typeof resultsOf>, isThere: ReturnType<typeof wasThere>) {
	const resultTables = results.resultTables.filter(isThere);
	const dailyResults = results.dailyResults.filter((row) =>
		resultTables.some(
			({ dayId, competitionClassId }) => dayId === row.dayId && competitionClassId === row.competitionClassId,
		),
	);
	return { resultTables, dailyResults };
}

function demoAt(edition: Edition, options: DemoOptions, flown: Flown, clock?: Date) {
	const { year } = edition;
	const { season: whole } = flown;
	const end = endOfDemo(edition, options);
	const isCut = clock !== undefined && clock < end;
	const at = isCut ? clock : end;
	const season = isCut ? cutSeason(whole, at) : whole;
	const { regions, competitionClasses, gliderTypes, accommodationTypes, competitionDays } = season;
	const { users, registrations, news, published, today, trackingEntries, tasks } = season;
	const { files, ...documents } = published;
	const charts = flown.charts.filter(({ documentVersionId }) =>
		documents.documentVersions.some(({ id }) => id === documentVersionId),
	);
	const begun = flown.daysUntil(pragueDate(at));
	const flights = begun.flatMap((day) => day.flights);
	const grid = gridOfToday(edition, whole);
	const launched = { ...season, statuses: isCut ? season.statuses : grid.statuses };
	const field = isCut
		? cutStatuses(launched, flights, grid.pilots, at)
		: { ...launched, statuses: landedAt(launched.statuses, today, flights) };
	const isThere = wasThere(at);
	const { days } = whole;
	const logs = logsThere(begun, isThere);
	const inTime = begun.flatMap((day) => day.evaluated).filter(({ sentAt }) => sentAt <= at);
	const scored = scoresOf(edition, field, inTime, at);
	const scoredField = { ...field, days: isCut && today ? [...field.days, today] : days, today: whole.today };
	const states = withStates(edition, scoredField, scored.dayScores);
	const results = resultsOf(year, scoredField, states.dayScores);
	const grids = grid.grids.filter(isThere);
	return {
		rows: {
			regions,
			competitionClasses,
			gliderTypes,
			accommodationTypes,
			competitionDays,
			users,
			registrations,
			liveEntries: options.flying ? liveEntriesOf(registrations) : [],
			payments: paymentsOf(edition, registrations).filter(({ enteredAt }) => enteredAt <= at),
			news,
			...documents,
			charts,
			pilotDays: pilotDaysOf(backFromFields(field), grids.length > 0 ? cutGrid(grid.pilots, at) : [], grids),
			grids,
			outlandings: outlandingsOfToday(edition, field).filter(isThere),
			trackingEntries,
			tasks,
			...resultsThere(results, isThere),
			igcFiles: logs.igcFiles,
			igcFileVersions: logs.igcFileVersions,
			flightResults: scored.flightResults,
			dayScores: states.dayScores.map((sheet) => cutState(sheet, eveningOf(whole, sheet), at)),
			protests: cutProtests(states.protests, at),
		},
		files: [...files, ...logs.files],
	};
}
