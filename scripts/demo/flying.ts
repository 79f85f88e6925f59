import { classTaskPath } from "~/lib/tasks/task-paths";
import type { competitionDays, registrations, trackingEntries } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { startNumberOfPilot } from "./entries";
import type { DemoStatus } from "./pilot-days";
import type { Random } from "./random";

type Day = typeof competitionDays.$inferInsert;
type Registration = typeof registrations.$inferInsert;
type Tracking = typeof trackingEntries.$inferInsert;
type Task = NonNullable<Day["task"]>;

/** @param timeOfDay in UTC, two hours behind Prague in July */
function at(day: Day, timeOfDay: string): Date {
	return new Date(`${day.date}T${timeOfDay}:00Z`);
}

/** Milliseconds after the landing until somebody at the desk has seen it. */
export const landedAfter = 2 * 60_000;

/** When the tasks of a day are published. */
export function publishedAt(day: Day): Date {
	return day.task === "TASK" ? at(day, "08:30") : day.updatedAt;
}

/** Days beyond the list are as they were created. */
export function daysWithTasks(days: readonly Day[], tasks: readonly Task[]): Day[] {
	return days.map((day, index) => {
		const task = tasks[index];
		return task ? { ...day, task, updatedAt: at(day, task === "TASK_CANCELLED" ? "10:30" : "08:10") } : day;
	});
}

/** A tracking entry for each class of every day with a task, as publishing fills it: the version in force. */
export function trackingOf(
	{ year, apiEndpoint }: Edition,
	days: readonly Day[],
	classes: ReturnType<typeof referenceRows>["competitionClasses"],
): Tracking[] {
	const origin = apiEndpoint.replace("//api.", "//");
	return days
		.filter((day) => day.task === "TASK")
		.flatMap((day) =>
			classes.map(({ id, type }) => ({
				id: stableId(year, "tracking-entry", `${day.date}/${type}`),
				dayId: day.id,
				competitionClassId: id,
				taskUrl: `${origin}${classTaskPath({ date: day.date, classType: type })}`,
				updatedAt: at(day, "08:30"),
			})),
		);
}

/**
 * The end of days with a task: most competitors came home, the demo pilot always; some landed out, a few stayed on the ground.
 * No reserve was added to a day, so reserves have no status.
 */
export function statusesOf(
	{ year, updatedBy }: { readonly year: number; readonly updatedBy: string },
	days: readonly Day[],
	entries: readonly Registration[],
	random: Random,
): DemoStatus[] {
	return days
		.filter((day) => day.task === "TASK")
		.flatMap((day) =>
			entries
				.filter(({ accepted, isReserve }) => accepted && !isReserve)
				.map((entry) => ({
					id: stableId(year, "competitor-status", `${day.date}/${entry.id}`),
					registrationId: entry.id,
					dayId: day.id,
					status: endOfDay(entry, random),
					updatedAt: at(day, "17:40"),
					updatedBy,
				})),
		);
}

function endOfDay({ startNumber }: Registration, random: Random): NonNullable<DemoStatus["status"]> {
	const luck = random.next();
	if (startNumber === startNumberOfPilot) return "HOME";
	if (luck < 0.04) return "DNF";
	return luck < 0.2 ? "OUTLANDING" : "HOME";
}

interface Flown {
	readonly statuses: readonly DemoStatus[];
	/** The days that have been flown, by date. */
	readonly days: readonly Day[];
	readonly today: Day | undefined;
}

/** The statuses as they stand now: who landed in a field is home by the next day, but for one whom nobody has set. */
export function backFromFields({ statuses, days, today }: Flown): DemoStatus[] {
	const isOut = ({ dayId, status }: DemoStatus) => status === "OUTLANDING" && dayId !== today?.id;
	const forgotten = today && statuses.find((row) => isOut(row) && row.dayId === days.at(-1)?.id);
	return statuses.map((row) => (isOut(row) && row !== forgotten ? { ...row, status: "HOME" } : row));
}
