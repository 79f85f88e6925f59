import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { ClassStates } from "~/components/day-reports/class-states";
import { Icon, type IconName } from "~/components/icon";
import { PilotName } from "~/components/pilot-name";
import { Podium } from "~/components/podium";
import { TaskThumbnail } from "~/components/tasks/task-layer";
import { useTaskSummary } from "~/components/tasks/use-task-summary";
import { useClassName } from "~/components/use-class-name";
import { useLanguage } from "~/components/use-language";
import { useRootData } from "~/components/use-root-data";
import { formatTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { ClassStage, DayResults } from "~/lib/results/day-reports/class-day";
import { resultsPath } from "~/lib/results/results-address";
import { taskPath, taskSheetPath } from "~/lib/tasks/task-paths";
import type { FlyingClass, FlyingDay } from "./home.server";

interface ClassNowProps {
	readonly one: FlyingClass;
	readonly day: NonNullable<FlyingDay["day"]>;
}

const stageIcons: Readonly<Record<ClassStage, IconName>> = {
	morning: "clock",
	air: "flying",
	evening: "trophy",
};

/** A class on the current day: what is flown, who is where, who leads. */
export function ClassNow({ one, day }: ClassNowProps) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const { type, stage, task, states, overall } = one;
	const isFlown = day.task === "TASK" && task?.state !== "cancelled";
	const isOver = stage === "evening";
	const { FLYING, OUTLANDING } = states.counts;
	// Who was in the air when it was cancelled still has to come home.
	const isAway = isFlown ? stage === "air" : day.isToday && FLYING + OUTLANDING > 0;
	const total = overall && <Overall one={one} isShown={!isFlown} />;
	return (
		<article className="card now-class grid content-start gap-3 px-5 py-4">
			<h3 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-figure">
				{classNameOf(type)}
				{isFlown && (
					<span className="chip">
						<Icon name={stageIcons[stage]} />
						{t(`home.now.stage.${stage}`)}
					</span>
				)}
			</h3>
			{isFlown && !isOver && total}
			{task && <TaskLine task={task} />}
			{isFlown && stage === "morning" && task && <Morning task={task} />}
			{isAway && <ClassStates classType={type} states={states} date={day.date} />}
			{isFlown && stage === "air" && <InTheAir one={one} />}
			{isFlown && isOver && <Evening one={one} day={day} />}
			{(!isFlown || isOver) && total}
			{isAway && states.changedAt && (
				<p className="muted">
					<time dateTime={states.changedAt.toISOString()}>
						{t("home.now.changedAt", { time: formatTime(states.changedAt, language) })}
					</time>
				</p>
			)}
		</article>
	);
}

function TaskLine({ task }: { readonly task: NonNullable<FlyingClass["task"]> }) {
	const { t } = useTranslation();
	const summary = useTaskSummary(task);
	if (task.state === "cancelled") return <p>{t("task.cancelled", { version: task.version })}</p>;
	return (
		<div className="flex items-center gap-4">
			<TaskThumbnail task={task.thumbnail} />
			<p>
				<AppLink to={taskPath(task)}>{summary}</AppLink>{" "}
				<span className="muted">{t("task.version", { version: task.version })}</span>
				{" · "}
				<AppLink to={taskSheetPath(task.id)}>{t("task.sheet")}</AppLink>
			</p>
		</div>
	);
}

/** That of `clock-times`, whose module would take the scripts of home over their budget. */
const shortTime = (time: string) => time.replace(/:00$/, "");

/** When the grid stands and the first one launches. */
function Morning({ task }: { readonly task: NonNullable<FlyingClass["task"]> }) {
	const { t } = useTranslation();
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

/** Where to follow the flights: live, and by what the first logs give. */
function InTheAir({ one: { id, type, results } }: { readonly one: FlyingClass }) {
	const { t } = useTranslation();
	const tracking = useRootData()?.tracking.links.find(({ classType }) => classType === type);
	if (!tracking && !results) return null;
	return (
		<>
			{tracking && (
				<p>
					<a className="button" href={tracking.url} target="_blank" rel="noreferrer">
						<Icon name="map" />
						{t("home.now.tracking")}
					</a>
				</p>
			)}
			{results?.logs && (
				<p>
					<AppLink to={resultsPath({ view: "daily", classId: id })}>{t("day.results.preliminary")}</AppLink>{" "}
					<LogsNote logs={results.logs} />
				</p>
			)}
		</>
	);
}

/** Who leads the day. */
function Evening({ one, day }: ClassNowProps) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	if (!one.results) return null;
	const { status, logs, mayChange, rows, updatedAt } = one.results;
	const first = rows.flatMap(({ place, points, ...row }) =>
		place !== null && place <= 3 && points ? [{ place, points, ...row }] : [],
	);
	return (
		<>
			<Podium
				classType={one.type}
				rows={first}
				mayChange={mayChange}
				label={t("home.now.podiumOfDay", { class: classNameOf(one.type) })}
			/>
			<p>
				<AppLink to={resultsPath({ view: "daily", classId: one.id, dayId: day.id })}>
					{t(`day.results.${status}`)}
				</AppLink>{" "}
				{logs && <LogsNote logs={logs} />}
				{" · "}
				<time className="muted" dateTime={updatedAt.toISOString()}>
					{formatTime(updatedAt, language)}
				</time>
			</p>
		</>
	);
}

/** The leader in a line; the podium where nothing is flown. */
function Overall({ one, isShown }: { readonly one: FlyingClass; readonly isShown: boolean }) {
	const { t } = useTranslation();
	const classNameOf = useClassName();
	const language = useLanguage();
	const [leader] = one.overall?.podium ?? [];
	if (!one.overall || !leader) return null;
	const to = resultsPath({ view: "total", classId: one.id });
	const { days, status } = one.overall;
	const counted = (
		<span className="muted">
			{t("home.now.counted", { count: days })}
			{status !== "official" && ` (${t(`day.status.${status}`)})`}
		</span>
	);
	if (isShown) {
		return (
			<>
				<Podium
					classType={one.type}
					label={t("home.now.podium", { class: classNameOf(one.type) })}
					rows={one.overall.podium.map(({ position, ...row }) => ({ place: position, ...row }))}
				/>
				<p>
					<AppLink to={to}>{t("home.now.overall")}</AppLink> {counted}
				</p>
			</>
		);
	}
	return (
		<p className="now-overall border-t border-line pt-3">
			<AppLink to={to}>{t("home.now.leads")}</AppLink>{" "}
			<strong>
				<PilotName
					pilot={{
						id: leader.registrationId,
						startNumber: leader.startNumber,
						classType: one.type,
						name: leader.name,
					}}
				/>
			</strong>{" "}
			<span className="unbroken">
				{t("day.points", { count: leader.points, points: formatNumber(leader.points, language, [0, 1]) })}
			</span>{" "}
			{counted}
		</p>
	);
}

/** How many logs the results are made of; while they are evaluated anew, how far that is. */
function LogsNote({ logs }: { readonly logs: NonNullable<DayResults["logs"]> }) {
	const { t } = useTranslation();
	const { count, expected, evaluating } = logs;
	return (
		<>
			{evaluating ? t("day.evaluating", { ...evaluating }) : t("day.logs", { logs: count, count: expected })}
		</>
	);
}
