import { AppLink } from "~/components/app-link";
import { StageChip } from "~/components/day-reports/stage-chip";
import { Doubt, NamesOut, StatusCounters } from "~/components/day-reports/status-counters";
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
	const isMorning = stage === "morning" && (isFlown || one.grid.length > 0);
	// Before the launch people look for the task, after it for who leads.
	const leaders = <Leaders one={one} day={day} isFlown={isFlown || isMorning} />;
	return (
		<article className="card now-class grid content-start gap-3 px-4 py-3 md:px-5 md:py-4">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 id={`class-${type}`} className="m-0 flex flex-wrap items-center gap-x-3 text-figure">
					{classNameOf(type)}
					{/* The counters say who flies. */}
					{isFlown && !isAway && FLYING === 0 && (
						<span className={stage === "evening" && one.replay ? "max-md:hidden" : undefined}>
							<StageChip stage={stage} statuses={statuses} doubt={doubt} />
						</span>
					)}
				</h3>
				{isFlown && <Onward one={one} />}
			</div>
			{isAway && (
				<StatusCounters classType={type} statuses={statuses} date={day.date} doubt={doubt}>
					{!doubt && statuses.changedAt && (
						<time className="text-muted" dateTime={statuses.changedAt.toISOString()}>
							{t("home.now.changedAt", { time: formatTime(statuses.changedAt, language) })}
						</time>
					)}
				</StatusCounters>
			)}
			{day.isToday && !isAway && (
				<>
					<Doubt doubt={doubt} classType={type} date={day.date} />
					<NamesOut out={statuses.out} />
				</>
			)}
			{!isMorning && leaders}
			{task ? (
				<Task task={task} isOver={stage === "evening"} live={one.live} />
			) : (
				isFlown && one.isTaskKnown && <p className="muted">{t("home.now.noTask")}</p>
			)}
			{isMorning && <Morning one={one} date={day.date} />}
			{isMorning && leaders}
		</article>
	);
}

interface TaskProps {
	readonly task: NonNullable<FlyingClass["task"]>;
	/** What is flown takes no room on a phone: the page of the day says it. */
	readonly isOver: boolean;
	/** Null where no gliders are shown. */
	readonly live: FlyingClass["live"];
}

function Task({ task, isOver, live }: TaskProps) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	if (task.state === "cancelled") return <p>{t("task.cancelled", { version: task.version })}</p>;
	return (
		<>
			<TaskMap task={task} isWide live={live} />
			<p className={isOver ? "max-md:hidden" : "max-md:text-small"}>
				<AppLink to={taskPath(task)}>{summary}</AppLink>{" "}
				<span className="muted">{t("task.version", { version: task.version })}</span>
			</p>
		</>
	);
}

/** It does what `shortTime` of `clock-times` does: that module would take the scripts of home over their budget. */
const shortTime = (time: string) => time.replace(/:00$/, "");

interface MorningProps {
	readonly one: FlyingClass;
	/** Local date. */
	readonly date: string;
}

/** When the grid stands and the first launch is, and who stands where. */
function Morning({ one: { type, task, grid }, date }: MorningProps) {
	const { t, classNameOf } = useTexts();
	const times = [
		["task.briefing.gridTime", task?.gridTime],
		["task.briefing.firstLaunch", task?.firstLaunch],
	] as const;
	return (
		<>
			{times.some(([, time]) => time) && (
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
			)}
			{grid.length > 0 && (
				<div>
					<p className="text-small text-muted">
						<AppLink to={`/grid?day=${date}&class=${type}`}>{t("home.now.grid")}</AppLink>
					</p>
					<ol
						className="list-inside list-decimal columns-[8.5rem] gap-x-4 text-small font-semibold tabular-nums"
						aria-label={t("home.now.gridOf", { class: classNameOf(type) })}
					>
						{grid.map((row) => (
							<li key={row.join()}>{row.join(" · ")}</li>
						))}
					</ol>
				</div>
			)}
		</>
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
			<ul className="@container divide-y divide-line border-y border-line">
				{results && isFlown && (
					<LeaderRow
						to={resultsPath({ view: "daily", classId: id, dayId: day.id })}
						label={t(`day.results.${results.status}`)}
						note={
							<>
								{results.logs && <LogsNote logs={results.logs} />}
								<time className="max-md:hidden" dateTime={results.updatedAt.toISOString()}>
									{` · ${formatTime(results.updatedAt, language)}`}
								</time>
								{"."}
							</>
						}
						// The podium below names those of the evening.
						rows={stage === "evening" || results.invalid ? [] : results.rows}
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
						note={`· ${overall.after}`}
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
function Onward({ one: { type, stage, task, replay, statuses } }: Pick<ClassNowProps, "one">) {
	const { t } = useTexts();
	const tracking = useRootData()?.tracking.links.find(({ classType }) => classType === type);
	if (stage === "morning")
		return (
			task && (
				<AppLink className="button max-md:px-3" to={taskSheetPath(task.id)}>
					{t("task.sheet")}
				</AppLink>
			)
		);
	if (stage === "evening" && replay)
		return (
			<AppLink className="button max-md:px-3" to={replay}>
				<Icon name="play" />
				{t("day.replay")}
			</AppLink>
		);
	// After the last landing there is nothing to watch.
	return statuses.counts.FLYING > 0 && tracking ? (
		<ExternalLink className="button max-md:px-3" href={tracking.url}>
			{t("home.now.tracking")}
		</ExternalLink>
	) : null;
}

/** How many logs the results are made from or, while logs are evaluated anew, how many are done. */
function LogsNote({ logs }: { readonly logs: NonNullable<DayReport["logs"]> }) {
	const { t } = useTexts();
	const { count, expected, evaluating } = logs;
	return (
		<span className="inline-block">
			{evaluating ? t("day.evaluating", { ...evaluating }) : t("day.logs", { logs: count, count: expected })}
		</span>
	);
}
