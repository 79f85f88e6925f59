import type { Edition } from "~editions/schema";
import { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { documentsOf } from "./documents";
import { entriesOf, type FieldSize } from "./entries";
import { daysWithTasks, statusesOf, trackingOf } from "./flying";
import { flyingDateOf, statusesInTheAir } from "./flying-day";
import { newsOf } from "./news";
import { admin } from "./people";
import { randomOf } from "./random";
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

export interface DemoOptions {
	/** Hash of the password of all demo accounts. */
	readonly passwordHash: string;
	/** A season on its flying day, for the newest edition; a past one without it. */
	readonly flying: boolean;
}

/** The demo of an edition without its flights and what comes of them, which take a thousand times as long to make. */
export function seasonOf(edition: Edition, { passwordHash, flying }: DemoOptions) {
	const { year } = edition;
	const plan = flying ? presentSeason : pastSeason;
	const random = randomOf(`demo/${year}`);
	const reference = referenceRows(edition);
	const adminId = stableId(year, "user", admin.email);
	const competitionDays = daysWithTasks(reference.competitionDays, plan.tasks);
	const { users, registrations } = entriesOf(edition, reference, { size: plan.size, passwordHash }, random);
	const today = flying ? competitionDays.find(({ date }) => date === flyingDateOf(edition)) : undefined;
	const days = competitionDays.filter((day) => day !== today);
	const said = { year, updatedBy: adminId };
	const statuses = [
		...statusesOf(said, days, registrations, random),
		...(today ? statusesInTheAir(said, today, registrations, random) : []),
	];
	return {
		...reference,
		opening: new Date(edition.competition.signupSince),
		first: edition.competition.from,
		competitionDays,
		users,
		registrations,
		statuses,
		today,
		/** The days with a task that have been flown. */
		days: days.filter(({ task }) => task === "TASK"),
		tasks: tasksOf(edition, { days: competitionDays, today }, reference.competitionClasses, adminId),
		news: newsOf(edition, adminId, flying),
		published: documentsOf(edition, adminId),
		trackingEntries: trackingOf(edition, competitionDays, reference.competitionClasses),
	};
}
