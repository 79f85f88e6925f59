import { AppLink } from "~/components/app-link";
import { StageChip } from "~/components/day-reports/stage-chip";
import { NamesOut, StatusCounters } from "~/components/day-reports/status-counters";
import { ExternalLink } from "~/components/external-link";
import { Icon } from "~/components/icon";
import { Podium } from "~/components/podium";
import { TaskMap } from "~/components/tasks/task-map";
import { useTaskSummary } from "~/components/tasks/task-texts";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import { formatTime } from "~/lib/i18n/format-dates";
import type { DayReport } from "~/lib/results/day-reports/class-report";
import { resultsPath } from "~/lib/results/results-address";
import { taskPath, taskSheetPath } from "~/lib/tasks/task-paths";
import { LeaderRow } from "./leader-row";
import type { FlyingClass, FlyingDay } from "./page.server";

interface ClassNowProps {
	readonly one: FlyingClass;
	readonly day: NonNullable<FlyingDay["day"]>;
}

/** A class on the current day as on a scoreboard: the statuses of the pilots, the leaders, the task, and links to more. */
export function ClassNow({ one, day }: ClassNowProps) {
	const { t, language, classNameOf } = useTexts();
	const { type, stage, task, statuses, doubt } = one;
	const isFlown = day.task === "TASK" && task?.state !== "cancelled";
	const { FLYING, OUTLANDING } = statuses.counts;
	// A pilot who was in the air when the day was cancelled still has to come home.
	const isAway = isFlown ? stage === "air" : day.isToday && FLYING + OUTLANDING > 0;
	// Before the launch people look for the task, after it for who leads.
	const leaders = <Leaders one={one} day={day} isFlown={isFlown} />;
	return (
		<article className="card now-class grid content-start gap-3 px-5 py-4">
			<h3
				id={`class-${type}`}
				className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-figure"
			>
				{classNameOf(type)}
				{isFlown && (
					<StageChip
						stage={stage}
						statuses={statuses}
						doubt={doubt}
						list={`/statuses?day=${day.date}&class=${type}&only=FLYING`}
					/>
				)}
			</h3>
			{isAway && (
				<>
					<StatusCounters classType={type} statuses={statuses} date={day.date} doubt={doubt} />
					{!doubt && statuses.changedAt && (
						<p className="muted">
							<time dateTime={statuses.changedAt.toISOString()}>
								{t("home.now.changedAt", { time: formatTime(statuses.changedAt, language) })}
							</time>
						</p>
					)}
				</>
			)}
			{day.isToday && !isAway && <NamesOut out={statuses.out} />}
			{stage !== "morning" && leaders}
			{task ? <Task task={task} /> : isFlown && <p className="muted">{t("home.now.noTask")}</p>}
			{isFlown && stage === "morning" && task && <Morning task={task} />}
			{stage === "morning" && leaders}
			{isFlown && <Onward one={one} />}
		</article>
	);
}

function Task({ task }: { readonly task: NonNullable<FlyingClass["task"]> }) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	if (task.state === "cancelled") return <p>{t("task.cancelled", { version: task.version })}</p>;
	return (
		<>
			<TaskMap task={task} isWide />
			<p>
				<AppLink to={taskPath(task)}>{summary}</AppLink>{" "}
				<span className="muted">{t("task.version", { version: task.version })}</span>
			</p>
		</>
	);
}

/** It does what `shortTime` of `clock-times` does: that module would take the scripts of home over their budget. */
const shortTime = (time: string) => time.replace(/:00$/, "");

/** When the grid stands and the first launch is. */
function Morning({ task }: { readonly task: NonNullable<FlyingClass["task"]> }) {
	const { t } = useTexts();
	const times = [
		["task.briefing.gridTime", task.gridTime],
		["task.briefing.firstLaunch", task.firstLaunch],
	] as const;
	return (
		<dl className="facts flex flex-wrap gap-x-6">
			{times.map(
				([label, time]) =>
					time && (
						<div key={label}>
							<dt>{t(label)}</dt>
							<dd>{shortTime(time)}</dd>
						</div>
					),
			)}
		</dl>
	);
}

/** The leaders of the day and overall, each with the lead; the podium of all days when the day is not flown. */
function Leaders({ one, day, isFlown }: ClassNowProps & { readonly isFlown: boolean }) {
	const { t, language, classNameOf } = useTexts();
	const { id, type, results, overall, stage } = one;
	const total = overall?.podium ?? [];
	return (
		<>
			{!isFlown && total.length > 0 && (
				<Podium classType={type} label={t("home.now.podium", { class: classNameOf(type) })} rows={total} />
			)}
			<ul className="divide-y divide-line border-y border-line">
				{results && isFlown && (
					<LeaderRow
						to={resultsPath({ view: "daily", classId: id, dayId: day.id })}
						label={t(`day.results.${results.status}`)}
						note={
							<>
								{results.logs && <LogsNote logs={results.logs} />}{" "}
								<time dateTime={results.updatedAt.toISOString()}>
									{formatTime(results.updatedAt, language)}
								</time>
							</>
						}
						// The podium below names those of the evening.
						rows={stage === "evening" ? [] : results.rows}
						classType={type}
					/>
				)}
				{results?.invalid && isFlown && <li className="border-none pb-2">{results.invalid}</li>}
				{results && !results.invalid && isFlown && stage === "evening" && (
					// Their tracks on the map have the colours of their medals.
					<li className="border-none pb-2">
						<Podium
							classType={type}
							rows={results.rows}
							mayChange={results.mayChange}
							label={t("home.now.podiumOfDay", { class: classNameOf(type) })}
						/>
					</li>
				)}
				{overall && total.length > 0 && (
					<LeaderRow
						to={resultsPath({ view: "total", classId: id })}
						label={t(labelOf(isFlown, overall.isWon))}
						note={overall.held}
						rows={isFlown ? total : []}
						classType={type}
					/>
				)}
			</ul>
		</>
	);
}

/** Of a day that is flown the row names the first, else the podium above it has all three. */
function labelOf(isFlown: boolean, isWon: boolean) {
	if (isFlown) return isWon ? "home.now.winner" : "home.now.leads";
	return isWon ? "home.now.winners" : "home.now.overall";
}

/** The one button of a class: its paper in the morning, live in the air, the replay when it is flown. */
function Onward({ one: { type, stage, task, replay } }: Pick<ClassNowProps, "one">) {
	const { t } = useTexts();
	const tracking = useRootData()?.tracking.links.find(({ classType }) => classType === type);
	if (stage === "evening")
		return (
			replay && (
				<p>
					<AppLink className="button" to={replay}>
						<Icon name="play" />
						{t("day.replay")}
					</AppLink>
				</p>
			)
		);
	if (stage === "air" && tracking)
		return (
			<p>
				<ExternalLink className="button" href={tracking.url}>
					{t("home.now.tracking")}
				</ExternalLink>
			</p>
		);
	return (
		task && (
			<p>
				<AppLink className="button" to={taskSheetPath(task.id)}>
					{t("task.sheet")}
				</AppLink>
			</p>
		)
	);
}

/** How many logs the results are made from or, while logs are evaluated anew, how many are done. */
function LogsNote({ logs }: { readonly logs: NonNullable<DayReport["logs"]> }) {
	const { t } = useTexts();
	const { count, expected, evaluating } = logs;
	return (
		<>
			{evaluating ? t("day.evaluating", { ...evaluating }) : t("day.logs", { logs: count, count: expected })}
		</>
	);
}
