import { classByType } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { groundOf } from "~/lib/map/ground";
import { acceptedAccounts } from "~/lib/registrations/accepted-queries.server";
import { unusualIn } from "~/lib/tasks/check-task";
import { drawTaskThumbnail } from "~/lib/tasks/draw-task.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskDistances } from "~/lib/tasks/task-distances";
import { formValues } from "~/lib/tasks/task-form-schema";
import { toTaskView } from "~/lib/tasks/task-view";
import { type TaskVersion, tasksOfClass, toTaskVersion } from "~/lib/tasks/tasks-queries.server";

/** The versions of a class on a day. Null when there is no such day or class. */
export async function readTaskDesk(
	{ db, edition, language, now }: AdminCtx,
	date: string,
	classType: string,
) {
	const [[day], [competitionClass]] = await db.batch([dayByDate(db, date), classByType(db, classType)]);
	if (!day || !competitionClass) return null;
	const { id: classId, type } = competitionClass;
	const [rows, recipients] = await db.batch([
		tasksOfClass(db, day.id, classId),
		acceptedAccounts(db, now, classId),
	]);
	const versions = rows.map(toTaskVersion);
	const ground = groundOf(edition, language);
	const show = (task: TaskVersion | undefined) =>
		task
			? {
					view: toTaskView(task, ground),
					values: formValues(task),
					findings: unusualIn(task, taskDistances(task), edition.airfield),
				}
			: null;
	return {
		place: { dayId: day.id, classId },
		day: { name: day.name, date: day.date },
		classType: type,
		recipients: recipients.length,
		draft: show(versions.find(({ state }) => state === "draft")),
		inForce: show(versions.find(({ state }) => state === "published")),
		versions: versions.map(({ id, number, state, kind, distanceM, publishedAt, points }) => ({
			id,
			thumbnail: drawTaskThumbnail(points),
			version: versionLetter(number),
			state,
			kind,
			distanceM,
			publishedAt,
		})),
	};
}

export type TaskDesk = NonNullable<Awaited<ReturnType<typeof readTaskDesk>>>;
export type ShownTask = NonNullable<TaskDesk["draft"]>;
