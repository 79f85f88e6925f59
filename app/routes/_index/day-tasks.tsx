import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { type TaskLength, useTaskSummary } from "~/components/tasks/task-texts";
import { tasksPath } from "~/lib/tasks/task-paths";
import type { ClassType } from "~db/enums";

export interface DayTask extends TaskLength {
	readonly id: string;
	readonly date: string;
	readonly classType: ClassType;
	/** "A", "B" and so on. */
	readonly version: string;
}

/** The tasks in force on the current day. */
export function DayTasks({ tasks }: { readonly tasks: readonly DayTask[] }) {
	const { t } = useTranslation();
	const [first] = tasks;
	if (!first) return null;
	return (
		<section className="section" aria-labelledby="home-tasks">
			<h2 id="home-tasks">
				<AppLink to={tasksPath(first.date)}>{t("home.tasks")}</AppLink>
			</h2>
			<ul>
				{tasks.map((task) => (
					<ClassLine key={task.id} task={task} />
				))}
			</ul>
		</section>
	);
}

function ClassLine({ task }: { readonly task: DayTask }) {
	const { t } = useTranslation();
	const summary = useTaskSummary(task);
	const className = t(`competitionClass.${task.classType}`);
	return (
		<li>
			<AppLink to={`${tasksPath(task.date)}#${task.classType}`}>
				{`${className}, ${t("task.version", { version: task.version })}`}
			</AppLink>
			{`: ${summary}`}
		</li>
	);
}
