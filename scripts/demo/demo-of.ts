import type { Edition } from "~editions/schema";
import { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { documentsOf } from "./documents";
import { entriesOf, type FieldSize } from "./entries";
import { flightsOf } from "./flights";
import { daysWithTasks, statusesOf, trackingOf } from "./flying";
import { newsOf } from "./news";
import { admin } from "./people";
import { randomOf } from "./random";
import { resultsOf } from "./results";

type Task = "NO_TASK" | "TASK" | "TASK_CANCELLED";
interface Plan {
	readonly size: FieldSize;
	readonly tasks: readonly Task[];
	readonly lastSheet: "official" | "unofficial";
}

/** A full season: four days scored, one cancelled, the rest without a task. The last day has a task. */
const wholeSeason: Plan = {
	size: {
		club: { accepted: 31, reserve: 3, waiting: 4 },
		"18_meter": { accepted: 25, reserve: 2, waiting: 3 },
	},
	tasks: ["TASK", "NO_TASK", "TASK", "TASK_CANCELLED", "NO_TASK", "TASK", "NO_TASK", "NO_TASK", "TASK"],
	lastSheet: "unofficial",
};

/** A past year: two days scored, in a smaller field. */
const pastSeason: Plan = {
	size: {
		club: { accepted: 14, reserve: 1, waiting: 1 },
		"18_meter": { accepted: 11, reserve: 0, waiting: 1 },
	},
	tasks: ["NO_TASK", "TASK", "TASK_CANCELLED", "NO_TASK", "NO_TASK", "NO_TASK", "NO_TASK", "NO_TASK", "TASK"],
	lastSheet: "official",
};

/**
 * The rows of an edition by table, with its reference data, in an order that satisfies the references; and the files of
 * the bucket. The same edition always gives the same rows.
 * @param options.passwordHash of all demo accounts
 * @param options.whole a whole season, for the newest edition
 */
export function demoOf(
	edition: Edition,
	options: { readonly passwordHash: string; readonly whole: boolean },
) {
	const { year } = edition;
	const plan = options.whole ? wholeSeason : pastSeason;
	const random = randomOf(`demo/${year}`);
	const reference = referenceRows(edition);
	const adminId = stableId(year, "user", admin.email);
	const competitionDays = daysWithTasks(reference.competitionDays, plan.tasks);
	const { users, registrations } = entriesOf(edition, reference, plan.size, options.passwordHash, random);
	const competitorStatuses = statusesOf(year, competitionDays, registrations, adminId, random);
	const season = {
		year,
		reference,
		days: competitionDays,
		users,
		registrations,
		statuses: competitorStatuses,
	};
	const { files, ...documents } = documentsOf(edition, adminId);
	const results = resultsOf(season, plan.lastSheet, random);
	const field = { days: competitionDays, users, registrations, gliderTypes: reference.gliderTypes };
	const { files: logs, ...flights } = flightsOf(edition, field, random);
	return {
		rows: {
			...reference,
			competitionDays,
			users,
			registrations,
			news: newsOf(edition, adminId, options.whole),
			...documents,
			competitorStatuses,
			trackingEntries: trackingOf(year, competitionDays, reference.competitionClasses),
			...results,
			...flights,
		},
		files: [...files, ...logs],
	};
}
