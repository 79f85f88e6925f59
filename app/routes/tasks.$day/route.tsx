import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { TaskDownloads } from "~/components/tasks/task-downloads";
import { TaskFacts } from "~/components/tasks/task-facts";
import { TaskMap } from "~/components/tasks/task-map";
import { TaskPoints } from "~/components/tasks/task-points";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classTypesOf } from "~/lib/editions/classes";
import { dayPath } from "~/lib/editions/competition-day";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, dayName, formatDay } from "~/lib/i18n/format-dates";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskDeskPath } from "~/lib/tasks/task-paths";
import { type TaskView, toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";
import { page } from "~/shell/handle";

export const handle = page({
	titleOf: (loaded, t, { language }) => {
		const { day } = loaded as NonNullable<Awaited<ReturnType<typeof readTasksPage>>>;
		return `${t("task.title")}: ${dayAndDate(t, day, language)}`;
	},
	cached: [],
});

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const tasks = await readTasksPage(ctx, params.day ?? "");
	if (!tasks) throw errorPage("not-found");
	return { ...tasks, managed: may(ctx, "tasks") ? classTypesOf(ctx.edition) : [] };
}

export default function TasksPage() {
	const { day, tasks, managed } = useLoaderData<typeof loader>();
	const { t, language, classNameOf } = useTexts();
	return (
		<>
			<div className="page-head">
				<div>
					<h1>{t("task.heading", { day: dayName(t, day.name) })}</h1>
					<p>{formatDay(day.date, language)}</p>
				</div>
				<AppLink className="button no-print" to={day.path}>
					{t("task.wholeDay")}
				</AppLink>
			</div>
			{managed.length > 0 && (
				<p className="button-row no-print">
					{managed.map((classType) => (
						<AppLink key={classType} className="button" to={taskDeskPath({ date: day.date, classType })}>
							{t("task.manage", { class: classNameOf(classType) })}
						</AppLink>
					))}
				</p>
			)}
			{tasks.length === 0 && <p className="empty">{t(`task.none.${day.task}`)}</p>}
			{tasks.map((task) => (
				<ClassTask key={task.id} task={task} />
			))}
		</>
	);
}

function ClassTask({ task }: { readonly task: TaskView }) {
	const { t, language, classNameOf } = useTexts();
	const summary = useTaskSummary(task);
	const className = classNameOf(task.classType);
	// A link to a class scrolls past the heading of the day.
	const date = formatDay(task.date, language);
	const headingId = `task-${task.classType}`;
	if (task.state === "cancelled") {
		return (
			<section id={task.classType} aria-labelledby={headingId} className="task">
				<h2 id={headingId}>
					{className} <span className="font-normal text-muted">{date}</span>
				</h2>
				<p className="notice notice-warning">{t("task.cancelled", { version: task.version })}</p>
			</section>
		);
	}
	return (
		<section id={task.classType} aria-labelledby={headingId} className="task">
			<h2 id={headingId}>
				{className}{" "}
				<span className="font-normal text-muted">{`${date}, ${t("task.version", { version: task.version })}`}</span>
			</h2>
			<p className="task-summary">{summary}</p>
			<div className="task-overview">
				<TaskMap task={task} />
				<div>
					<TaskFacts task={task} />
					<div className="task-files no-print mt-5 grid gap-3 first:mt-0">
						<TaskDownloads taskId={task.id} />
						<details className="muted">
							<summary className="min-h-11 cursor-pointer py-2.5">{t("task.download.pageCounts")}</summary>
							<p>{t("task.download.unsaid")}</p>
						</details>
					</div>
				</div>
			</div>
			<TaskPoints task={task} labelledBy={headingId} />
		</section>
	);
}

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
async function readTasksPage(ctx: Ctx, date: string) {
	const { db, edition } = ctx;
	const { day, rows, ...charts } = await read(db, {
		day: first(dayByDate(db, date)),
		rows: publicTasksOfDate(db, date),
		...chartsInForce(db),
	});
	if (!day) return null;
	const tasks = shownTasks(rows);
	const ground = await groundAround(
		ctx,
		charts,
		tasks.flatMap(({ points }) => points),
		true,
	);
	return {
		day: { name: day.name, date: day.date, task: day.task, path: dayPath(edition, date) },
		tasks: tasks.map((task) => toTaskView(task, ground)),
	};
}
