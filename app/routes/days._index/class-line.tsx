import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { StatusOfResults } from "~/components/results/results-note";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useTexts } from "~/components/use-texts";
import { dayName } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskPath } from "~/lib/tasks/task-paths";
import type { ListedDay } from "./page.server";

type ClassOfDay = ListedDay["classes"][number];

interface ClassLineProps {
	readonly one: ClassOfDay;
	readonly day: ListedDay;
}

/** A class on a day: task, state of the results, who won, replay. */
export function ClassLine({ one: { type, task, results, replay }, day }: ClassLineProps) {
	const { t, classNameOf } = useTexts();
	return (
		<li className="grid grid-cols-1 items-start gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
			<div>
				<strong className="font-display text-lg">{classNameOf(type)}</strong>
				{task ? <TaskLine task={task} /> : <p className="my-0 text-muted">{t("days.noTask")}</p>}
				{results && <ResultsLine results={results} />}
			</div>
			{replay && (
				<AppLink className="button justify-self-start print:hidden" to={replay}>
					<Icon name="play" />
					{t("days.replay")}
					<span className="sr-only">
						: {classNameOf(type)}, {dayName(t, day.name)}
					</span>
				</AppLink>
			)}
		</li>
	);
}

function TaskLine({ task }: { readonly task: NonNullable<ClassOfDay["task"]> }) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	if (task.state === "cancelled") {
		return <p className="my-0">{t("task.cancelled", { version: versionLetter(task.number) })}</p>;
	}
	return (
		<p className="my-0">
			<AppLink className="-my-2.5 inline-block max-w-full py-2.5" to={taskPath(task)}>
				{summary}
			</AppLink>
		</p>
	);
}

function ResultsLine({ results }: { readonly results: NonNullable<ClassOfDay["results"]> }) {
	const { t, language } = useTexts();
	const { status, leaders, path } = results;
	return (
		<p className="mt-1 mb-0 flex flex-wrap items-center gap-x-3 gap-y-1">
			<StatusOfResults status={status} />
			{leaders.length > 0 && (
				<span className="text-muted">
					{t(status === "preliminary" ? "days.leads" : "days.winner", { count: leaders.length })}
				</span>
			)}
			{leaders.map(({ startNumber, name, points }) => (
				<span key={`${startNumber ?? ""}/${name}`}>
					{startNumber && <span className="font-extrabold">{startNumber}</span>} <strong>{name}</strong>{" "}
					<AppLink className="unbroken -my-2.5 inline-block py-2.5" to={path}>
						{t("day.points", { count: points, points: formatPoints(points, language) })}
					</AppLink>
				</span>
			))}
			{leaders.length === 0 && <AppLink to={path}>{t("day.allResults")}</AppLink>}
		</p>
	);
}
