import type { Edition } from "~editions/schema";
import { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { chartsOf } from "./charts";
import { documentsOf } from "./documents";
import { entriesOf, type FieldSize } from "./entries";
import { logsOf } from "./flights";
import { flightsOfDays } from "./flown-days";
import { daysWithTasks, statusesOf, trackingOf } from "./flying";
import { demoTimeOf, flyingDateOf, landedAt, statusesInTheAir } from "./flying-day";
import { newsOf } from "./news";
import { admin } from "./people";
import { randomOf } from "./random";
import { resultsOf } from "./results";
import { scoresOf } from "./scores";
import { tasksOf } from "./tasks";

type Task = "NO_TASK" | "TASK" | "TASK_CANCELLED";
interface Plan {
	readonly size: FieldSize;
	/** Day by day; those beyond the list have none yet. */
	readonly tasks: readonly Task[];
}

/** A season on its sixth day, which is being flown: four days scored, one cancelled. */
const presentSeason: Plan = {
	size: {
		club: { accepted: 31, reserve: 3, waiting: 4 },
		"18_meter": { accepted: 25, reserve: 2, waiting: 3 },
	},
	tasks: ["TASK", "TASK", "TASK", "TASK_CANCELLED", "TASK", "TASK"],
};

/** A past year: two days scored, in a smaller field. */
const pastSeason: Plan = {
	size: {
		club: { accepted: 14, reserve: 1, waiting: 1 },
		"18_meter": { accepted: 11, reserve: 0, waiting: 1 },
	},
	tasks: ["NO_TASK", "TASK", "TASK_CANCELLED", "NO_TASK", "NO_TASK", "NO_TASK", "NO_TASK", "NO_TASK", "TASK"],
};

/**
 * The rows of an edition by table, with its reference data, in an order that satisfies the references; and the files of
 * the bucket. The same edition always gives the same rows.
 * @param options.passwordHash of all demo accounts
 * @param options.flying a season on its flying day, for the newest edition; a past one without it
 */
export function demoOf(
	edition: Edition,
	options: { readonly passwordHash: string; readonly flying: boolean },
) {
	const { year } = edition;
	const plan = options.flying ? presentSeason : pastSeason;
	const random = randomOf(`demo/${year}`);
	const reference = referenceRows(edition);
	const adminId = stableId(year, "user", admin.email);
	const competitionDays = daysWithTasks(reference.competitionDays, plan.tasks);
	const { users, registrations } = entriesOf(edition, reference, plan.size, options.passwordHash, random);
	const today = options.flying
		? competitionDays.find(({ date }) => date === flyingDateOf(edition))
		: undefined;
	const days = competitionDays.filter((day) => day !== today);
	const statuses = [
		...statusesOf(year, days, registrations, adminId, random),
		...(today ? statusesInTheAir(year, today, registrations, adminId, random) : []),
	];
	const published = documentsOf(edition, adminId);
	const { files, ...documents } = published;
	const charts = chartsOf(year, published);
	const { gliderTypes, competitionClasses } = reference;
	const tasks = tasksOf(edition, competitionDays, competitionClasses, adminId, today);
	const entered = { users, registrations, gliderTypes, competitionClasses, tasks };
	const planned = { ...entered, days: days.filter(({ task }) => task === "TASK"), today, statuses };
	const flown = flightsOfDays(edition, planned);
	const field = { ...planned, statuses: landedAt(statuses, today, flown) };
	const { files: logs, counted, ...flights } = logsOf(edition, field, flown);
	const scores = scoresOf(edition, field, counted, charts, demoTimeOf(edition));
	return {
		rows: {
			...reference,
			competitionDays,
			users,
			registrations,
			news: newsOf(edition, adminId, options.flying),
			...documents,
			charts,
			competitorStatuses: field.statuses,
			trackingEntries: trackingOf(edition, competitionDays, reference.competitionClasses),
			tasks,
			...resultsOf(year, field, scores.scoreSheets),
			...flights,
			...scores,
		},
		files: [...files, ...logs],
	};
}
