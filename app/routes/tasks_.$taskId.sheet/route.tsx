import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PrintButton } from "~/components/print/print-button";
import { QrCode } from "~/components/tasks/task-downloads";
import { TaskFacts } from "~/components/tasks/task-facts";
import { TaskMap } from "~/components/tasks/task-map";
import { TaskPoints } from "~/components/tasks/task-points";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { first, read } from "~/lib/db/read.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { dayAndDate, dayName, formatDay } from "~/lib/i18n/format-dates";
import { qrPath } from "~/lib/qr-code";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { xctskQrText } from "~/lib/tasks/files/write-xctsk";
import { taskPageCode } from "~/lib/tasks/task-links.server";
import { tasksPath } from "~/lib/tasks/task-paths";
import { type TaskView, toTaskView } from "~/lib/tasks/task-view";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import { page } from "~/shell/handle";
import type { Task } from "~db/schema";

export const handle = page({
	titleOf: (loaded, t, { language, classNameOf }) => {
		const { task } = loaded as { readonly task: TaskView };
		const day = dayAndDate(t, { name: task.dayName, date: task.date }, language);
		return `${classNameOf(task.classType)}, ${day}: ${t("task.sheet")}`;
	},
	cached: [],
});

/** With so many points, or a note, map, rules and codes stand beside each other on paper, to leave the height to the table. */
const manyPoints = 7;
const full = {
	overview: "print:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]",
	facts: "print:grid print:grid-cols-[minmax(0,1fr)_7.5rem] print:content-start print:gap-x-3 print:gap-y-2",
	codes: "print:col-start-2 print:row-span-4 print:row-start-1 print:m-0 print:flex-col print:gap-1.5",
};
/** Else the map has the height, with the codes below the rules. */
const airy = {
	overview: "print:grid-cols-[minmax(0,1fr)_6.6cm]",
	facts: undefined,
	codes: "print:my-2.5 print:flex-nowrap print:gap-3",
};

/** Whether points and briefing leave no room for the names of spaces. */
function isFull({
	points,
	briefing,
}: Pick<Task, "briefing"> & { readonly points: readonly unknown[] }): boolean {
	return points.length >= manyPoints || Boolean(briefing.note);
}

/** Digits of the digest that name a task on paper. */
const digits = 12;

export async function loader({ params, context: { ctx } }: LoaderFunctionArgs) {
	const { db } = ctx;
	const { task, ...charts } = await read(db, {
		task: first(taskById(db, params.taskId ?? "")),
		...chartsInForce(db),
	});
	if (!task?.publishedAt) throw errorPage("not-found");
	return {
		task: toTaskView(task, await groundAround(ctx, charts, task.points, !isFull(task))),
		taskCode: qrPath(xctskQrText(task, task.date, ctx.edition.airfield.elevation)),
		addressCode: taskPageCode(ctx, task),
		digest: task.sha256.slice(0, digits),
	};
}

export default function TaskSheetPage() {
	const { task, taskCode, addressCode, digest } = useLoaderData<typeof loader>();
	const { t, language, classNameOf } = useTexts();
	const summary = useTaskSummary(task);
	const printed = isFull(task) ? full : airy;
	return (
		<article className="task-sheet">
			<p className="button-row no-print">
				<PrintButton />
				<AppLink to={tasksPath(task.date)}>{t("task.backToDay")}</AppLink>
			</p>
			<header className="flex items-start justify-between gap-4">
				<div>
					<h1 id="task">{`${classNameOf(task.classType)}, ${dayName(t, task.dayName)}`}</h1>
					<p>{`${formatDay(task.date, language)} · ${summary}`}</p>
					{task.state !== "published" && (
						<p className="notice notice-warning">{t(`task.state.${task.state}.notice`)}</p>
					)}
				</div>
				<p className="task-letter flex-none rounded-card border-4 border-current px-5 font-bold text-[4rem] leading-tight">
					<span className="sr-only">{t("task.version", { version: "" })} </span>
					{task.version}
				</p>
			</header>
			<div className={`task-overview ${printed.overview}`}>
				<TaskMap task={task} />
				<div className={printed.facts}>
					<TaskFacts task={task} />
					<div className={`mt-5 mb-3 flex flex-wrap gap-4 ${printed.codes}`}>
						<QrCode code={taskCode} label={t("task.qr.task")} />
						<QrCode code={addressCode} label={t("task.qr.address")} />
					</div>
					<p className="wrap-anywhere text-small print:text-[9pt]">{t("task.digest", { digest })}</p>
				</div>
			</div>
			<TaskPoints task={task} labelledBy="task" />
		</article>
	);
}
