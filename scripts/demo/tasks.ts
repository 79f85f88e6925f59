import { createHash } from "node:crypto";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { readCupWaypoints } from "~/lib/tasks/files/read-cup";
import { flownJson } from "~/lib/tasks/task-content";
import { classScoring, noBriefing } from "~/lib/tasks/task-defaults";
import { taskDistances } from "~/lib/tasks/task-distances";
import type { ClassType } from "~db/enums";
import type { competitionDays, Task, TaskPoint, tasks, Waypoint, Zone } from "~db/schema";
import type { Edition, EditionClass } from "~editions/schema";
import type { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { waypointFile } from "./waypoints";

type Day = typeof competitionDays.$inferInsert;
type Class = ReturnType<typeof referenceRows>["competitionClasses"][number];

interface Plan {
	/** Seconds for an area task. */
	readonly taskTimeS: number | null;
	/** Codes of the waypoint file; the field is the start and the finish. */
	readonly turns: Readonly<Record<ClassType, readonly string[]>>;
	/** Local times. */
	readonly times: { readonly gridTime: string; readonly firstLaunch: string; readonly startOpens: string };
	/** Time after the landing; three quarters of an hour without it. */
	readonly logDeadlineS?: number;
}

const times = { gridTime: "11:15:00", firstLaunch: "11:45:00", startOpens: "12:30:00" };

/** Flying days take them in turn: two racing tasks, then an area task. */
const plans: readonly Plan[] = [
	{ taskTimeS: null, turns: { club: ["TP05", "TP08", "TP12"], "18_meter": ["TP09", "TP12", "TP10"] }, times },
	{ taskTimeS: null, turns: { club: ["TP11", "TP10", "TP04"], "18_meter": ["TP11", "TP10", "TP12"] }, times },
	{ taskTimeS: 9_000, turns: { club: ["TP07", "TP06"], "18_meter": ["TP11", "TP09", "TP04"] }, times },
];

/** Task of the day in the air. It is short and early, so that the first pilots are home when the clock of the demo begins. */
export const planOfToday: Plan = {
	taskTimeS: 4_500,
	turns: { club: ["TP03", "TP06"], "18_meter": ["TP05", "TP06"] },
	times: { gridTime: "10:30:00", firstLaunch: "11:00:00", startOpens: "12:00:00" },
	// Nobody who waits in a field for the crew can send a log: they are out, not missing.
	logDeadlineS: 3 * 3_600,
};

/** Metres. */
const areaRadii = [20_000, 15_000, 25_000];

/** The tasks of every day with one, as they were published in the morning. */
export function tasksOf(
	edition: Edition,
	{ days, today }: { readonly days: readonly Day[]; readonly today: Day | undefined },
	classes: readonly Class[],
	createdBy: string,
) {
	const { waypoints } = readCupWaypoints(waypointFile(edition).split("\r\n"));
	return days
		.filter((day) => day.task === "TASK")
		.flatMap((day, index) =>
			classes.map(({ id: competitionClassId, type }) => {
				const task = taskOf(planOf(day === today, index), taskDefaultsOf(edition, type), type, waypoints);
				const morning = new Date(`${day.date}T08:30:00Z`);
				const { distanceM, minDistanceM, maxDistanceM } = taskDistances(task);
				return {
					id: stableId(edition.year, "task", `${day.date}/${type}`),
					dayId: day.id,
					competitionClassId,
					number: 1,
					state: "published" as const,
					...task,
					sha256: createHash("sha256").update(flownJson(task)).digest("hex"),
					distanceM,
					minDistanceM,
					maxDistanceM,
					createdAt: morning,
					createdBy,
					publishedAt: morning,
					updatedAt: morning,
				} satisfies typeof tasks.$inferInsert;
			}),
		);
}

/** @param number of the flown day, from 0 */
function planOf(isToday: boolean, number: number): Plan {
	return (isToday ? undefined : plans[number % plans.length]) ?? planOfToday;
}

function taskOf(
	{ taskTimeS, turns, times: { startOpens, ...briefed }, logDeadlineS = 2_700 }: Plan,
	defaults: EditionClass["taskDefaults"],
	type: ClassType,
	waypoints: readonly Waypoint[],
): Task {
	const codes = ["LESNICE", ...(turns[type] ?? []), "LESNICE"];
	const points = codes.flatMap((code, index): TaskPoint[] => {
		const waypoint = waypoints.find((one) => one.code === code);
		if (!waypoint) return [];
		const { style: _, ...point } = waypoint;
		const isArea = taskTimeS !== null;
		return [{ ...point, zone: zoneOf(index, codes.length, isArea) }];
	});
	return {
		kind: taskTimeS === null ? "RT" : "AAT",
		taskTimeS,
		points,
		rules: {
			...defaults.rules,
			startOpens,
			startAltitudeM: 2_000,
			finishAltitudeM: 600,
			finishCloses: "19:30:00",
			logDeadlineS,
		},
		scoring: classScoring(defaults.scoring, points),
		briefing: {
			...noBriefing,
			...briefed,
			qnhHpa: 1_017,
			frequencies: "122,605 MHz",
		},
	};
}

function zoneOf(index: number, count: number, isArea: boolean): Zone {
	if (index === 0) return { shape: "line", lengthM: 10_000, style: "next", axisDeg: null };
	if (index === count - 1) return { shape: "cylinder", radiusM: 3_000, style: "previous", axisDeg: null };
	const radiusM = isArea ? (areaRadii[(index - 1) % areaRadii.length] ?? 20_000) : 500;
	return { shape: "cylinder", radiusM, style: "symmetrical", axisDeg: null };
}
